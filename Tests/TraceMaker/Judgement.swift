#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares the findings of the program in a proof's logs with those that it must report.
struct Judgement: Sendable {
  /// How the faults of one sort fared.
  struct Tally: Sendable {
    var planted = 0
    var found = 0
    var invisible = 0
    var wrong = 0
    /// Not looked for, its rule being in no catalogue yet.
    var unlooked = 0
  }

  private(set) var tallies: [Fault: Tally] = [:]
  private(set) var falseAlarms: [String] = []
  private(set) var wrongs: [String] = []
  /// Of errors in the background that a broken trace shows beside its fault.
  private(set) var beside = 0
  /// How often the program asked for what it cannot know.
  private(set) var doubts = 0
  private let proof: Proof

  /// True if the log cannot show the fault.
  ///
  /// What its recorder never writes was due too seldom for that to be
  /// known, or scenes have no ids and the log lacks some of their connects. Then the program must
  /// say what is missing.
  private static func isDoubt(_ finding: Proof.Finding, _ options: Options) -> Bool {
    let isAsked =
      !options.leftOut.isEmpty && !options.hasRecords && finding.message.hasSuffix(" settles it")
      && options.leftOut.contains { finding.message.contains("; \($0) was due ") }
    let isMerged =
      !options.hasSceneIDs && options.windows > 1 && !options.isWhole
      && finding.message.contains("; without ids two scenes look like one")
    return finding.confidence == "possible" && (isAsked || isMerged)
  }

  /// Rules that say where an event has no place.
  private static let orderRules: Set<String> = [
    "order.process", "order.app", "order.scene", "order.view", "order.task", "order.launch",
  ]

  /// All rules that a fault is planted for.
  static let rules = orderRules.union(Fault.allCases.compactMap(\.row.rule))

  private static let habits = ["data.saved-only-on-deactivation", "launch.setup-repeated"]

  /// `rules` are those that the program has.
  init(_ proof: Proof, _ findings: [Proof.Finding], rules: Set<String>) {
    self.proof = proof
    var byCohort: [String: [Proof.Finding]] = [:]
    for finding in findings {
      guard let file = finding.source?.file.split(separator: "/").last else { continue }
      byCohort[String(file.dropLast(6)), default: []].append(finding)
    }
    for cohort in proof.cohorts where cohort.name.hasPrefix("legal") {
      for finding in byCohort[cohort.name, default: []] { judge(finding, of: cohort) }
    }
    for broken in proof.broken {
      let reported = byCohort[proof.cohorts[broken.cohort].name, default: []]
        .filter { broken.lines.contains($0.source?.line ?? 0) }
      judge(broken, reported, rules)
    }
  }

  private mutating func judge(_ finding: Proof.Finding, of cohort: Proof.Cohort) {
    let isOrder = finding.rule.hasPrefix("order.")
    let isBad = finding.severity == "error" || isOrder && finding.severity == "warning"
    // These lives hold kills, memory that is kept and apps without scenes: those are reported.
    let isTold = ["background.killed", "background.memory-not-released", "order.no-scenes"]
      .contains(finding.rule)
    // A finding on work or data has no legal place, however mild.
    let isOfWork =
      Fault.allCases.contains { $0.row.isOfWork && $0.row.rule == finding.rule } || Self.habits.contains(finding.rule)
    guard isOfWork || (isOrder || finding.rule.hasPrefix("background.")) && isBad && !isTold else { return }
    if Self.isDoubt(finding, cohort.options) {
      doubts += 1
      return
    }
    falseAlarms.append(
      "\(cohort.name) line \(finding.source?.line ?? 0): \(finding.rule), \(finding.severity), "
        + "\(finding.confidence): \(finding.message)")
  }

  private mutating func judge(
    _ broken: Proof.Broken, _ findings: [Proof.Finding], _ rules: Set<String>
  ) {
    var tally = tallies[broken.sort, default: Tally()]
    defer { tallies[broken.sort] = tally }
    tally.planted += 1
    let expected = broken.expected.filter { rules.contains($0.rule) }
    let reported = Set(
      findings.map { Proof.Verdict(line: $0.source?.line ?? 0, rule: $0.rule) })
    let leavesOut = !proof.cohorts[broken.cohort].options.leftOut.isEmpty
    let sure = Set(
      findings.filter { !broken.hasHole || $0.confidence == "certain" && !leavesOut }
        .map { Proof.Verdict(line: $0.source?.line ?? 0, rule: $0.rule) })
    let missing = expected.subtracting(reported)
    // A task that a fault of order takes the end from is a fault of its own.
    let unasked = sure.subtracting(expected).filter {
      Self.orderRules.contains($0.rule) || $0.rule == "main-thread.violated"
    }
    beside += findings.count { finding in
      let verdict = Proof.Verdict(line: finding.source?.line ?? 0, rule: finding.rule)
      return finding.rule.hasPrefix("background.") && finding.severity == "error"
        && !broken.expected.contains(verdict)
    }
    if !missing.isEmpty || !unasked.isEmpty {
      tally.wrong += 1
      let cohort = proof.cohorts[broken.cohort].name
      wrongs.append(
        "\(cohort) lines \(broken.lines.lowerBound) to \(broken.lines.upperBound - 1), "
          + "\(broken.sort.rawValue): missing \(missing), unasked \(unasked)")
    } else if expected.count < broken.expected.count {
      tally.unlooked += 1
    } else if expected.isEmpty {
      tally.invisible += 1
    } else {
      tally.found += 1
    }
  }

  var holds: Bool {
    falseAlarms.isEmpty && wrongs.isEmpty && proof.doubts.isEmpty && proof.unspoken.isEmpty
  }

  /// Counts first, then what is wrong, the first of each.
  var text: String {
    var lines = [
      "\(proof.legalCount) legal traces: \(falseAlarms.count) false alarms",
      "\(proof.broken.count) broken traces (seed \(proof.seed)):",
      "  sort               planted  found  invisible  no rule yet  wrong",
    ]
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - "\(number)".count)) + "\(number)"
    }
    for sort in Fault.proved {
      let tally = tallies[sort, default: Tally()]
      let name = sort.rawValue + String(repeating: " ", count: 18 - sort.rawValue.count)
      lines.append(
        "  " + name + padded(tally.planted, 8) + padded(tally.found, 7)
          + padded(tally.invisible, 11)
          + padded(tally.unlooked, 13) + padded(tally.wrong, 7))
    }
    lines.append("\(beside) errors in the background that a fault of order brought about")
    lines.append("\(doubts) doubts, in which it says what is missing")
    let parts = [
      ("false alarms", falseAlarms), ("wrong about faults", wrongs),
      ("the recognizer against legal traces", proof.doubts),
      ("allowed in a row and never made so", proof.unspoken),
    ]
    for (title, all) in parts where !all.isEmpty {
      lines += ["\(title), \(all.count):"] + all.prefix(40).map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}
