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
    // Ends: OpenTelemetry's semantic conventions (`app.crash`), splunk-otel-ios (`component`), and no end where the
    // exception was handled.
    (log("app.crash", #""exception.type":"SIGABRT""#), ["process.exit crash"]),
    (log("device.crash", ""), ["process.exit crash"]),
    (log("app.crash", #""handled":true"#), ["otlp.app.crash"]),
    (log("crash_report_sent", ""), ["otlp.crash_report_sent"]),
    (span("SIGABRT", #""component":"crash","error":"true""#), ["process.exit crash"]),
    (span("NSException", #""component":"error","error":"true""#), ["otlp.NSException"]),
    // embrace-apple-sdk (`SessionSpanUtils.swift`).
    (session(#""emb.crash_id":"c1""#), ["process.exit crash"]),
    (session(#""emb.terminated":"true","emb.clean_exit":"false""#), ["process.exit"]),
    (session(#""emb.terminated":"false","emb.clean_exit":"true""#), ["app.didEnterBackground"]),
  ]

  @Test(arguments: forms) func `a record gives the same events in every form`(_ form: (String, [String])) throws {
    let reading = try Reading(form.0)
    #expect(reading.batch.rejects.isEmpty)
    let names = reading.batch.events.map { event in
      let signature = reading.symbols.signature(event)
      let texts = reading.symbols.texts
      let reason =
        signature.kind == .processExit && !signature.reason.isNone ? " \(texts.string(signature.reason))" : ""
      return (signature.kind == .unknown ? texts.string(signature.unknownName) : signature.kind.name) + reason
    }
    #expect(names == form.1)
  }

  private static func log(_ name: String, _ attributes: String) -> String {
    #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"\#(name)","timeUnixNano":1792500000000000000,"#
      + #""attributes":{\#(attributes)}}]}]}]}"#
  }

  private static func span(_ name: String, _ attributes: String) -> String {
    #"{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"\#(name)","startTimeUnixNano":"1792500000000000000","#
      + #""endTimeUnixNano":"1792500000400000000","attributes":{\#(attributes)}}]}]}]}"#
  }

  private static func session(_ attributes: String) -> String {
    span("emb-session", #""emb.state":"foreground","emb.cold_start":"true",\#(attributes)"#)
  }
}
