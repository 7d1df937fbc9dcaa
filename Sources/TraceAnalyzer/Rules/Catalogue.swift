package import TraceModel

/// A rule's page in `tracetool explain`: what it says, why it matters, what to do, and traces.
package struct RulePage: Sendable {
  package let rule: RuleID
  /// How bad it is, in words where that depends.
  package let severity: String
  /// The page as it is shown: its file's lines, but for those that begin with `>`.
  package let lines: [String]
  /// What usually lies behind it, where that is always the same.
  package let cause: String
  /// The first severity that is named.
  let worst: Severity?
  /// The kinds of the events that the rule looks at, and what it keeps of what it finds.
  let sees: KindSet
  let keeps: Keeping
  /// What may be said of a candidate, in texts and words, which stand in braces, by turns.
  ///
  /// The first sentence is told of which each word stands for something.
  let sentences: [[String]]
  /// InternedNames that the fingerprint rests on beside the rule.
  let names: [String]
  /// What must be exceeded, if anything.
  let budget: String?
  /// InternedNames that the rule looks for: reasons, phrases, other rules.
  let terms: [String]

  /// A page from its lines; nothing if the first names no rule.
  init?(_ lines: [String]) {
    let name = lines[0].prefix { $0 != ":" }
    let severity = lines[0].drop { $0 != " " }.dropFirst()
    guard let rule = RuleID.allCases.first(where: { $0.name == name }) else { return nil }
    self.rule = rule
    self.severity = String(severity)
    self.lines = lines.filter { !$0.hasPrefix("> ") }
    worst = Severity(severity.prefix { $0.isLetter })
    cause = Self.value("What lies behind it: ", in: lines)
    let marked = lines.filter { $0.hasPrefix("> ") }
    func words(_ label: String) -> [String] {
      Self.values("> \(label): ", in: marked).flatMap { $0.split(separator: " ").map(String.init) }
    }
    let kinds = words("sees").compactMap { EventNames.meaning(of: $0)?.kind }
    precondition(kinds.count == words("sees").count, "the page of '\(name)' sees what is no event")
    sees = kinds.isEmpty ? .known : KindSet(kinds)
    keeps = words("keeps").first.flatMap(Keeping.init) ?? .first
    sentences = Self.values("> says: ", in: marked).map { sentence in
      sentence.split(omittingEmptySubsequences: false) { "{}".contains($0) }.map(String.init)
    }
    names = words("names")
    budget = words("budget").first
    terms = Self.values("> looks for: ", in: marked)
  }

  /// When it is found, in one sentence.
  package var summary: String { lines[2] }
  package var rationale: String { Self.value("Why it matters: ", in: lines) }
  package var remedy: String { Self.value("What to do: ", in: lines) }
  /// Traces that show it, `▸` where it is found.
  package var found: [String] { traces("Found where ▸ stands:") }
  /// Traces that must not.
  package var clean: [String] { traces("Not found:") }

  private static func value(_ label: String, in lines: [String]) -> String { values(label, in: lines).first ?? "" }

  private static func values(_ label: String, in lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix(label) }.map { String($0.dropFirst(label.count)) }
  }

  private func traces(_ title: String) -> [String] {
    lines.split(separator: "").filter { $0.first == title }.map { $0.dropFirst().joined(separator: "\n") }
  }
}

/// The rules of this version.
package enum Catalogue {
  /// The pages of all rules, in the order of `RuleID`.
  package static let pages = [
    PackageResources.order_txt, PackageResources.launch_txt, PackageResources.background_txt,
    PackageResources.work_txt, PackageResources.trace_txt,
  ].flatMap(\.lines).reduce(into: [[String]]()) { pages, line in
    if line.hasPrefix("# ") { pages.append([String(line.dropFirst(2))]) } else { pages[pages.count - 1].append(line) }
  }.compactMap(RulePage.init)
  static let pageOf = Dictionary(uniqueKeysWithValues: pages.map { ($0.rule, $0) })

  /// The rules that are more than their pages, and not a machine's nor found across launches.
  static let rules: [any Rule.Type] = patternRules + taskRules
  static let patternRules: [any PatternRule.Type] = [
    HandlerOverrun.self,
    SceneAggregate.self, ForegroundAtLaunch.self, NeverActivated.self, MixedCallbacks.self, NoScenes.self,
    MainThreadViolated.self, MainThreadBlocked.self, LaunchWatchdog.self, LaunchAbandoned.self, LaunchCrashed.self,
    SlowResume.self, TerminateHandler.self, LateRegistration.self,
    BackgroundKilled.self, MemoryNotReleased.self, MemoryWarningIgnored.self, ClockStep.self, ContextConflict.self,
    EarlyAccess.self, LockedAccess.self, LaunchMainThreadWork.self, ReasonUnanswered.self, SetupRuns.self,
    UncoveredWork.self,
    InactiveWork.self, GameResumed.self, TerminateWork.self, SceneLifetimeLeak.self, DataLost.self,
    SavedOnDeactivation.self,
  ]
  static let taskRules: [any TaskRule.Type] = [
    TaskOverrun.self, TaskLeaked.self, TaskLateEnd.self, TaskNotCompleted.self,
  ]
  private static let byID = Dictionary(uniqueKeysWithValues: rules.map { ($0.rule, $0) })

  /// What a candidate says; nothing if no budget is exceeded.
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    guard let rule = byID[candidate.rule] else { return pageOf[candidate.rule]?.told(candidate, launch) }
    return rule.told(candidate, launch)
  }
}
