import Testing

@testable import TraceIngest

/// Text that is not read as it is: how it is called.
@Suite(.tags(.small)) struct ForeignTextTests {
  private static let log = #"{"event":"app.didBecomeActive","time":1760000000,"name":"Zürich 你好 😀"}"#

  /// Text in an encoding, its bytes in the order that is asked for.
  private static func encoded(_ text: String, width: Int, isBigEndian: Bool) -> [UInt8] {
    let units = width == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
    return units.flatMap { unit in
      let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  @Test(arguments: [2, 4], [false, true])
  func `UTF-16 and UTF-32 are called so, with the command for them`(width: Int, isBigEndian: Bool) throws {
    let family = "UTF-\(8 * width)"
    let order = isBigEndian ? "BE" : "LE"
    for end in ["\n", "\r\n", "\r", "\u{2028}"] {
      let text = String(repeating: Self.log + end, count: 3)
      let marked = try #require(
        ForeignText.find(in: Self.encoded("\u{FEFF}" + text, width: width, isBigEndian: isBigEndian)))
      #expect(marked.what == "text in \(family)" && marked.hint.contains("iconv -f \(family) -t UTF-8 FILE"))
      let bytes = Self.encoded(text, width: width, isBigEndian: isBigEndian)
      // The head of a log may end within a character.
      for count in [bytes.count, 200, 199, 198, 197, 4 * width] {
        let plain = try #require(ForeignText.find(in: Array(bytes.prefix(count))), "\(count)")
        #expect(plain.what == "text in \(family)\(order) without a byte-order mark")
        #expect(plain.hint.contains("iconv -f \(family)\(order) "))
      }
      #expect(marked.readable == Array(text.utf8))
    }
  }

  /// Ends of lines, and how they are called.
  private static let ends = [
    ("\r", "a carriage return alone", "tr '\\r' '\\n'"), ("\u{2028}", "U+2028", "\\xE2\\x80\\xA8"),
    ("\u{2029}", "U+2029", "\\xE2\\x80\\xA9"), ("\u{85}", "U+0085", "\\xC2\\x85"), ("\0", "NUL", "tr '\\0' '\\n'"),
    ("\r\r", "a carriage return alone", "tr"),
  ]

  @Test(arguments: ends)
  func `lines that end otherwise are called so`(end: String, name: String, command: String) throws {
    for line in [Self.log, " " + Self.log + " ", "2026-08-21 10:15:30 [shop] applicationDidBecomeActive", "[a] b"] {
      let found = try #require(ForeignText.find(in: Array((line + end + line).utf8)), "\(line)")
      #expect(found.what == "text whose lines end with \(name)" && found.hint.contains(command))
      #expect(String(decoding: found.readable, as: UTF8.self).split(separator: "\n").map(String.init) == [line, line])
      // One line is read, and what stands behind it is white space or is rejected.
      #expect(ForeignText.find(in: Array((line + end).utf8)) == nil)
      #expect(ForeignText.find(in: Array((line + end + line + "\n").utf8)) == nil)
    }
  }

  @Test(arguments: [
    "", "{", "a", log, "[\r{\"event\":\"a\"},\r{\"event\":\"b\"}\r]", "{\r\"event\":\r\"a\"}\r",
    #"{"event":"a\#u{2028}{b}\#u{2028}","#, #"{"event":"a\#u{2028}b"}"#, "a\u{1}\rb\rc", "\u{1}\0b\0c", "\0\0\0\0",
    "a\0\0\0b",
    "{\"event\":\"a\"}\0\0\0\0\0\0\0\0",
  ])
  func `what is read, or is no text, is nothing of the kind`(_ text: String) {
    #expect(ForeignText.find(in: Array(text.utf8)) == nil)
  }

  @Test func `a log of the kind that was found fails, and another text is skipped`() throws {
    for (text, isLog) in [(Self.log, true), ("Dear Sir", false), (#"{"name":"shop"}"#, false)] {
      for bytes in [
        Self.encoded("\(text)\n\(text)\n", width: 2, isBigEndian: false), Array("\(text)\r\(text)\r".utf8),
      ] {
        let foreign = try #require(ForeignText.find(in: bytes))
        var path = SourcePath("logs/a")
        path.isFound = true
        #expect(foreign.error(path, IngestOptions()).isOfNoLog == !isLog, "\(text)")
        #expect(foreign.error(path, IngestOptions()).cause == "it is \(foreign.what)")
      }
    }
  }
}
