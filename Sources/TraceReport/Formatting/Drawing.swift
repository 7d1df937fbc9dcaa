package import TraceModel

/// How screens for people are drawn: in how many columns, with which characters, in color or without.
///
/// Made once, from the command line and the environment, and handed to everything that draws. Outputs for programs
/// do not depend on it.
package struct Drawing: Sendable, Equatable {
  /// Columns of the terminal; nil if the text goes elsewhere, where no line is too long.
  package var width: Int?
  /// Headings and severities are set off in color, which only repeats what the words say.
  package var hasColor = false
  /// Lines, blocks and `…` are drawn with ASCII's characters; what logs say in others stays as it is.
  package var isASCII = false

  /// A drawing for a text that goes to a file or a pipe, unless the caller says otherwise.
  package init(width: Int? = nil, hasColor: Bool = false, isASCII: Bool = false) {
    self.width = width
    self.hasColor = hasColor
    self.isASCII = isASCII
  }

  /// The drawing that an environment asks for.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal that the text goes to; nil if there are none.
  ///   - isTerminal: True if the text goes to a terminal.
  ///   - color: True or false as `--color always` and `--color never` ask; nil leaves it to the environment: there
  ///     is color on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  ///   - variable: The value of a variable of the environment; nil if it is not set, or empty.
  package init(width: Int?, isTerminal: Bool, color: Bool?, variable: (_ name: String) -> String?) {
    self.width = width
    hasColor = color ?? (isTerminal && variable("NO_COLOR") == nil && !Self.isDumb(variable))
    isASCII = !Self.isUnicode(variable)
  }

  /// True for a terminal that shows text alone: it has no colors and can't move its cursor.
  package static func isDumb(_ variable: (_ name: String) -> String?) -> Bool { variable("TERM") == "dumb" }

  /// True if the locale's characters are Unicode, or no locale is set.
  ///
  /// The first variable that is set decides, as in POSIX, "Environment Variables", section 8.2. A locale's name may end in
  /// its characters' encoding, as in `de_DE.UTF-8`; one without is Unicode on the systems of today, but for `C` and `POSIX`.
  private static func isUnicode(_ variable: (_ name: String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    guard let locale = names.compactMap({ variable($0) }).first else { return true }
    if locale == "C" || locale == "POSIX" { return false }
    let name = locale.prefix { $0 != "@" }
    guard let point = name.firstIndex(of: ".") else { return true }
    let encoding = name[name.index(after: point)...].lowercased().filter { $0 != "-" }
    return encoding == "utf8"
  }

  // MARK: Characters

  /// The form of each character that tracetool draws with; marks of a state keep their one column.
  private static let asciiForms: [Character: String] = [
    "▁": ".", "▂": ":", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "%", "█": "#",
    "▒": "+", "▓": "%", "░": "-", "■": "o", "│": "|", "×": "x", "═": "=", "⫽": "~", "◂": "<", "…": "...",
    "–": "-", "—": "-", "▸": ">",
    "→": "->",
    "±": "+-", "≥": ">=", "≤": "<=", "’": "'", "“": "\"", "”": "\"",
  ]

  /// The sentence, on one line, with the characters that this drawing has; nothing in it steers a terminal.
  ///
  /// A verdict has the color with the code that `color` gives it.
  package func text(_ sentence: Sentence, verdict color: (String) -> String? = { _ in nil }) -> String {
    drawn(sentence.written(name: OutsideText.escaped, verdict: { painted($0, color($0)) }))
  }

  private func drawn(_ text: String) -> String {
    guard isASCII, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.map { Self.asciiForms[$0] ?? String($0) }.joined()
  }

  /// The text, already drawn, in the color with this ANSI code; as it is without a code or without color.
  func painted(_ text: String, _ code: String?) -> String {
    guard hasColor, let code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// The text cut to at most `limit` columns, with `…` (in ASCII `...`) where it was cut: at its end, or in its middle.
  func cut(_ text: String, to limit: Int, inside isInside: Bool = false) -> String {
    let mark = self.text("…")
    return isInside ? DisplayText.cutInside(text, to: limit, mark: mark) : DisplayText.cut(text, to: limit, end: mark)
  }
}
