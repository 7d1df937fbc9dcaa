import TraceAnalyzer
import TraceModel

/// Takes out of texts what may name somebody, and leaves what rules look at.
///
/// `kept-words.txt` has the words that stay, by the fields in which they do; then the phrases that rules look for in
/// reasons and attributes; then the attributes that stay with such a value.
package struct Redaction: Sendable {
  /// What a text is, by the names in `kept-words.txt`; upper case means nothing in what is caseless.
  enum Field: String { case plain, reasons, kinds, roles, threads, ids, caseless, events }

  private static let pages = PackageResources.kept_words_txt.lines.split(separator: "")
  private static let words = pages[0].reduce(into: [String: Set<String>]()) { words, line in
    let row = line.split(separator: " ").map(String.init)
    words[row[0], default: []].formUnion(row.dropFirst())
  }
  private let hash: KeyedHash

  /// A redaction with this key; the same key gives the same hashes.
  package init(key: [UInt8]) { hash = KeyedHash(key: key) }

  private static func keeps(_ text: String, _ field: Field) -> Bool {
    if field == .events { return EventNames.meaning(of: text) != nil }
    return field == .plain || words[field.rawValue]?.contains(text) ?? false
  }

  /// A text that stays, else what stands for it: 16 letters, and a number if the text has digits; of a reason nothing.
  ///
  /// The letters are those of every text that differs in its digits alone, as findings and tables take numbered names
  /// together.
  func hidden(_ told: String, _ field: Field) -> String? {
    if Self.keeps(told, field) { return told }
    if field == .reasons { return nil }
    let text = field == .caseless ? told.lowercased() : told
    let name = Normalised.name(text)
    let letters = hash.of(name.utf8)[..<8].flatMap { [$0 >> 4, $0 & 15] }.map { $0 + UInt8(ascii: "a") }
    let digits = hash.of(text.utf8)[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    return String(decoding: letters, as: UTF8.self) + (name == text ? "" : "-\(digits)")
  }

  /// What is left of attributes and a reason: what rules look for in them.
  func attributes(_ text: String, reason: String) -> [String: Cell] {
    let said = Self.pages[1].filter { (reason + text).contains($0) }
    var kept = said.isEmpty ? [:] : ["said": Cell(Array(said))]
    for line in Self.pages[2] {
      let (key, value) = (String(line.prefix { $0 != " " }), line.drop { $0 != " " }.dropFirst())
      if text.contains("\"\(key)\":\(value)") { kept[key] = Int64(value).map { Cell($0) } ?? Cell(true) }
    }
    return kept
  }
}
