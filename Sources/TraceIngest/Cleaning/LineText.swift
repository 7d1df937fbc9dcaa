/// Undoes what a page, an editor or a terminal changed within a line.
///
///     "\\[app&lt;com.example.shop&gt;:512\\]<br>"  →  "[app<com.example.shop>:512]"
enum LineText {
  /// HTML entities that occur in logs, without their `&`; `number` decodes those by number, as `&#60;`.
  private static let entities = pairs([
    "lt;": "<", "gt;": ">", "amp;": "&", "quot;": "\"", "apos;": "'", "nbsp;": " ", "Tab;": "\t",
    "NewLine;": "\n", "lbrack;": "[", "rbrack;": "]", "lsqb;": "[", "rsqb;": "]", "lpar;": "(",
    "rpar;": ")", "colon;": ":", "semi;": ";", "lowbar;": "_", "hyphen;": "-", "mdash;": "-",
    "ndash;": "-", "rarr;": "->", "hellip;": "…", "ensp;": " ", "emsp;": " ", "thinsp;": " ",
    "ldquo;": "\"", "rdquo;": "\"", "lsquo;": "'", "rsquo;": "'", "verbar;": "|", "vert;": "|",
  ])
  /// HTML tags, each with the text that replaces it; any other text in angle brackets belongs to the log.
  private static let tags = pairs([
    "br": "\n", "p": "\n", "div": "\n", "li": "\n", "tr": "\n", "pre": "\n", "blockquote": "\n",
    "td": "\t", "th": "\t", "span": "", "code": "", "ul": "", "ol": "", "table": "", "tbody": "",
    "thead": "", "font": "", "strong": "", "em": "", "b": "", "i": "", "u": "", "a": "", "s": "",
    "sup": "", "sub": "", "kbd": "", "samp": "", "tt": "", "wbr": "", "mark": "", "details": "\n",
    "summary": "\n", "h1": "\n", "h2": "\n", "h3": "\n", "h4": "\n",
  ])
  /// Typographic spaces and marks, each with the plain text that it replaced.
  private static let oddMarks = pairs([
    "\u{00A0}": " ", "\u{202F}": " ", "\u{2007}": " ", "\u{2009}": " ", "\u{2002}": " ", "\u{2003}": " ",
    "\u{3000}": " ", "\u{200B}": "", "\u{200C}": "", "\u{200D}": "", "\u{2060}": "", "\u{FEFF}": "",
    "\u{00AD}": "", "\u{200E}": "", "\u{2028}": "\n", "\u{201C}": "\"", "\u{201D}": "\"", "\u{201E}": "\"",
    "\u{2018}": "'", "\u{2019}": "'", "\u{2192}": "->", "\u{2212}": "-", "\u{2011}": "-",
  ])
  /// What is left where a page dropped text in angle brackets as if it were a tag, and the text before that.
  private static let lostTags = pairs([
    "] : ": "] <Notice>: ", "background task : taskID": "background task <>: taskID",
    "handlers were called: : taskID": "handlers were called: <>: taskID",
    "identity: app": "identity: app<private>",
  ])

  private static func pairs(_ texts: KeyValuePairs<String, String>) -> [(from: [UInt8], to: [UInt8])] {
    texts.map { (Array($0.key.utf8), Array($0.value.utf8)) }
  }

  /// The restored text, and the steps that were undone; with `isJSON`, its own backslashes stay.
  static func undo(_ text: ArraySlice<UInt8>, isJSON: Bool = false) -> (text: [UInt8], steps: Set<CleaningStep>) {
    var clean = Array(text)
    var steps: Set<CleaningStep> = []
    func note(_ step: CleaningStep, _ change: (ArraySlice<UInt8>) -> [UInt8]?) {
      guard let changed = change(clean[...]) else { return }
      clean = changed
      steps.insert(step)
    }
    note(.colour, withoutColours)
    note(.oddSpace, withoutOddMarks)
    note(.tag, withoutTags)
    note(.entity) { text in
      let plain = withoutEntities(text)
      return plain.elementsEqual(text) ? nil : plain
    }
    if !isJSON { note(.escape, withoutEscapes) }
    note(.lostTag, withLostTags)
    return (clean, steps)
  }

  private static func withoutOddMarks(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    change(text, at: { $0 >= 0x80 }) { rest in
      oddMarks.first { rest.starts(with: $0.from) }.map { ($0.from.count, $0.to) }
    }
  }

