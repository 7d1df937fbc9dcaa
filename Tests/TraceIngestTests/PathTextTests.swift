import Testing

@testable import TraceIngest

@Suite(.tags(.medium)) struct PathTextTests {
  static let paths: [(path: [UInt8], name: String)] = [
    (Array("logs/a b.jsonl".utf8), "logs/a b.jsonl"),
    (Array("café/😀.jsonl".utf8), "café/😀.jsonl"),
    (Array("a\\b.jsonl".utf8), "a\\b.jsonl"),
    (Array("a\\\\b.jsonl".utf8), "a\\\\b.jsonl"),
    (Array("caf".utf8) + [0xE9] + Array(".jsonl".utf8), "caf\\xE9.jsonl"),
    (Array("caf\\xE9.jsonl".utf8), "caf\\\\xE9.jsonl"),
    (Array("caf\\\\xE9.jsonl".utf8), "caf\\\\\\\\xE9.jsonl"),
    ([0xFF] + Array("\\".utf8) + [0xC3, 0xA9, 0xC3], "\\xFF\\\\é\\xC3"),
    (Array("\\x-0 \\x+1 \\xg0".utf8), "\\x-0 \\x+1 \\xg0"),
    (Array("ends in \\".utf8), "ends in \\"),
    // A name is one line, and steers no terminal.
    (Array("a\nb\r\u{1B}[2J.jsonl".utf8), "a\\x0Ab\\x0D\\x1B[2J.jsonl"),
    (Array("\u{202E}\u{85}\\".utf8), "\\xE2\\x80\\xAE\\xC2\\x85\\\\"),
  ]

  @Test(arguments: paths)
  func `each path has a name of its own, from which it can be known`(_ path: [UInt8], _ name: String) {
    #expect(SourcePath(bytes: path).name == name)
    #expect(SourcePath(name: name).bytes == path)
    #expect(SourcePath(PathText.argument(path)).bytes == path)
  }

  @Test func `an argument is a word of a shell, which shows nothing raw`() {
    let words = [
      ("a-b/c.jsonl", "a-b/c.jsonl"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
      ("a\nb'c", "$'a\\x0Ab\\'c'"),
      ("\u{1B}]0;x\u{7}\\", "$'\\x1B]0;x\\x07\\\\'"), (PathText.argument([0xFF, 0x27]), "$'\\xFF\\''"),
    ]
    for (argument, word) in words { #expect(PathText.shellWord(ofArgument: argument) == word, "\(argument)") }
  }

  @Test func `no two paths of any bytes share a name`() {
    let bytes: [UInt8] = [0x5C, 0x78, 0x46, 0xFF, 0xC3, 0xA9]
    var paths: [[UInt8]] = [[]]
    for length in 0..<5 {
      paths += paths.filter { $0.count == length }.flatMap { path in bytes.map { path + [$0] } }
    }
    let all = Set(paths)
    #expect(all.count > 7_000)
    var names: Set<[UInt8]> = []
    for path in all {
      let name = SourcePath(bytes: path).name
      names.insert(Array(name.utf8))
      #expect(SourcePath(name: name).bytes == path)
    }
    #expect(names.count == all.count)
  }
}
