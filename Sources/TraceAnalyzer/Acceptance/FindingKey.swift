package import TraceModel

/// What a finding's fingerprint is the hash of: the rule, the names that count, and the app.
///
/// People review it in lists of accepted findings. It holds no measure, time, launch or device, and outlasts these.
///
/// ```swift
/// FindingKey(rule: .`background.task-overrun`, names: ["upload"], app: "com.example.shop").text
/// // background.task-overrun·upload·com.example.shop
/// ```
package struct FindingKey: Hashable, Sendable {
  private static let separator: Character = "·"
  private static let escape: Character = "\\"

  /// The rule.
  package let rule: RuleID
  /// Names of tasks, states or events, with `#` in place of digits.
  package let names: [String]
  /// Empty if the log does not name the app.
  package let app: String

  /// A key of its fields.
  package init(rule: RuleID, names: [String], app: String) {
    self.rule = rule
    self.names = names
    self.app = app
  }

  /// The key of a finding.
  package init(_ finding: Finding) {
    self.init(rule: finding.rule, names: finding.names, app: finding.app ?? "")
  }

  /// The key of a text; nil if the text does not have the form of one, or names no rule.
  package init?(text: String) {
    let parts = Self.parts(of: text)
    guard parts.count >= 2, let rule = RuleID(name: parts[0]) else { return nil }
    self.init(rule: rule, names: Array(parts[1..<(parts.count - 1)]), app: parts[parts.count - 1])
  }

  /// All fields with `·` between them; a `·` within a field has `\` before it.
  package var text: String { ([rule.name] + names + [app]).map(Self.escaped).joined(separator: String(Self.separator)) }

  /// The name of the rule in the text of a key, whether or not there is such a rule.
  package static func ruleName(in text: String) -> String { parts(of: text)[0] }

  private static func escaped(_ part: String) -> String {
    var text = ""
    for character in part {
      if character == separator || character == escape { text.append(escape) }
      text.append(character)
    }
    return text
  }

  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if !isEscaped, character == escape {
        isEscaped = true
      } else if !isEscaped, character == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
        isEscaped = false
      }
    }
    return parts
  }
}
