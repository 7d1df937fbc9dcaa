import Foundation
import Testing

@testable import tracemaker

/// Records in what services, collectors and apps put around them.
@Suite(.tags(.large)) struct EnvelopeTests {
  /// A way to put records, a line of JSON each, into something else.
  struct Wrapping: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var wrap: @Sendable ([String]) -> String

    /// A text as JSON.
    static func quoted(_ text: String) -> String {
      let bytes = (try? JSONSerialization.data(withJSONObject: [text], options: .withoutEscapingSlashes)) ?? Data()
      return String(String(decoding: bytes, as: UTF8.self).dropFirst().dropLast())
    }

    static func lines(_ records: [String], _ line: (String) -> String) -> String {
      records.map { line($0) + "\n" }.joined()
    }

    /// Runs of records of one launch, each without its id.
    static func launches(_ records: [String]) -> [(id: String, records: [String])] {
      var launches: [(id: String, records: [String])] = []
      for record in records {
        let id = record.firstMatch(of: /"launch":"([^"]*)"/).map { String($0.1) } ?? ""
        let rest = record.replacing(/"launch":"[^"]*",?/, with: "").replacing(",}", with: "}")
        if launches.last?.id == id {
          launches[launches.count - 1].records.append(rest)
        } else {
          launches.append((id, [rest]))
        }
      }
      return launches
    }

    static let all = [
      Wrapping(testDescription: "CloudWatch, filter-log-events") { records in
        let events = records.enumerated().map { place, record in
          #"{"timestamp":1700000000000,"message":\#(quoted(record + "\n")),"eventId":"\#(place)","ingestionTime":17}"#
        }
        return #"{"events":[\#(events.joined(separator: ", "))],"searchedLogStreams":[]}"#
      },
      Wrapping(testDescription: "CloudWatch, Insights") { records in
        let rows = records.map {
          #"[{"field":"@timestamp","value":"2023-11-14 22:13:20.000"},{"field":"@message","value":\#(quoted($0))}]"#
        }
        return #"{"results":[\#(rows.joined(separator: ",\n  "))],"statistics":{"bytes":1.0},"status":"Complete"}"#
      },
      Wrapping(testDescription: "Loki, query_range") { records in
        let values = records.map { #"["1700000000000000000",\#(quoted($0))]"# }.joined(separator: ",\n")
        let stream = #"{"stream":{"filename":"/var/log/x","job":"shop"},"values":[\#(values)]}"#
        return #"{"status":"success","data":{"resultType":"streams","result":[\#(stream)]}}"#
      },
      Wrapping(testDescription: "Loki, logcli") { records in
        lines(records) { #"{"labels":{"job":"shop"},"line":\#(quoted($0)),"timestamp":"2023-11-14T22:13:20Z"}"# }
      },
      Wrapping(testDescription: "Elastic, hits") { records in
        let hits = records.map { #"{"_index":"logs","_id":"x","_version":1,"_score":null,"_source":\#($0)}"# }
        return """
          {
            "took": 5, "_shards": {"total": 1},
            "hits": {"total": {"value": \(records.count), "relation": "eq"}, "hits": [
              \(hits.joined(separator: ",\n    "))
            ]}
          }
          """
      },
      Wrapping(testDescription: "Splunk, _raw") { records in
        lines(records) {
          #"{"preview":false,"result":{"_raw":\#(quoted($0)),"_time":"2023-11-14T22:13:20.000+00:00","source":"http"}}"#
        }
      },
      Wrapping(testDescription: "Docker") { records in
        lines(records) { #"{"log":\#(quoted($0 + "\n")),"stream":"stdout","time":"2023-11-14T22:13:20.5Z"}"# }
      },
      Wrapping(testDescription: "Fluent Bit") { records in
        lines(records) { #"{"date":1700000000.123,"log":\#(quoted($0)),"kubernetes":{"pod_name":"p","labels":{}}}"# }
      },
      Wrapping(testDescription: "a container's runtime, in a text in a text") { records in
        lines(records) {
          let inner = #"{"level":"info","msg":\#(quoted($0))}"#
          return #"2023-11-14T22:13:20.1Z stdout F {"message":\#(quoted(inner))}"#
        }
      },
      Wrapping(testDescription: "an upload a line, the id before the list") { records in
        launches(records).map { #"{"launch_id":"\#($0.id)","events":[\#($0.records.joined(separator: ","))]}"# + "\n" }
          .joined()
      },
      Wrapping(testDescription: "uploads in a list, the id behind the list, deep") { records in
        let uploads = launches(records).map {
          #"{"batch":{"v":1,"items":[\#($0.records.joined(separator: ","))]},"launch":{"id":"\#($0.id)"}}"#
        }
        return #"{"app_name":"x","data":{"uploads":[\#(uploads.joined(separator: ",\n"))]},"count":1}"#
      },
      Wrapping(testDescription: "one upload, a text of JSON") { records in
        #"{"body":\#(quoted("{\"records\":[\(records.joined(separator: ","))]}"))}"#
      },
    ]
  }

  /// What a check and a report of launch times say of a log, without places.
  private static func said(_ log: String, in place: Workplace) throws -> [String] {
    let check = try place.run("check", "--format", "json", log)
    let findings = (check.document["findings"] as? [[String: Any]] ?? []).map { finding in
      ["rule", "severity", "confidence", "message", "launch", "time"].map { "\(finding[$0] ?? "-")" }
        .joined(separator: " ")
    }
    let report = try place.run("report", "--launch-times", "--each", "--format", "json", log)
    let launches = (report.document["each"] as? [[String: Any]] ?? []).map { launch in
      ["launch", "time", "nanos", "kind", "appVersion"].map { "\(launch[$0] ?? "-")" }.joined(separator: " ")
    }
    return ["\(check.code)"] + findings + launches
  }

  @Test(arguments: Wrapping.all)
  func `a made trace in an envelope is judged as it is alone`(wrapping: Wrapping) throws {
    let given = ProcessInfo.processInfo.environment["TRACETOOL_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0..<1_000_000)
    let place = Workplace()
    let logs = place.file("logs")
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    _ = try Proof(seed: seed, traces: 2, to: logs, cohortSize: 2)
    for name in try FileManager.default.contentsOfDirectory(atPath: logs).sorted() {
      let text = try place.read("logs/\(name)")
      try place.write("plain", text)
      try place.write("wrapped", wrapping.wrap(text.split(separator: "\n").map(String.init)))
      let plain = try Self.said("plain", in: place)
      let wrapped = try Self.said("wrapped", in: place)
      #expect(wrapped == plain, "TRACETOOL_SEED=\(seed), \(name)")
    }
  }
}
