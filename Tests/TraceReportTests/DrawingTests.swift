import Testing
import TraceModel

@testable import TraceReport

@Suite(.tags(.small)) struct DrawingTests {
  /// A drawing on a terminal with these variables.
  private static func drawing(_ environment: [String: String], color: Bool? = nil) -> Drawing {
    Drawing(width: 80, isTerminal: true, color: color) { environment[$0] }
  }

  @Test(
    arguments: [
      ([:], nil, true), (["TERM": "xterm-256color"], nil, true), (["TERM": "dumb"], nil, false),
      (["NO_COLOR": "1"], nil, false), (["TERM": "dumb"], true, true), ([:], false, false),
    ] as [([String: String], Bool?, Bool)])
  func `a terminal has color unless it is dumb or somebody asks for none`(
    _ environment: [String: String], _ color: Bool?, _ hasColor: Bool
  ) {
    #expect(Self.drawing(environment, color: color).hasColor == hasColor)
    let elsewhere = Drawing(width: nil, isTerminal: false, color: nil) { environment[$0] }
    #expect(!elsewhere.hasColor)
  }

  @Test(arguments: [
    ([:], false), (["LANG": "C"], true), (["LANG": "POSIX"], true), (["LANG": "C.UTF-8"], false),
    (["LANG": "de_DE.utf8@euro"], false), (["LANG": "de_DE.ISO-8859-1"], true), (["LANG": "en_US"], false),
    (["LANG": "C", "LC_ALL": "en_US.UTF-8"], false), (["LANG": "en_US.UTF-8", "LC_CTYPE": "C"], true),
    (["LC_CTYPE": "C", "LC_ALL": "C.UTF-8"], false),
  ])
  func `a locale without Unicode draws in ASCII`(_ environment: [String: String], _ isASCII: Bool) {
    #expect(Self.drawing(environment).isASCII == isASCII)
  }

  @Test func `ASCII has a form of each character that is drawn, and leaves the texts of logs`() {
    let drawing = Drawing(width: 22, isASCII: true)
    #expect(drawing.text("│12 ms ░░▒█■ 3 × 5.3 … 10.5 % naïve") == "|12 ms --+#o 3 x 5.3 ... 10.5 % naïve")
    let table = Table("× over", ["name", "count"], [[.text("synchronize-everything"), .count(1234)]], notes: ["…"])
    #expect(
      table.text(drawing) == """
        x over
        name             count
        synchronize-...  1,234
        ...

        """)
  }
}
