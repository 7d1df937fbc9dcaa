package import TraceModel

/// The severities that a configuration gives to rules, and the rules that it turns off.
///
/// ```swift
/// var settings = RuleSettings()
/// settings.add(RuleSettings.Entry("order.*", .off, at: location))
/// settings.add(RuleSettings.Entry("order.scene", .error, at: location))
/// settings[.`order.scene`]?.setting  // .error, in whatever order they were added
/// ```
package struct RuleSettings: Sendable {
  /// A setting of one rule, or of all whose names begin alike.
  package struct Entry: Sendable, Equatable {
    /// The name of a rule, or the beginning of one and `.*`.
    package let pattern: String
    package let setting: RuleSetting
    package let location: SettingLocation

    /// A setting of what a pattern names.
    package init(_ pattern: String, _ setting: RuleSetting, at location: SettingLocation) {
      self.pattern = pattern
      self.setting = setting
      self.location = location
    }
  }

  /// The settings in the order in which they were added.
  package private(set) var entries: [Entry] = []
  /// The index in `entries` of the setting that counts for each rule, by `RuleID.rawValue`; empty without settings.
  private var indices: [Int?] = []

  /// No settings: each finding has the severity that its rule or budget gives it.
  package init() {}

  /// True if a text is the name of a rule, or the beginning of one and `.*`.
  package static func isPattern(_ text: String) -> Bool { RuleID.allCases.contains { fits(text, $0) } }

  /// Adds a setting; of all that fit a rule, the one with the longest pattern counts.
  package mutating func add(_ entry: Entry) {
    entries.append(entry)
    indices = RuleID.allCases.map { rule in
      let fitting = entries.indices.filter { Self.fits(entries[$0].pattern, rule) }
      return fitting.max { entries[$0].pattern.utf8.count < entries[$1].pattern.utf8.count }
    }
  }

  /// The setting that counts for a rule; nil without one.
  package subscript(rule: RuleID) -> Entry? {
    if indices.isEmpty { return nil }
    return indices[Int(rule.rawValue)].map { entries[$0] }
  }

  /// The rules whose findings are left out, in the order of `RuleID`.
  package var off: [RuleID] { indices.isEmpty ? [] : RuleID.allCases.filter { self[$0]?.setting == .off } }

  private static func fits(_ pattern: String, _ rule: RuleID) -> Bool {
    pattern.hasSuffix(".*") ? rule.name.hasPrefix(pattern.dropLast()) : rule.name == pattern
  }
}

/// The severity that a configuration gives to the findings of a rule, or that it leaves them out.
package enum RuleSetting: String, Sendable, CaseIterable {
  /// They are left out of everything.
  case off
  case note, warning, error
  /// Each keeps the severity that the rule or the budget gives it.
  case `default`

  /// The severity of all of the rule's findings; nil if the setting gives none.
  package var severity: Severity? {
    switch self {
    case .off, .default: nil
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }
}
