package import TraceModel

/// All that a rule says of itself: `tracetool explain RULE` prints it, and the tests replay its examples.
package struct RuleDescription: Sendable {
  /// Makes a finding of a candidate; nil if there is none after all, as no budget is exceeded.
  typealias Message = @Sendable (FoundCandidate) -> FindingDraft?

  package let id: RuleID
  package let severity: RuleSeverity
  /// When the rule reports something, in one sentence.
  package let summary: String
  /// Why it matters to the people who use the app.
  package let rationale: String
  /// The usual cause; nil where each finding names its own.
  package let cause: String?
  package let remedy: String
  /// Who says so: documentation, a field report, or this project with its number.
  package let source: String
  /// The input of the rule.
  let sees: RuleInput
  /// The budgets that a candidate is compared with, the most severe first; the first that it exceeds counts.
  let budgets: [BudgetID]
  /// When a finding can be told of a log that still grows.
  let settles: RuleSettling
  /// True if one finding is enough for a version of an app, as it says how that is made: all its launches have it.
  let isReportedOnce: Bool
  /// True if it finds only that launches are slow, beside others of their own version: a comparison of two versions
  /// compares the times themselves.
  let isAboutTimes: Bool
  /// True if a duration within all of the budgets is sure to be no finding, so that it need not be held.
  ///
  /// What has not ended, and the end of a process, may be one all the same.
  let findsOnlyOverruns: Bool
  /// Nil for a rule that reports no single candidate: what it reports takes a whole task or several launches.
  let message: Message?
  /// Traces in which the rule finds something where `▸` stands.
  package let found: [String]
  /// Traces in which it finds nothing.
  package let clean: [String]
  /// Sets of kinds, of each of which a log must record one to show what the rule finds; nil for one of each family that
  /// the rule `sees`.
  var needs: [KindSet]?

  /// A log can show what the rule finds if it records, of each of these sets, one kind at least.
  package var neededKinds: [KindSet] {
    switch sees {
    case .steps(let kinds, _): needs ?? Self.families(of: kinds)
    case .tasks: [[.taskBegin]]
    case .machine(let machine): [KindSet(Machines.all.filter { $0.id == machine }.flatMap(\.transitions).map(\.event))]
    case .replay, .launches: []
    }
  }

  /// The kinds by their families, without those that are not needed beside others.
  private static func families(of kinds: KindSet) -> [KindSet] {
    // UIKit calls the app, its scenes and its views; one of them will do.
    let families = Dictionary(grouping: kinds.kinds) { callbackFamilies.contains($0.family) ? "app" : $0.family }
    // What the system reports makes an answer sharper, and is needed only where nothing else is looked at.
    let own = families.filter { !systemFamilies.contains($0.key) }
    return (own.isEmpty ? families : own).sorted { $0.key < $1.key }.map { KindSet($0.value) }
  }

  /// The first of the budgets that decide what the rule measures, and in which unit; nil for one that measures nothing.
  package var measuringBudget: BudgetID? { budgets.first }

  private static let callbackFamilies: Set<Substring> = ["app", "scene", "view", "launch"]
  private static let systemFamilies: Set<Substring> = ["process", "main", "log"]

  /// The severity of most findings; of a machine's rule the worst that the machine has.
  package var usualSeverity: Severity {
    guard case .machine(let id) = sees, let machine = Machines.all.first(where: { $0.id == id }) else {
      return severity.standard
    }
    return (machine.illegal.map(\.severity) + [severity.standard]).max() ?? severity.standard
  }

  /// The page that `tracetool explain` prints.
  package var page: String {
    var lines = ["\(id.name): \(severity.text)", "", summary, "", "Why it matters: \(rationale)"]
    lines += Array(cause.map { "What lies behind it: \($0)" })
    lines += ["What to do: \(remedy)", "Source: \(source)", ""]
    for trace in found { lines += ["Found where ▸ stands:", trace, ""] }
    for trace in clean { lines += ["Not found:", trace, ""] }
    return lines.joined(separator: "\n")
  }
}

/// When no later line of a log that grows is expected to take a finding back.
enum RuleSettling: Sendable {
  /// At once: it is about the time of something that has ended, which nothing shortens.
  case withEnd
  /// Once the lines that belong before its event have come: only these can excuse it.
  case withStep
  /// When its launch is over: it says that something did not happen, or what comes later may explain it.
  case withLaunch
  /// With the last launch: it rests on several launches, of which each may change it.
  case withAllLaunches
}
