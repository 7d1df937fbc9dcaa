import TraceModel

/// Lines of keys and values, as Go's loggers, Heroku and Loki's agents write them: `ts=2026-10-20T12:40:00Z evt=start`.
///
/// Source: brandur.org/logfmt; pkg.go.dev/github.com/go-logfmt/logfmt.
enum Logfmt {
  /// The most words before the first key, such as a collector's time, host and process.
  private static let leadLimit = 6

  /// Nil for a line with too few keys, or with other words after its first key.
  static func object(_ line: ArraySlice<UInt8>) -> JSONValue? {
    guard line.contains(UInt8(ascii: "=")) else { return nil }
    var rest = line.drop(while: JSONScanner.isSpace)
    var object = JSONObjectText()
    var leadCount = 0
    var keys: Set<String> = []
    while !rest.isEmpty {
      let key = rest.prefix { $0.isLetter || $0.isDigit || "_-.@/:".utf8.contains($0) }
      let isKey = key.first.map { $0.isLetter || "_@".utf8.contains($0) } ?? false
      rest = rest[key.endIndex...]
      if isKey, rest.first == UInt8(ascii: "=") {
        guard let value = value(&rest, of: key.string) else { return nil }
        if keys.insert(key.string).inserted, !value.isEmpty { object.set(key.string, raw: value) }
      } else {
        leadCount += 1
        guard keys.isEmpty, leadCount <= leadLimit else { return nil }
        rest = rest.drop { !JSONScanner.isSpace($0) }
      }
      rest = rest.drop(while: JSONScanner.isSpace)
    }
    guard keys.count > (leadCount == 0 ? 1 : 2) else { return nil }
    return try? JSONValue(object.bytes[...])
  }

  /// The value after `=`, with which `rest` begins, as JSON; empty without one, nil if it does not end at a space.
  private static func value(_ rest: inout ArraySlice<UInt8>, of key: String) -> [UInt8]? {
    rest = rest.dropFirst()
    let isQuoted = rest.first == UInt8(ascii: "\"")
    let space = rest.firstIndex(where: JSONScanner.isSpace) ?? rest.endIndex
    guard let end = isQuoted ? JSONText.end(ofString: rest) : space else { return nil }
    let word = rest[..<end]
    rest = rest[end...]
    guard rest.first.map(JSONScanner.isSpace) ?? true else { return nil }
    if isQuoted { return (try? JSONValue(word)) == nil ? encoded(word.dropFirst().dropLast()) : Array(word) }
    return word.isEmpty || word.string == "null" ? [] : json(of: word, key)
  }

  /// A word as JSON: a number, a truth value or a text, which versions and ids with an exponent are: 4.10 is not 4.1,
  /// and 12e4 is no number.
  static func json(of word: ArraySlice<UInt8>, _ key: String) -> [UInt8] {
    let json = try? JSONValue(word)
    let isDecimal = word.contains(UInt8(ascii: "."))
    let isNumber = json?.isNumber == true && !word.contains { $0.isLetter } && !(isDecimal && isOfVersion(key))
    return isNumber || json?.truth != nil ? Array(word) : encoded(word)
  }

  private static func isOfVersion(_ key: String) -> Bool {
    let keys = [Field.appVersion, .osVersion, .sdkVersion].flatMap { [$0.name.lowercased()] + UsualKeys.row($0).all }
    return key.lowercased().contains("ver") || UsualKeys.rank(of: key, in: keys) != nil
  }

  private static func encoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var encoded: [UInt8] = []
    JSONText.encode(text, to: &encoded)
    return encoded
  }
}
