import TraceAnalyzer
import TraceModel

/// Launches in the trace event format, which ui.perfetto.dev, chrome://tracing and speedscope open.
///
/// Source: Google, *Trace Event Format*; Perfetto, `json_trace_parser_impl.cc`. Times are microseconds with three decimals,
/// written from whole nanoseconds: Perfetto keeps all of them while they are small, and so they count from the launch.
package enum ChromeReporter: Reporter {
  package static let name = "chrome"
  package static let isJSON = true

  /// The number of a lane is this and its index.
  ///
  /// A viewer treats a thread with the number of its process as the main one
  /// and draws it first, and number 0 for no thread; processes are numbered from 1, and there are at most 200.
  private static let firstLane = 1001

  package static func writes(_ answer: any Answer.Type) -> Bool { answer is any TracedAnswer.Type }

  package static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let traced = try readable(answer, as: (any TracedAnswer).self).traced
    var zero: Int64?
    if traced.alignment == .wall {
      try traced.forEachTimeline { timeline in
        if timeline.launch.hasWallClock { zero = min(zero ?? .max, timeline.launch.firstInstant &+ timeline.begin) }
      }
    }
    try put(#"{"displayTimeUnit":"ms","traceEvents":["#)
    var origins: [String] = []
    var separator = "\n"
    try traced.forEachTimeline { timeline in
      let launch = timeline.launch
      let begin = timeline.begin
      let isPlaced = launch.hasWallClock && zero != nil
      // What is added to a time in the timeline.
      let shift = isPlaced ? launch.firstInstant &- (zero ?? 0) : 0 &- begin
      let origin = launch.hasWallClock ? quoted(Timestamp.rfc3339(launch.firstInstant &- shift)) : "null"
      let pid = origins.count + 1
      origins.append(#"{"pid":\#(pid),"launch":\#(quoted(launch.name)),"origin":\#(origin)}"#)
      try put(separator + events(timeline, pid: pid, shift: shift).joined(separator: ",\n"))
      separator = ",\n"
    }
    let version = quoted(traced.toolVersion)
    try put(
      "\n],\"otherData\":{\"schema\":\"tracetool.chrome/1\",\"tracetool\":\(version),"
        + "\"align\":\(quoted(traced.alignment.rawValue)),\"launches\":[\(origins.joined(separator: ","))]}}\n")
  }

  /// The events of one launch: its names, its lanes, its tasks, its memory.
  private static func events(_ timeline: LaunchTimeline, pid: Int, shift: Int64) -> [String] {
    var events = [
      meta("process_name", pid, nil, #""name":\#(quoted(title(timeline)))"#),
      meta("process_labels", pid, nil, #""labels":\#(quoted(verdict(timeline.history.findings)))"#),
      meta("process_sort_index", pid, nil, #""sort_index":\#(pid)"#),
    ]
    for (index, lane) in timeline.lanes.enumerated() {
      events.append(meta("thread_name", pid, firstLane + index, #""name":\#(quoted(lane.name))"#))
      events.append(meta("thread_sort_index", pid, firstLane + index, #""sort_index":\#(index)"#))
    }
    for (index, lane) in timeline.lanes.enumerated() {
      let track = #""pid":\#(pid),"tid":\#(firstLane + index)"#
      for slice in lane.slices {
        let time = #"\#(track),"ts":\#(microseconds(slice.begin &+ shift))"#
        let form = slice.isMark ? #""ph":"i","s":"t""# : #""ph":"X","dur":\#(microseconds(slice.nanos))"#
        events.append("{\(form),\(time),\"name\":\(quoted(slice.name))\(arguments(slice.details))}")
        // Behind what they are bound to: a viewer looks for it at this instant.
        for (phase, arrows) in [(#""s""#, slice.leaving), (#""f","bp":"e""#, slice.arriving)] {
          for arrow in arrows {
            events.append(
              #"{"ph":\#(phase),\#(time),"cat":"cause","name":"cause","id":\#(pid * 1_000_000 + arrow)}"#)
          }
        }
      }
    }
    for (index, bar) in timeline.tasks.enumerated() {
      // An id of its own each: else two tasks at once would have to nest.
      let track =
        #""cat":"task","id2":{"local":"0x\#(String(index + 1, radix: 16))"},"pid":\#(pid),"tid":\#(firstLane)"#
      let name = quoted(bar.slice.name)
      func event(_ phase: String, _ offset: Int64, _ name: String, _ details: [LaunchTimeline.Detail] = []) {
        let time = microseconds(offset &+ shift)
        events.append(#"{"ph":"\#(phase)",\#(track),"ts":\#(time),"name":\#(name)\#(arguments(details))}"#)
      }
      event("b", bar.slice.begin, name, bar.slice.details)
      if let expiry = bar.expiry { event("n", expiry, #""expired""#) }
      event("e", bar.slice.end, name)
    }
    for sample in timeline.memory {
      let time = microseconds(sample.offset &+ shift)
      // In the same digits as times: millionths of what is counted.
      let megabytes = microseconds(sample.bytes / 1000)
      events.append(#"{"ph":"C","pid":\#(pid),"ts":\#(time),"name":"footprint","args":{"MB":\#(megabytes)}}"#)
    }
    return events
  }

  private static func meta(_ name: String, _ pid: Int, _ tid: Int?, _ argument: String) -> String {
    let thread = tid.map { #","tid":\#($0)"# } ?? ""
    return #"{"ph":"M","pid":\#(pid)\#(thread),"name":"\#(name)","args":{\#(argument)}}"#
  }

  private static func arguments(_ details: [LaunchTimeline.Detail]) -> String {
    if details.isEmpty { return "" }
    let members = details.map { detail in
      let value =
        switch detail.value {
        case .text(let text): quoted(text)
        case .number(let number): String(number)
        case .truth(let truth): String(truth)
        }
      return "\(quoted(detail.key)):\(value)"
    }
    return #","args":{\#(members.joined(separator: ","))}"#
  }

  /// The launch in few words, as in `shop 4.9.0 cold iPhone14,5 317a3838`.
  private static func title(_ timeline: LaunchTimeline) -> String {
    let context = timeline.launch.context
    let app = context.app.split(separator: ".").last.map(String.init) ?? ""
    let id = DisplayText.shortID(timeline.launch.name)
    let words = [app, context.appVersion, timeline.launch.kind.name, context.deviceModel, id]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// How many findings there are, as in `1 error, 2 warnings`.
  private static func verdict(_ findings: [Finding]) -> String {
    findings.isEmpty ? "no findings" : FindingTally(findings).text.plain
  }

  /// A time in microseconds with three decimals, as in `1000.001`: without rounding.
  static func microseconds(_ nanos: Int64) -> String {
    let rest = String(nanos.magnitude % 1000)
    let zeros = String(repeating: "0", count: 3 - rest.count)
    return "\(nanos < 0 ? "-" : "")\(nanos.magnitude / 1000).\(zeros)\(rest)"
  }

  /// A JSON string of the text, in which what steers a terminal or ends a text in C is written out, as `\u{0}`.
  static func quoted(_ text: String) -> String {
    JSONDocument.string(OutsideText.escaped(text))
  }
}
