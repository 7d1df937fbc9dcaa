package import TraceModel

/// All that a rule says of itself: `tracetool explain RULE` prints it, and the tests replay its examples.
package struct RuleDescription: Sendable {
  /// Makes a finding of a candidate; nil if no budget is exceeded.
  typealias Message = @Sendable (CandidateInLaunch) -> FindingDraft?

  package let id: RuleID
  package let severity: RuleSeverity
  /// When the rule reports something, in one sentence.
  package let summary: String
  /// Why it matters to the people who use the app.
  package let rationale: String
  /// The usual cause; nil if each finding names its own.
  package var cause: String?
  package let remedy: String
  /// Who says so: documentation, a field report, or this project with its number.
  package let source: String
  let sees: RuleInput
  /// The budgets that a candidate is compared with, the most severe first; the first that it exceeds counts.
  var budgets: [BudgetID] = []
  let settles: RuleSettling
  let traits: RuleTraits
  /// Nil for a rule that reports no single candidate: it needs a whole task or several launches.
  let message: Message?
  /// Traces in which the rule finds something where `▸` stands.
  package var found: [String] = []
  /// Traces in which it has no finding.
  package var clean: [String] = []
  /// Sets of kinds, of each of which a log must record one to show what the rule finds; nil for one of each family that
  /// the rule `sees`.
  var needs: [KindSet]?
  /// Code that leads to the finding, and code that does not; nil if code would say no more than `remedy`.
  package var code: CodeExample?

  /// A log can show what the rule finds if it records at least one kind of each of these sets.
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
    // UIKit calls the app, its scenes and its views; one of them is enough.
    let families = Dictionary(grouping: kinds.kinds) { callbackFamilies.contains($0.family) ? "app" : $0.family }
    // What the system reports makes an answer sharper, and is needed only if the rule sees no other kind.
    let own = families.filter { !systemFamilies.contains($0.key) }
    return (own.isEmpty ? families : own).sorted { $0.key < $1.key }.map { KindSet($0.value) }
  }

  /// The first of the budgets, which decides what the rule measures, in which unit; nil for a rule without budgets.
  package var measuringBudget: BudgetID? { budgets.first }

  private static let callbackFamilies: Set<Substring> = ["app", "scene", "view", "launch"]
  private static let systemFamilies: Set<Substring> = ["process", "main", "log"]

  /// The severity of most findings; for a machine's rule the worst that the machine has.
  package var usualSeverity: Severity {
    guard case .machine(let id) = sees, let machine = Machines.all.first(where: { $0.id == id }) else {
      return severity.standard
    }
    return (machine.illegal.map(\.severity) + [severity.standard]).max() ?? severity.standard
  }

  /// The page that `tracetool explain` prints.
  package var page: String {
    var lines = ["\(id.name): \(severity.text)", "", summary, "", "Why it matters: \(rationale)"]
    lines += Array(cause.map { "Usual cause: \($0)" })
    lines += ["What to do: \(remedy)", "Source: \(source)", ""]
    if let code {
      for (title, text) in [("Instead of:", code.wrong), ("Write:", code.right)] {
        let code = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines += [title] + code.map { $0.isEmpty ? "" : "    \($0)" } + [""]
      }
    }
    for trace in found { lines += ["Found at ▸:", trace, ""] }
    for trace in clean { lines += ["Not found:", trace, ""] }
    return lines.joined(separator: "\n")
  }
}

/// Swift as an app has it, and as it should be, in few lines.
package struct CodeExample: Sendable {
  package let wrong, right: String
}

/// How a rule looks at events, and what becomes of its findings.
struct RuleTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// One finding is enough for a version of an app, as all its launches have it.
  static let isReportedOnce = Self(rawValue: 1)
  /// It finds only launches slow beside others of their version: a comparison compares the times themselves.
  static let isAboutTimes = Self(rawValue: 2)
  /// A duration within all of the budgets is surely no finding, so that it need not be held; an open duration, and the
  /// end of a process, may be one.
  static let findsOnlyOverruns = Self(rawValue: 4)
  /// It looks only at callbacks that took more than `Candidate.leastNanos`, and at the process's exit, which saves a
  /// third of all looks.
  static let looksOnlyAtLongSteps = Self(rawValue: 8)
  /// It looks only at the first of its events in a launch.
  static let looksOnce = Self(rawValue: 16)
}

