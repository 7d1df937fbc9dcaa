package import TraceModel

/// One thing that is wrong, or worth knowing, in words and numbers.
///
/// Encoded as it stands it is the `finding` document of `Schemas/finding.schema.json`; absent members are left out.
package struct Finding: Graded, Sendable, Equatable, Encodable {
  /// The rule that found it.
  package var rule: RuleID
  /// How bad it is.
  package var severity: Severity
  /// Why it is only possible; empty if it is certain.
  package var doubts = DoubtSet()
  /// One sentence with names and numbers.
  package var message: Sentence
  /// The usual cause.
  package var cause: Sentence?
  /// The ids and names of what it is about; nil if it is about no such thing, or the log does not name it.
  package var launch, app, appVersion, device, osVersion, scene, task, view: String?
  /// The offending event's name.
  package var event: String?
  /// The offending event's number; nil if it has none.
  package var seq: Int64?
  /// The offending event's time: RFC 3339, UTC, nine fraction digits.
  package var time: String?
  /// The file and line of the offending event.
  package var source: SourceLine?
  /// The machine's states before the event.
  package var states: [String]?
  /// The events that were legal there.
  package var expected: [String]?
  /// The inference that it rests on.
  package var inferred: Inference?
  /// The measured value and its budget: nanoseconds, or bytes of a budget of memory.
  package var measured, limit: Int64?
  /// The budget's name.
  package var budget: String?
  /// Stable across launches and versions: rule, machine, state, names with digits as `#`, app.
  package var fingerprint: String
  /// The decision to accept it, with which it fails no check; nil for a finding that counts.
  package var accepted: Acceptance?
  /// The build of the app and the model of the device, if its launch says them; in sheets, not in the document.
  package var appBuild, deviceModel: String?
  /// The names in the fingerprint, digits as `#`: of a task, an event, a state; not in the document.
  package var names: [String] = []
  /// The launches that a median over its budget is about; not in the document, whose `message` says it.
  package var median: MedianGroup?
  /// True if it is reported once, for one launch or none, though others may have it; not in the document.
  ///
  /// The finding is about the recorder or the version: its share of launches is unknown.
  package var isReportedOnce = false
  /// The line of the configuration that set its budget, else its severity; not in the document.
  package var settingLocation: SettingLocation?

  /// How sure it is.
  package var confidence: Confidence { doubts.confidence }

  /// The launch that shows it: its own, or of a median the slowest; nil for a finding about an app.
  package var exampleLaunch: String? { launch ?? median?.slowest }

  /// The launches that have it: its own, or of a median those over the budget.
  package var launches: [String] { launch.map { [$0] } ?? median?.overNames ?? [] }

  /// True if it is certain, at least as bad as `severity`, and not accepted.
  package func fails(on severity: Severity) -> Bool {
    accepted == nil && isFailing(on: severity)
  }

  private enum CodingKeys: String, CodingKey {
    case rule, severity, confidence, doubts, message, cause
    case launch, app, appVersion, device, osVersion, scene, task, view, event
    case seq, time, source, states, expected, inferred, budget, fingerprint, accepted
    case measured = "measuredNanos"
    case limit = "budgetNanos"
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(rule, forKey: .rule)
    try members.encode(severity, forKey: .severity)
    try members.encode(confidence, forKey: .confidence)
    if !doubts.isEmpty { try members.encode(doubts, forKey: .doubts) }
    try members.encode(message, forKey: .message)
    let texts: [(CodingKeys, String?)] = [
      (.launch, launch), (.app, app), (.appVersion, appVersion), (.device, device),
      (.osVersion, osVersion), (.scene, scene), (.task, task), (.view, view), (.event, event), (.time, time),
      (.inferred, inferred.map { "\($0)" }), (.budget, budget), (.fingerprint, fingerprint),
    ]
    try members.encodeIfPresent(cause, forKey: .cause)
    for (key, text) in texts { try members.encodeIfPresent(text, forKey: key) }
    try members.encodeIfPresent(seq, forKey: .seq)
    try members.encodeIfPresent(source, forKey: .source)
    try members.encodeIfPresent(states, forKey: .states)
    try members.encodeIfPresent(expected, forKey: .expected)
    try members.encodeIfPresent(measured, forKey: .measured)
    try members.encodeIfPresent(limit, forKey: .limit)
    try members.encodeIfPresent(accepted, forKey: .accepted)
  }
}

/// The launches of one version, kind and model whose median time is over its budget.
package final class MedianGroup: Sendable, Equatable {
  /// The version of the app, the kind of the launches, the model of the devices; empty if the log does not have them.
  package let version, kind, model: String
  /// How many launches there are.
  package let count: Int
  private let table: LaunchTable?
  /// By index in the table of launches, those over the budget.
  private let overIndices: [Int32]
  /// The phase to blame around the median, beside all versions of the app, or else the longest; nil if no phase is known.
  package let phase: PhaseShare?
  /// The launch that took longest.
  package let slowest: String
  /// How many groups of the app have a median, with this one.
  package let siblingCount: Int

  init(
    version: String, kind: String, model: String, count: Int, overLaunches: [Launch], phase: PhaseShare?,
    slowest: String, siblingCount: Int
  ) {
    self.version = version
    self.kind = kind
    self.model = model
    self.count = count
    overIndices = overLaunches.map(\.index)
    table = overLaunches.first?.table
    self.phase = phase
    self.slowest = slowest
    self.siblingCount = siblingCount
  }

  /// The names of the launches over the budget.
  package var overNames: [String] {
    overIndices.compactMap { index in table.map { $0.symbols.launchID($0.summaries[Int(index)]) } }
  }

  package static func == (a: MedianGroup, b: MedianGroup) -> Bool {
    [a.version, a.kind, a.model, a.slowest] == [b.version, b.kind, b.model, b.slowest]
      && [a.count, a.siblingCount] == [b.count, b.siblingCount] && a.phase == b.phase
      && a.overNames == b.overNames
  }
}
