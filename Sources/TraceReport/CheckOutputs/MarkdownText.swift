import TraceModel

/// Sentences in Markdown, in which no name can be read as Markdown.
enum MarkdownText {
  /// The sentence as code, on one line, also in a cell of a table; empty for an empty one.
  ///
  /// No mention, link, image or heading is recognized in code. More backticks than the text has in a row enclose it,
  /// and a `|`, which would end a cell, stands between two pieces of code.
  static func code(_ sentence: Sentence) -> String {
    sentence.description.split(separator: "|", omittingEmptySubsequences: false).map(span).joined(separator: "&#124;")
  }

  /// The sentence as text, with a verdict in bold; a name that Markdown could read as more than letters is code.
  static func prose(_ sentence: Sentence) -> String {
    sentence.written(name: { isPlain($0) ? $0 : code("\(name: $0)") }, verdict: { "**\($0)**" })
  }

  private static let letters = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,'()%:;-=+".utf8)

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy(letters.contains) && !text.contains("www.")
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