/// When no later line of a log that grows is expected to revoke a finding.
enum RuleSettling: Sendable {
  /// At once: it is about the time of something that has ended, which cannot become shorter.
  case withEnd
  /// Once the lines that belong before its event have come: only these can excuse it.
  case withStep
  /// When its launch is over: it says that something did not happen, or what comes later may explain it.
  case withLaunch
  /// With the last launch: it rests on several launches, of which each may change it.
  case withAllLaunches
}

enum RuleInput: Sendable {
  /// The events of these kinds, in one launch (`PatternRule`), and which of several candidates there are kept.
  case steps(KindSet, keeps: Keeping)
  /// The background tasks of one launch (`TaskRule`).
  case tasks
  /// The illegal steps of a machine, which replay finds.
  case machine(MachineID)
  /// The order of all events and what is lost between them, which only replay knows.
  case replay
  /// Several launches together, in `Findings`.
  case launches
}

/// How bad a rule's finding is, as far as the rule alone decides it.
package enum RuleSeverity: Sendable {
  case always(Severity)
  /// The severity of most findings, and in words the others and when.
  case usually(Severity, String)
  /// The machine's file says it for each state and event.
  case byMachine

  /// The severity of a finding for which neither the rule's message nor a budget says another.
  var standard: Severity {
    switch self {
    case .always(let severity), .usually(let severity, _): severity
    case .byMachine: .note
    }
  }

  /// In words, as in `warning; note for a single launch`.
  package var text: String {
    switch self {
    case .always(let severity): severity.name
    case .usually(let severity, let others): "\(severity.name); \(others)"
    case .byMachine: "depends on the state and the event"
    }
  }
}

/// The candidates of a rule in a launch that are kept.
enum Keeping: Sendable { case first, longest, each }

/// A candidate in view of its launch: what a rule's message is made from.
struct CandidateInLaunch {
  let candidate: Candidate
  let launch: JudgedLaunch
  let budgets: [BudgetID]

  var kind: EventKind { candidate.kind }
  var name: String? { launch.text(candidate.name) }
  var view: String? { launch.text(candidate.view) }
  var task: String? { launch.text(candidate.task) }
  /// What the detail names.
  var subject: String? { launch.text(candidate.detail.subject) }
  /// The measured duration for people, as in `1.50 s`.
  var time: Sentence {
    // Twice the step of a clock of whole seconds.
    "\(nanos: candidate.measured, isOnWholeSeconds: launch.summary.clockSlack >= 2_000_000_000)"
  }
  var memory: Sentence { "\(candidate.measured / 1_000_000) MB" }
  var memoryBefore: Sentence {
    guard case .memory(_, let before) = candidate.detail else { return "unknown" }
    return "\(before / 1_000_000) MB"
  }
  /// How long before the event that should have come first it came, in nanoseconds; nil if unknown.
  var timeToNext: Int64? {
    guard case .early(let next) = candidate.detail else { return nil }
    return candidate.location.nanos(to: next)
  }

  /// Work in words, as in `network 'upload'`.
  var work: Sentence {
    guard let kind = subject else { return "work" }
    return name.map { "\(name: kind) '\(name: $0)'" } ?? "\(name: kind)"
  }
  /// The names in the fingerprint of a finding about work.
  var workNames: [String] { [Normalised.name(subject ?? ""), Normalised.name(name ?? "")] }

  var overrun: BudgetOverrun? { launch.overrun(candidate.measured, slack: candidate.slack, over: budgets) }

  /// A draft that something took longer than a budget allows; nil if it did not; `others` replace the rule's budgets.
  func tookTooLong(
    _ what: @autoclosure @escaping () -> Sentence, over others: [BudgetID]? = nil, names: [String] = []
  ) -> FindingDraft? {
    var draft = launch.tookTooLong(
      what(), candidate.measured, slack: candidate.slack, over: others ?? budgets, names: names)
    // Work that was still running when it was measured took longer than that: no doubt remains about the limit.
    if candidate.isOpen { draft?.doubts.remove(.nearLimit) }
    return draft
  }
}