  /// The text without a terminal's sequences for colours, `ESC [ 1 ; 31 m`.
  ///
  /// Some copies have `^[` for the byte ESC, or have lost it.
  /// A command of Buildkite and others to the terminal is between `ESC _`, or `ESC ]`, and a bell.
  private static func withoutColours(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    change(text, at: "\u{1B}^[".utf8.contains) { rest in
      if rest.first == 0x1B, let kind = rest.dropFirst().first, "_]".utf8.contains(kind) {
        return rest.firstIndex(of: 0x07).map { ($0 + 1 - rest.startIndex, []) }
      }
      var behind = rest
      if behind.first == 0x1B {
        behind = behind.dropFirst()
      } else if behind.starts(with: "^[".utf8) {
        behind = behind.dropFirst(2)
      }
      guard behind.first == UInt8(ascii: "[") else { return nil }
      let end = behind.dropFirst().drop { $0.isDigit || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "?") }
      // Without the byte ESC, only brackets with a digit after them are such a sequence.
      let isLost = rest.first == UInt8(ascii: "[")
      guard let last = end.first, last == UInt8(ascii: "m") || !isLost && "KJHh".utf8.contains(last),
        !isLost || end.startIndex > behind.startIndex + 1
      else { return nil }
      return (end.startIndex + 1 - rest.startIndex, [])
    }
  }

  private static func withoutTags(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    change(text, at: "<".utf8.contains) { rest in
      let inner = rest.dropFirst().drop { $0 == UInt8(ascii: "/") }
      let isClosing = inner.startIndex > rest.startIndex + 1
      for (name, text) in tags where inner.starts(with: name) {
        let behind = inner.dropFirst(name.count)
        guard let next = behind.first, " />".utf8.contains(next), let end = behind.firstIndex(of: UInt8(ascii: ">")),
          !behind[..<end].contains(UInt8(ascii: "<"))
        else { continue }
        return (end + 1 - rest.startIndex, isClosing && text == [UInt8(ascii: "\t")] ? [] : text)
      }
      return nil
    }
  }

  /// The text with the characters for which HTML entities stand; a page may have escaped them twice, as in `&amp;lt;`.
  static func withoutEntities(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain = Array(text)
    for _ in 0..<2 {
      let further = change(plain[...], at: "&".utf8.contains) { rest in
        let name = rest.dropFirst()
        if name.first == UInt8(ascii: "#") { return number(name.dropFirst()).map { ($0.length + 2, $0.text) } }
        return entities.first { name.starts(with: $0.from) }.map { ($0.from.count + 1, $0.to) }
      }
      guard let further else { break }
      plain = further
    }
    return plain
  }

  /// Decodes an entity by its number, decimal or as in `x3C`, up to its semicolon; nil if it is none.
  private static func number(_ text: ArraySlice<UInt8>) -> (length: Int, text: [UInt8])? {
    guard let end = text.prefix(9).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let digits = text[..<end].string
    let value = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let character = value.flatMap(Unicode.Scalar.init) else { return nil }
    let isSpace = character == "\u{A0}"
    return (end + 1 - text.startIndex, isSpace ? [0x20] : Array(String(Character(character)).utf8))
  }

  /// The text without the backslashes that Markdown, JSON and C put before marks, and with tabs and newlines for `\t`
  /// and `\n`.
  private static func withoutEscapes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    change(text, at: "\\".utf8.contains) { rest in
      guard let next = rest.dropFirst().first else { return (1, []) }
      switch next {
      case UInt8(ascii: "t"): return (2, [0x09])
      case UInt8(ascii: "n"): return (2, [0x0A])
      case UInt8(ascii: "r"): return (2, [])
      case UInt8(ascii: "u"):
        let digits = rest.dropFirst(2).prefix(4).string
        guard digits.utf8.count == 4, let character = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
          return nil
        }
        return (6, Array(String(Character(character)).utf8))
      case 0x0A: return (1, [])
      case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: return (2, [next])
      default: return nil
      }
    }
  }

  private static func withLostTags(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    // A page that kept one `<` kept them all.
    if text.contains(UInt8(ascii: "<")) { return nil }
    for (left, whole) in lostTags {
      guard let start = text.firstIndex(of: left) else { continue }
      return Array(text[..<start]) + whole + text[(start + left.count)...]
    }
    return nil
  }

  /// The text with each match of `body` replaced, which is tried at the bytes for which `isMark` is true; nil
  /// without a match.
  ///
  /// `body` returns the length of its match in bytes, and the new text.
  private static func change(
    _ text: ArraySlice<UInt8>, at isMark: (UInt8) -> Bool,
    _ body: (ArraySlice<UInt8>) -> (length: Int, text: [UInt8])?
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var kept = text.startIndex
    var at = text.startIndex
    while at < text.endIndex {
      guard isMark(text[at]), let (length, replacement) = body(text[at...]) else {
        at += 1
        continue
      }
      result += text[kept..<at] + replacement
      at += length
      kept = at
    }
    return kept == text.startIndex ? nil : result + text[kept...]
  }
}
