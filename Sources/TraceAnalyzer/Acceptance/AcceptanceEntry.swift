package import TraceModel

/// A decision of a team to live with some findings, as a configuration or a baseline holds it.
package struct AcceptanceEntry: Sendable, Equatable {
  /// A measure may exceed the worst that was accepted by a tenth: no two runs measure the same.
  private static let slackDivisor: Int64 = 10

  /// The findings that are accepted.
  package let subject: AcceptanceSubject
  /// Why they are accepted.
  package let reason: String
  /// How long they are accepted.
  package let term: AcceptanceTerm
  /// The worst measure that is accepted, in nanoseconds or bytes; nil for any.
  package let worst: Int64?
  /// The line that holds the entry.
  package let location: SettingLocation

  /// An entry that stands at a location.
  package init(
    _ subject: AcceptanceSubject, reason: String, term: AcceptanceTerm, worst: Int64?, at location: SettingLocation
  ) {
    self.subject = subject
    self.reason = reason
    self.term = term
    self.worst = worst
    self.location = location
  }

  var acceptance: Acceptance {
    Acceptance(reason: reason, until: term.lastDay?.text, location: location.text)
  }

  /// True if the entry no longer holds on `today`.
  package func isOver(on today: Day) -> Bool { term.lastDay.map { $0 < today } ?? false }

  /// True if a measure is not worse than what was accepted; true without a measure.
  package func allows(_ measured: Int64?) -> Bool {
    guard let measured, let worst else { return true }
    return measured <= worst + worst / Self.slackDivisor
  }
}

/// The findings that an entry of accepted findings is about.
package enum AcceptanceSubject: Sendable, Equatable {
  /// The findings with this key, as the tool writes them.
  case key(FindingKey)
  /// The findings of a rule and, if given, with a name, of an app and of a version, as people write them.
  case fields(rule: RuleID, name: String?, app: String?, appVersion: String?)

  /// The rule of the findings.
  package var rule: RuleID {
    switch self {
    case .key(let key): key.rule
    case .fields(let rule, _, _, _): rule
    }
  }

  /// The number of fields that it gives, all for a key: of two fitting entries the one that gives more decides.
  var fieldCount: Int {
    switch self {
    case .key: .max
    case .fields(_, let name, let app, let version): [name, app, version].count { $0 != nil }
    }
  }

  func contains(_ key: FindingKey, appVersion: String?) -> Bool {
    switch self {
    case .key(let own): return own == key
    case .fields(let rule, let name, let app, let version):
      if rule != key.rule { return false }
      if let name, !key.names.contains(Normalised.name(name)), !key.names.contains(name) { return false }
      if let app, app != key.app { return false }
      return version == nil || version == appVersion
    }
  }

  /// As in `background.task-overrun·upload·com.example.shop`, or `background.task-overrun, name upload`.
  package var text: String {
    switch self {
    case .key(let key): return key.text
    case .fields(let rule, let name, let app, let version):
      let parts = [("name", name), ("app", app), ("appVersion", version)]
      return ([rule.name] + parts.compactMap { part, value in value.map { "\(part) \($0)" } }).joined(separator: ", ")
    }
  }
}

/// How long a finding is accepted.
package enum AcceptanceTerm: Sendable, Equatable {
  /// Up to this day in UTC, which is the last one.
  case until(Day)
  case forever

  /// The last day; nil if there is none.
  package var lastDay: Day? {
    switch self {
    case .until(let day): day
    case .forever: nil
    }
  }
}
