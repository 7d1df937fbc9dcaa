package import TraceAnalyzer
package import TraceModel

extension Verdict {
  /// How many columns a line takes at most.
  private static let width = 80
  /// So many causes are told of steps that were not judged.
  private static let mostCauses = 3

  /// The verdict for people: one line or two, then why what was not judged was not.
  ///
  /// As in `passed: rests on 402 of 410 steps in 20 launches, 0.3 % of records rejected`.
  package func lines(_ report: CheckReport, failOn severity: Severity?) -> [String] {
    let failures = severity.map { Self.failures(report, $0) } ?? ""
    let head =
      switch outcome {
      case .passed: "passed: "
      case .failed: "FAILED: \(failures); "
      case .undecided: "UNDECIDED: "
      }
    let doubts = doubts.map { report.coverage.text(of: $0) + "; " }
    return Self.filled([head] + doubts + report.coverage.grounds) + report.coverage.notJudgedLines(Self.mostCauses)
      + report.coverage.unknownWordLines
  }

  /// As in `2 errors, 1 warning`: what is certain and at least so bad.
  private static func failures(_ report: CheckReport, _ severity: Severity) -> String {
    let certain = report.findings.filter { $0.confidence == Confidence.certain.name }
    let counts = Severity.allCases.reversed().filter { $0 >= severity }.map { level in
      (certain.count { $0.severity == level.name }, level.name)
    }
    return counts.filter { $0.0 > 0 }.map { Units.count($0.0, $0.1) }.joined(separator: ", ")
  }

  /// The parts on as few lines as they fit, the first one beside what follows it.
  private static func filled(_ parts: [String]) -> [String] {
    var lines = [""]
    for part in parts {
      let isFull = DisplayText.width(lines[lines.count - 1] + part) > width + 1
      if isFull, lines.last != parts.first { lines.append("  ") }
      lines[lines.count - 1] += part
    }
    return lines.map { line in
      let end = line.lastIndex { $0 != " " }
      return end.map { String(line[...$0]) } ?? ""
    }
  }
}

extension Coverage {
  /// What the answer rests on, part by part; each but the last ends in a comma.
  fileprivate var grounds: [String] {
    let missing = neverRecorded.reduce(0) { $0 + $1.kinds.count }
    let parts = [
      "rests on \(Units.count(stepsJudged)) of \(Units.count(stepsSeen, "step")) in"
        + " \(Units.count(launches, "launch"))",
      missing > 0 ? "\(Units.count(missing, "kind")) never recorded" : nil,
      reading.flatMap { Units.share($0.rejected, of: $0.records) }.map { "\($0) of records rejected" },
      Units.share(unknownEvents, of: namedEvents).map { "\($0) unknown names" },
    ].compactMap(\.self)
    return parts.dropLast().map { $0 + ", " } + parts.suffix(1)
  }

  /// Why the answer is in doubt.
  fileprivate func text(of doubt: Verdict.Doubt) -> String {
    switch doubt {
    case .rejects: return "more records rejected than --max-rejects"
    case .unknownNames: return "more unknown names than --max-unknown"
    case .unreadSources: return unreadText ?? ""
    }
  }

  /// As in `2 of 14 sources were not read to their end: run 'tracetool ingest' again`.
  package var unreadText: String? {
    guard let reading, reading.unreadSources > 0 else { return nil }
    let count = reading.unreadSources
    let all = reading.sources ?? count
    let read = count == 1 ? "was not read to its end" : "were not read to their end"
    return "\(Units.count(count)) of \(Units.count(all, "source")) \(read): run 'tracetool ingest' again"
  }

  /// What was not judged, by its largest causes, one a line.
  fileprivate func notJudgedLines(_ limit: Int) -> [String] {
    let more = notJudged.dropFirst(limit).reduce(0) { $0 &+ $1.steps }
    let all = notJudged.prefix(limit).map(\.text) + (more > 0 ? ["\(Units.count(more)) for other causes"] : [])
    return all.enumerated().map { place, text in (place == 0 ? "not judged: " : "  ") + text }
  }
}

extension NotJudged {
  /// As in `39,156 steps of task 0, the invalid id`.
  fileprivate var text: String { "\(Units.count(steps, "step")) \(words)" }

  private var words: String {
    if let own = UnjudgedCause.allCases.first(where: { "\($0)" == cause }) { return own.words }
    switch cause {
    case "extension": return "of extensions"
    case "neverRecorded": return "that kinds which are never recorded may explain"
    case "maybeLost": return "that an event which was lost may explain"
    default: return "of launches on \(system ?? "another system")"
    }
  }
}

extension UnjudgedCause {
  /// Which steps these are.
  fileprivate var words: String {
    switch self {
    case .retold: "that the system tells of what the app tells itself"
    case .appOfScenes: "of the app, where its scenes tell the same"
    case .viewWithoutInstance: "of views without viewInstance"
    case .invalidTask: "of task 0, the invalid id"
    case .unnamedTask: "of tasks without an id"
    case .mergedScenes: "of scenes without ids, which can't be told apart"
    case .leftOpen: "that what was lost, or has no order, may explain"
    }
  }
}
