package import TraceModel

/// The findings that an entry of accepted findings is about.
package enum AcceptanceSubject: Sendable, Equatable {
  /// Those with this key, as the tool writes them.
  case key(FindingKey)
  /// Those of a rule and, where they are given, with a name, of an app and of a version, as people write them.
  case fields(rule: RuleID, name: String?, app: String?, appVersion: String?)

  /// The rule of the findings.
  package var rule: RuleID {
    switch self {
    case .key(let key): key.rule
    case .fields(let rule, _, _, _): rule
    }
  }

  /// How many fields it gives; a key gives all.
  ///
  /// Of two entries that fit a finding, the one that gives more decides.
  var fieldCount: Int {
    switch self {
    case .key: .max
    case .fields(_, let name, let app, let version): [name, app, version].count { $0 != nil }
    }
  }

  /// True if a finding with this key, of this version, is one of them.
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
