import TraceModel

/// Text as a terminal shows it.
package enum DisplayText {
  /// Lines that programs read, with what could steer a terminal or the runner of a job written as JSON does, as `\u001B`.
  ///
  /// In JSON that stands in texts alone, and means the same there.
  package static func escapedLines(_ text: String) -> String {
    if !mayHoldCommand(text[...]), !text.unicodeScalars.contains(where: { $0.steers && $0 != "\n" }) { return text }
    var lines = ""
    var last: (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let endsLine = scalar == "\n" || scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      let beginsCommand = scalar == "[" && last == ("#", "#")
      if !endsLine, scalar.steers || beginsCommand {
        let code = String(scalar.value, radix: 16, uppercase: true)
        lines += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      } else {
        lines.unicodeScalars.append(scalar)
      }
      last = (last.1, scalar)
    }
    return lines
  }

  /// What a text for people gets at last, whatever stands in it: of what steers a terminal only our colors stay, if
  /// there are to be any, and no line of it is a command to the runner of a job.
  ///
  /// Names and values are escaped where they are drawn (`Drawing.text`): a line break of theirs could not be told from
  /// ours here.
  package static func guarded(_ text: String, hasColor: Bool) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if !line.contains(where: { $0.steers && $0 != "\t" }), !mayHoldCommand(Substring(line)) { return String(line) }
      var shown = ""
      var rest = line
      while let scalar = rest.first {
        let length = hasColor && scalar == "\u{1B}" ? colorLength(rest) : 0
        if length > 0 {
          shown.unicodeScalars += rest.prefix(length)
        } else if scalar.steers, scalar != "\t" {
          shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          shown.unicodeScalars.append(scalar)
        }
        rest = rest.dropFirst(max(length, 1))
      }
      shown = OutsideText.withoutCommands(shown)
      let indent = shown.prefix { $0 == " " }
      let isCommand = shown.dropFirst(indent.count).hasPrefix("::")
      return isCommand ? indent + "\\u{3A}" + shown.dropFirst(indent.count + 1) : shown
    }
    return lines.joined(separator: "\n")
  }

  /// How long the sequence is with which a text begins, if it is one by which we paint; else 0.
  private static func colorLength(_ text: Substring.UnicodeScalarView) -> Int {
    let digits = text.dropFirst(2).prefix { "0"..."9" ~= $0 }
    guard text.dropFirst().first == "[", 1...2 ~= digits.count, text.dropFirst(2 + digits.count).first == "m" else {
      return 0
    }
    return 3 + digits.count
  }

  /// True if a text may hold what begins a command to the runner of a job: `##[`, or `::` at the beginning of a line.
  private static func mayHoldCommand(_ text: Substring) -> Bool {
    var last: (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "["), last == (UInt8(ascii: "#"), UInt8(ascii: "#")) { return true }
      if byte == UInt8(ascii: ":"), last.1 == byte { return true }
      last = (last.1, byte)
    }
    return false
  }

  /// An id as people type it: of a UUID its first eight digits, which name a launch; another text whole.
  package static func shortID(_ id: String) -> String {
    let groups = id.split(separator: "-", omittingEmptySubsequences: false)
    let isUUID = groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    return isUUID ? String(groups[0]) : OutsideText.escaped(id)
  }

  /// How many columns of a terminal the text fills; colors fill none.
  package static func width(_ text: String) -> Int {
    guard text.utf8.contains(0x1B) else { return text.reduce(0) { $0 + width($1) } }
    var plain = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      let length = scalar == "\u{1B}" ? colorLength(rest) : 0
      if length == 0 { plain.unicodeScalars.append(scalar) }
      rest = rest.dropFirst(max(length, 1))
    }
    return plain.reduce(0) { $0 + width($1) }
  }

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
}
