import TraceAnalyzer
import TraceModel

/// Findings and transitions that differ.
extension CompareText {
  /// As in `Findings: 1 new, 2 gone`.
  var findingsHeading: Sentence { "Findings: \(findingsText())" }

  /// The same, with names of the sides.
  func findingsText(base: Sentence = "base", head: Sentence = "head") -> Sentence {
    let counts = FindingChange.Change.allCases.compactMap { change -> Sentence? in
      let count = report.findings.count { $0.change == change }
      return count == 0 ? nil : "\(count: count) \(Self.words(change, base: base, head: head))"
    }
    return counts.isEmpty ? "none new, gone, more or less often" : counts.joined(separator: ", ")
  }

  /// As in `Order: 2 transitions only in 4.9.0, 1 only in 4.8.0`.
  var transitionsHeading: Sentence {
    let counts = [TransitionChange.Side.head, .base].compactMap { side -> Sentence? in
      let count = report.transitions.count { $0.only == side }
      return count == 0 ? nil : "\(count: count) only in \(name(side))"
    }
    let none: Sentence = "no transition only in \(name(.head)) or only in \(name(.base))"
    return "Order: " + (counts.isEmpty ? none : counts.joined(separator: ", "))
  }

  /// As in `only in 4.9.0: task.begin before launch.firstFrame, in 31 of 118 cold launches`.
  func sentence(_ change: TransitionChange) -> Sentence {
    let isBase = change.only == .base
    let counts: Sentence =
      "\(count: isBase ? change.baseLaunches : change.headLaunches) of \(count: isBase ? change.baseOf : change.headOf)"
    return "only in \(name(change.only)): \(Self.words(change)), in \(counts) \(name: change.kind) launches"
  }

  /// As in `task.begin before launch.firstFrame`, `app.openURL twice` or `scene.didActivate as the first event`.
  private static func words(_ change: TransitionChange) -> Sentence {
    if change.machine == "launch" { return "\(name: change.from) before \(name: change.to)" }
    if change.from == change.to { return "\(name: change.from) twice in a row" }
    if change.from == "start" { return "\(name: change.to) as the first event of its \(name: change.machine)" }
    return "\(name: change.to) after \(name: change.from)"
  }

  /// The launches to look at, as in `show 317ac4de of 4.9.0 against a886b9d4 of 4.8.0`; the one with the transition
  /// comes first.
  func examples(_ change: TransitionChange) -> Sentence {
    let sides = [(name(.base), change.baseExample), (name(.head), change.headExample)]
    let shown = (change.only == .base ? sides : sides.reversed()).filter { !$0.1.isEmpty }
    let words = shown.map { "\(.name(DisplayText.shortID($0.1), limit: 100)) of \($0.0)" as Sentence }
    return "show \(words.joined(separator: " against "))"
  }

  /// As in `9 of 389`; a dash for a finding that is reported once, whatever launches have it.
  static func share(_ count: Int?, of all: Int?) -> Sentence {
    guard let count, let all else { return "-" }
    return "\(count: count) of \(count: all)"
  }

  /// A verdict in words.
  static func words(_ verdict: CompareVerdict) -> String {
    switch verdict {
    case .slower, .faster, .same, .undecided: verdict.rawValue
    case .moreOften: "more often"
    case .lessOften: "less often"
    }
  }

  /// A change in words, in which the sides have these names.
  static func words(_ change: FindingChange.Change, base: Sentence = "base", head: Sentence = "head") -> Sentence {
    switch change {
    case .new: "new"
    case .moreOften: "more often"
    case .inHeadOnly: "in \(head) only"
    case .notRecordedInBase: "not recorded in \(base)"
    case .lessOften: "less often"
    case .gone: "gone"
    case .inBaseOnly: "in \(base) only"
    case .notRecordedInHead: "not recorded in \(head)"
    }
  }
}
