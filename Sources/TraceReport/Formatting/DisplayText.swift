/// Text as a terminal shows it.
package enum DisplayText {
  /// The text with everything written out that could steer a terminal or is no character, as `\u{1B}` and `\u{FFFE}`.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    return text.unicodeScalars.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      let isShown = !steers(scalar) && scalar.properties.generalCategory != .unassigned
      return isShown ? String(scalar) : "\\u{\(code)}"
    }.joined()
  }

  /// Lines that programs read, as a terminal shows them: what could steer it is written as JSON does, as `\u001B`.
  package static func escapedLines(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 == 0x0A || 0x20..<0x7F ~= $0 }) { return text }
    return text.map { character in
      if character == "\n" || character == "\r\n" { return String(character) }
      return character.unicodeScalars.map { scalar in
        if !steers(scalar) { return String(scalar) }
        let code = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - code.count) + code
      }.joined()
    }.joined()
  }

  /// An id as people type it: of a UUID its first eight digits, which name a launch; another text whole.
  package static func shortID(_ id: String) -> String {
    let groups = id.split(separator: "-", omittingEmptySubsequences: false)
    let isUUID = groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    return isUUID ? String(groups[0]) : escaped(id)
  }

  /// How many columns of a terminal the text fills.
  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// The text cut to at most `limit` columns, which end in `end` where it was cut.
  package static func cut(_ text: String, to limit: Int, end: String = "…") -> String {
    guard width(text) > limit else { return text }
    let room = limit - width(end)
    var used = 0
    return text.prefix { character in
      used += width(character)
      return used <= room
    } + end
  }

  /// The text cut to at most `limit` columns, with `mark` in its middle where it was cut: both its ends stay.
  package static func cutInside(_ text: String, to limit: Int, mark: String = "…") -> String {
    guard width(text) > limit else { return text }
    let tail = max(limit - width(mark), 0) / 2
    var used = 0
    let end = text.reversed().prefix { character in
      used += width(character)
      return used <= tail
    }
    return cut(text, to: limit - tail, end: mark) + String(end.reversed())
  }

  /// What stays on the line of the number before it.
  private static let units: Set<Substring> = ["ms", "s", "min", "h", "MB", "%"]

  /// The text on lines of at most `limit` columns, cut between words; a word that is longer stays whole, and a number
  /// keeps its unit.
  ///
  /// Each line but the first has `indent` spaces before it, beside those with which the text begins.
  package static func wrapped(_ text: String, to limit: Int?, indent: Int = 2) -> [String] {
    guard let limit, width(text) > limit else { return [text] }
    let lead = text.prefix { $0 == " " }.count
    let margin = String(repeating: " ", count: lead + indent)
    var lines = [String(text.prefix(lead))]
    var isEmpty = true
    for word in words(of: text) {
      let line = lines[lines.count - 1]
      if isEmpty {
        lines[lines.count - 1] = line + word
      } else if width(line) + 1 + width(word) <= limit {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(margin + word)
      }
      isEmpty = false
    }
    return lines
  }

  private static func words(of text: String) -> [String] {
    text.split(separator: " ").reduce(into: []) { words, word in
      let isUnit = units.contains(word.prefix { $0 != "," && $0 != ";" && $0 != ")" })
      if isUnit, let number = words.last, number.last?.isNumber == true {
        words[words.count - 1] = "\(number) \(word)"
      } else {
        words.append(String(word))
      }
    }
  }

  /// The pieces on lines of at most `limit` columns, with `separator` between those that share one.
  package static func filled(_ pieces: [String], to limit: Int?, separator: String = "  ") -> [String] {
    var lines: [String] = []
    for piece in pieces {
      if let last = lines.last, width(last) + separator.count + width(piece) <= limit ?? .max {
        lines[lines.count - 1] = last + separator + piece
      } else {
        lines.append(piece)
      }
    }
    return lines
  }

  private static func width(_ character: Character) -> Int {
    let first = character.unicodeScalars.first?.value ?? 0
    return first >= 0x1100 && wide.contains { $0.contains(first) } ? 2 : 1
  }

  /// Source: Unicode Standard Annex #11, East Asian Width, classes W and F by block.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFF60, 0x1F300...0x3FFFD,
  ]

  /// Control characters, line separators, and what turns the direction of text.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isBidiControl || 0x2028...0x2029 ~= scalar.value
  }
}
