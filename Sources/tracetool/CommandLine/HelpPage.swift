/// The help pages, made from the declarations of the commands.
enum HelpPage {
  /// The columns of a page.
  private static let width = 80

  /// The page of a command, with the defaults that are built in.
  static func text<C: Command>(of command: C.Type) -> String {
    let summary = wrapped(C.summary, width: width).joined(separator: "\n")
    var parts = ["\(summary)\n", "Usage: \(usage(of: command))\n"]
    if !C.discussion.isEmpty { parts.append("\(C.discussion)\n") }
    parts.append(examples(C.examples))
    if !C.operands.isEmpty {
      parts.append(list("Arguments", C.operands.map { (term: $0.name, text: "\($0.help).") }))
    }
    let command = C(Defaults())
    let help = (term: "--help", text: "Show this help.")
    for (place, group) in C.options.enumerated() {
      let isLast = place == C.options.count - 1
      let rows = group.options.map { (term: $0.synopsis, text: $0.help(for: command)) }
      parts.append(list(group.title, rows + (isLast ? [help] : [])))
    }
    return parts.joined(separator: "\n")
  }

  /// The line that shows the order of a command's words.
  static func usage<C: Command>(of command: C.Type) -> String {
    let words = ["tracetool", C.name] + C.operands.map(\.synopsis) + (C.options.isEmpty ? [] : ["[options]"])
    return words.joined(separator: " ")
  }

  /// The page of the program.
  static var overview: String {
    let parts = [
      "Analyze how the launches and the life cycle of an iOS app went.\n",
      "Usage: tracetool COMMAND [options]\n",
      examples([
        Example("ingest logs/", "Take every log of a folder into the store; repeat it to add what is new."),
        Example("report --launch-times", "Show how long launches took, by kind."),
        Example("check logs/", "Check logs in CI, without a store."),
      ]),
      list("Commands", CommandList.all.map { (term: $0.name, text: $0.summary) }),
      list("Topics", HelpTopic.all.map { (term: $0.name, text: $0.summary) }),
      """
      'tracetool help COMMAND' explains a command and its options, 'tracetool help
      TOPIC' a topic, 'tracetool explain RULE' a rule.

      """,
    ]
    return parts.joined(separator: "\n")
  }

  private static func examples(_ examples: [Example]) -> String {
    let lines = examples.flatMap { ["  tracetool \($0.line)", "      \($0.explanation)"] }
    return (["Examples:"] + lines).joined(separator: "\n") + "\n"
  }

  /// Terms in one column, their texts in another, wrapped.
  static func list(_ title: String, _ rows: [(term: String, text: String)]) -> String {
    let column = (rows.map(\.term.count).max() ?? 0) + 4
    let lines = rows.flatMap { row -> [String] in
      let text = wrapped(row.text, width: width - column)
      let first = "  " + row.term + String(repeating: " ", count: column - 2 - row.term.count) + text[0]
      return [first] + text.dropFirst().map { String(repeating: " ", count: column) + $0 }
    }
    return (["\(title):"] + lines).joined(separator: "\n") + "\n"
  }

  /// The words of a text in lines of at most `width` columns; a longer word has a line of its own.
  private static func wrapped(_ text: String, width: Int) -> [String] {
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
}
