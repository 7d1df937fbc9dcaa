import TraceAnalyzer
import TraceModel

/// Takes out of texts what may name somebody, and leaves what rules look at.
///
/// `kept-words.txt` has the fields that stay, or the words in them that do; then the phrases that rules look for in
/// reasons and attributes; then the attributes that stay with such a value.
package struct Redaction: Sendable {
  private static let tables = PackageResources.kept_words_txt.tables
  private static let words = Dictionary(
    uniqueKeysWithValues: tables[0].map { ($0[0], $0.count > 1 ? Set($0[1].split(separator: " ")) : nil) })
  private let hash: KeyedHash

  /// A redaction with this key; the same key gives the same hashes.
  package init(key: [UInt8]) { hash = KeyedHash(key: key) }

  /// A field's text that stays, else what stands for it: 16 letters, and a number if the text has digits; of a reason
  /// nothing.
  ///
  /// The letters are those of every text that differs in its digits alone, as findings and tables take numbered names
  /// together. Upper case means nothing in what all streams share.
  func hidden(_ told: String, _ field: String) -> String? {
    if let words = Self.words[field], words?.contains(told[...]) ?? true { return told }
    if field == "event", EventNames.meaning(of: told) != nil { return told }
    if field == "reason" { return nil }
    // What records a session says how it is cut.
    if field == "source", let slash = told.firstIndex(of: "/") {
      return told[...slash] + (hidden(String(told[slash...]), "") ?? "")
    }
    let text = ["device", "app", "boot"].contains(field) ? told.lowercased() : told
    let name = Normalised.name(text)
    let letters = hash.of(name.utf8)[..<8].flatMap { [$0 >> 4, $0 & 15] }.map { $0 + UInt8(ascii: "a") }
    let digits = hash.of(text.utf8)[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    return String(decoding: letters, as: UTF8.self) + (name == text ? "" : "-\(digits)")
  }

  /// What is left of attributes and a reason: what rules look for in them.
  func attributes(_ text: String, reason: String) -> [String: Cell] {
    let said = Self.tables[1].joined().filter { (reason + text).contains($0) }
    var kept = said.isEmpty ? [:] : ["said": Cell(said)]
    for row in Self.tables[2] where text.contains("\"\(row[0])\":\(row[1])") {
      kept[row[0]] = Int64(row[1]).map { Cell($0) } ?? Cell(row[1] == "true")
    }
    // Whatever they call it, and with nothing else that they say.
    if let granted = WatchdogGrant.nanos(in: text) { kept["allowanceNanos"] = Cell(granted) }
    return kept
  }
}
