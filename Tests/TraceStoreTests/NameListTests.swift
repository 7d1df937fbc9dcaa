import Testing

@testable import TraceStore

/// Several names in one text are read as they were written, whatever stands in them.
@Suite(.tags(.small)) struct NameListTests {
  @Test(arguments: [
    ([""], ""), (["sync"], "sync"), (["sync", "refresh feed"], "sync|refresh feed"), (["", "", "a"], "||a"),
    (["a|b", "c"], #"a\|b|c"#), ([#"a\"#, "|"], #"a\\|\|"#), ([#"\|\\"#, ""], #"\\\|\\\\|"#),
    (["é\u{301}", "🧭"], "é\u{301}|🧭"),
  ])
  func `names and their text`(_ names: [String], _ text: String) {
    #expect(NameList.joined(names) == text)
    #expect(NameList.names(in: text) == names)
  }

  @Test(arguments: [(#"a\"#, ["a"]), (#"\b"#, ["b"])])
  func `a text that nobody wrote so is read as far as it can be`(_ text: String, _ names: [String]) {
    #expect(NameList.names(in: text) == names)
  }
}
