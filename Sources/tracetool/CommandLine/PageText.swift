/// Text for people, filled to the width of their window.
enum PageText {
  /// The columns that pages are written for, and the most that they fill.
  static let fullWidth = 80

  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Marks a line of code, which stays as it is.
  private static let codeMargin = "\t"

  /// A page in which each of `code`, indented by four columns there, is marked as code.
  static func marking(_ code: [String], in page: String) -> String {
    code.reduce(page) { page, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
      let marked = lines.map { $0.isEmpty ? "" : codeMargin + $0 }
      return page.replacing(lines.joined(separator: "\n"), with: marked.joined(separator: "\n"))
    }
  }

  /// A page that was wrapped by hand at 80 columns, wrapped anew for a narrower window.
  ///
  /// A line continues in the next one if the first word of that would not have fit: all other ends of lines stay.
  static func filled(_ page: String, width: Int) -> String {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.allSatisfy({ $0.count <= width && !$0.hasPrefix(codeMargin) }) { return page }
    var filled: [String] = []
    var index = 0
    while index < lines.count {
      var text = lines[index]
      if text.hasPrefix(codeMargin) {
        filled.append(String(text.dropFirst(codeMargin.count)))
        index += 1
        continue
      }
      var indent: Int?
      var last = text
      while index + 1 < lines.count, goesOn(last, in: lines[index + 1]) {
        last = lines[index + 1]
        indent = indent ?? margin(last)
        text += " " + last.drop { $0 == " " }
        index += 1
      }
      filled += folded(text, hanging: indent, width: width)
      index += 1
    }
    return filled.joined(separator: "\n")
  }

  private static func margin(_ line: String) -> Int { line.prefix { $0 == " " }.count }

  private static func goesOn(_ line: String, in next: String) -> Bool {
    guard let word = next.split(separator: " ").first, !line.isEmpty, !word.hasPrefix("-"), !word.hasPrefix("$") else {
      return false
    }
    let isFull = line.count <= fullWidth && line.count + 1 + word.count > fullWidth
    return isFull && margin(next) >= margin(line)
  }

  /// A line wrapped to a width; further lines are indented to its text.
  private static func folded(_ line: String, hanging: Int?, width: Int) -> [String] {
    if line.count <= width { return [line] }
    let own = margin(line)
    let head = line.dropFirst(own)
    var indent = hanging ?? own
    var first = String(repeating: " ", count: own)
    var rest = String(head)
    if let gap = head.firstRange(of: "  ") {
      let text = head[gap.lowerBound...].drop { $0 == " " }
      let column = own + head.distance(from: head.startIndex, to: text.startIndex)
      indent = column <= width / 2 ? column : own + 2
      let term = String(repeating: " ", count: own) + head[..<gap.lowerBound]
      first = column <= width / 2 ? term + String(repeating: " ", count: column - term.count) : term + " "
      rest = String(text)
    } else if hanging == nil, head.hasPrefix("- ") {
      indent = own + 2
    }
    if indent > width / 2 { indent = own }
    let start = first.count > indent ? String(repeating: "x", count: min(first.count - indent, width)) : ""
    let words = wrapped(start.isEmpty ? rest : "\(start)\(rest.isEmpty ? "" : rest)", width: width - indent)
    return words.enumerated().map { number, text in
      number == 0
        ? first + text.dropFirst(start.count) : String(repeating: " ", count: indent) + text
    }
  }
}
