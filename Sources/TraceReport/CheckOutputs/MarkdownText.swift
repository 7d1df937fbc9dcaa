/// Text of logs, escaped so that it cannot be read as Markdown.
enum MarkdownText {
  /// The text as code, on one line, also in a cell of a table; empty for an empty text.
  ///
  /// No mention, link, image or heading is recognized in code. More backticks than the text has in a row enclose it,
  /// and a `|`, which would end a cell, stands between two pieces of code.
  static func code(_ text: String) -> String {
    DisplayText.escaped(text).split(separator: "|", omittingEmptySubsequences: false).map(span).joined(
      separator: "&#124;")
  }

  private static func span(_ text: Substring) -> String {
    if text.isEmpty { return "" }
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    // Rendering removes one space at both ends.
    let needsMargin = text.hasPrefix("`") || text.hasSuffix("`") || text.hasPrefix(" ") && text.hasSuffix(" ")
    let margin = needsMargin && !text.allSatisfy { $0 == " " } ? " " : ""
    return fence + margin + text + margin + fence
  }

  private static func longestRun(of scalar: Unicode.Scalar, in text: Substring) -> Int {
    var longest = 0
    var current = 0
    for other in text.unicodeScalars {
      current = other == scalar ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
