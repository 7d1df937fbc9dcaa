import TraceAnalyzer
import TraceModel

/// Replaces texts that may name a person by hashes, and leaves those that rules look at.
package struct Redaction: Sendable {
  private static let words: [String: Set<String>] = {
    var words = Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0.name, Set($0.words)) })
    words[Field.reason.name]?.insert(LaunchNature.ofApp)
    // A task that was not granted, `UIBackgroundTaskIdentifier.invalid`.
    words[Field.task.name] = ["0"]
    return words
  }()
  /// Texts that rules look for in reasons and attributes.
  private static let phrases =
    MissingScenesText.refusals + MissingScenesText.warnings + WatchdogReport.launchEvents + WatchdogReport.otherEvents
  private static let attributes = [
    ("system", "true"), ("startUncertaintyNanos", "1000000000"), ("stillRunning", "true"), ("protectedData", "false"),
    ("protectedData", "true"), ("approximate", "true"),
  ]
  private let hash: KeyedHash
  private let formats: Set<String>

  /// A redaction with this key, which determines the hashes; `formats`, the names of input formats, stay.
  package init(key: [UInt8], formats: [String]) {
    hash = KeyedHash(key: key)
    self.formats = Set(formats)
  }

  /// A field's text that stays, or its replacement: 16 letters, and a number if the text has digits; nil for a reason.
  ///
  /// Texts that differ in digits alone have equal letters, as findings and tables treat numbered names together. In
  /// texts that all streams share upper case has no meaning.
  func hidden(_ recorded: String, _ field: String) -> String? {
    if PlainForm(of: field)?.fits(recorded) == true || Self.words[field]?.contains(recorded) == true { return recorded }
    if field == "event", EventNames.meaning(of: recorded) != nil { return recorded }
    if field == "format", formats.contains(recorded) { return recorded }
    if field == "reason" { return nil }
    // The format that records a session says how it is cut.
    if field == "source", let slash = recorded.firstIndex(of: "/"), formats.contains(String(recorded[..<slash])) {
      return recorded[...slash] + (hidden(String(recorded[slash...]), "") ?? "")
    }
    let text = ["device", "app", "boot"].contains(field) ? recorded.lowercased() : recorded
    let name = Normalised.name(text)
    let letters = hash.of(name.utf8)[..<8].flatMap { [$0 >> 4, $0 & 15] }.map { $0 + UInt8(ascii: "a") }
    let digits = hash.of(text.utf8)[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    return String(decoding: letters, as: UTF8.self) + (name == text ? "" : "-\(digits)")
  }

  /// The members of attributes and the words of a reason that rules look for; the rest is removed.
  func attributes(_ text: String, reason: String) -> [String: Cell] {
    let said = Self.phrases.filter { (reason + text).contains($0) }
    var kept = said.isEmpty ? [:] : ["said": Cell(said)]
    for (name, value) in Self.attributes where text.contains("\"\(name)\":\(value)") {
      kept[name] = Int64(value).map { Cell($0) } ?? Cell(value == "true")
    }
    if let word = LaunchSign.kept(of: text) { kept[word.key] = Cell(word.value) }
    // Reports write the allowance in several forms; the canonical format has this one.
    if let granted = WatchdogGrant.nanos(in: text) { kept["allowanceNanos"] = Cell(granted) }
    return kept
  }
}
