import Testing
import TraceModel

@testable import TraceIngest

/// The forms in which collectors and exporters write OTLP/JSON.
@Suite(.tags(.medium)) struct OTLPFormTests {
  /// Records, and the events that they give.
  static let forms = [
    // Attributes as an object, a number that is none, a state in the body.
    (
      #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"lifecycle","timeUnixNano":1792500000000000000,"#
        + #""attributes":{"lifecycle.state":"active"}}]}]}]}"#, ["app.didBecomeActive"]
    ),
    // What Grafana Tempo answers.
    (
      #"{"batches":[{"scopeSpans":[{"spans":[{"name":"AppStart","startTimeUnixNano":"1792500000000000000","#
        + #""endTimeUnixNano":"1792500000400000000","attributes":[{"key":"start.type","value":{"stringValue":"cold"}}]"#
        + #"}]}]}]}"#, ["process.start", "app.didBecomeActive"]
    ),
    // Before version 1, and of a span without an end.
    (
      #"{"resourceSpans":[{"instrumentationLibrarySpans":[{"instrumentationLibrary":{"name":"a"},"spans":[{"#
        + #""name":"AppStart","startTimeUnixNano":"1792500000000000000","attributes":[{"key":"start.type","#
        + #""value":{"stringValue":"hot"}}]}]}]}]}"#, ["app.willEnterForeground"]
    ),
    // An end of the app's own.
    (
      #"{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"AppStart","startTimeUnixNano":"1792500000000000000","#
        + #""endTimeUnixNano":"1792500000400000000","attributes":[{"key":"start.type","value":{"stringValue":"warm"}},"#
        + #"{"key":"launch_end_name","value":{"stringValue":"HomeReady"}}]}]}]}]}"#,
      ["app.willEnterForeground", "otlp.HomeReady"]
    ),
    // A metric, and one without a point.
    (
      #"{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"a","sum":{"dataPoints":[]}},{"name":"b","gauge":{"#
        + #""dataPoints":[{"timeUnixNano":"1792500000000000000","asInt":"1"}]}}]}]}]}"#, ["otlp.b"]
    ),
  ]

  @Test(arguments: forms) func `a record gives the same events in every form`(_ form: (String, [String])) throws {
    let reading = try Reading(form.0)
    #expect(reading.batch.rejects.isEmpty)
    let names = reading.batch.events.map { event in
      let signature = reading.symbols.signature(event)
      return signature.kind == .unknown ? reading.symbols.texts.string(signature.unknownName) : signature.kind.name
    }
    #expect(names == form.1)
  }
}
