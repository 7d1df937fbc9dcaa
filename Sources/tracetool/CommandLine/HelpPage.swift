/// The help pages, made from the declarations of the commands, for a window of some width.
struct HelpPage {
  /// Columns of the window; 80 without one.
  let width: Int

  init(width: Int? = nil) { self.width = min(max(width ?? PageText.fullWidth, 20), PageText.fullWidth) }

  /// The page of a command, with built-in defaults.
  func text<C: Command>(of command: C.Type) -> String {
    var sections = ["\(lines(C.summary))\n", "\(lines("Usage: \(Self.usage(of: command))"))\n"]
    if !C.discussion.isEmpty { sections.append("\(PageText.filled(C.discussion, width: width))\n") }
    sections.append(examples(C.examples))
    if !C.operands.isEmpty {
      sections.append(list("Arguments", C.operands.map { (term: $0.name, text: "\($0.help).") }))
    }
    let command = C(Defaults())
    let help = [
      (term: "-h", text: "Show only the options of this command."), (term: "--help", text: "Show this help."),
    ]
    for (index, group) in C.options.enumerated() {
      let isLast = index == C.options.count - 1
      let rows = group.options.map { (term: $0.synopsis, text: $0.help(for: command)) }
      sections.append(list(group.title, rows + (isLast ? help : [])))
    }
    return sections.joined(separator: "\n")
  }

  /// The options of the command itself, and the names of shared ones.
  func brief<C: Command>(of command: C.Type) -> String {
    var sections = ["\(lines(C.summary))\n", "\(lines("Usage: \(Self.usage(of: command))"))\n"]
    let command = C(Defaults())
    let own = C.options.flatMap(\.own).map { (term: $0.synopsis, text: $0.help(for: command)) }
    if !own.isEmpty { sections.append(list("Options", own)) }
    let shared = C.options.filter { !$0.shared.isEmpty }.map { group in
      (term: group.title, text: group.shared.map(\.name).joined(separator: " "))
    }
    if !shared.isEmpty { sections.append(list("Options of other commands as well", shared)) }
    sections.append("\(lines("'tracetool \(C.name) --help' explains all of them, with examples."))\n")
    return sections.joined(separator: "\n")
  }

  /// Every command with its own options, in few words.
  var digest: String {
    func entry<C: Command>(_ command: C.Type) -> String {
      // An option and its value stay on one line.
      let options = C.options.flatMap(\.own).map { $0.synopsis.replacing(" ", with: "\u{A0}") }
      let filled = options.isEmpty ? [] : PageText.wrapped(options.joined(separator: " "), width: width - 4)
      let words = [C.name] + C.operands.map(\.synopsis)
      let head = PageText.wrapped("\(words.joined(separator: " ")): \(C.summary)", width: width)
      let indented = filled.map { "    \($0.replacing("\u{A0}", with: " "))" }
      return (head + indented).joined(separator: "\n") + "\n"
    }
    let commands = CommandList.all.map { entry($0) }.joined()
    let shared = lines(
      "Where launches are read: --where FIELD=VALUE, --since TIME, --until TIME. Everywhere: --format json, --store FILE, "
        + "--output FILE, --quiet. Exit codes: 0 fine, 1 findings, 2 wrong usage, 3 the data cannot answer, 4 a file "
        + "cannot be read or written.")
    return "\(commands)\n\(shared)\n\(lines("'tracetool COMMAND -h' explains the options of a command."))\n"
  }

  private func lines(_ text: String) -> String { PageText.wrapped(text, width: width).joined(separator: "\n") }

  static func usage<C: Command>(of command: C.Type) -> String {
    let words = ["tracetool", C.name] + C.operands.map(\.synopsis) + (C.options.isEmpty ? [] : ["[options]"])
    return words.joined(separator: " ")
  }

  var overview: String {
    let sections = [
      lines("Analyze how the launches and the life cycle of an iOS app went.") + "\n",
      "Usage: tracetool COMMAND [options]\n",
      examples([
        Example("ingest logs/", "Read all logs of a folder into the store; run it again to add new ones."),
        Example("report --launch-times", "Show how long launches took, by kind."),
        Example("check logs/", "Check logs in CI, without a store."),
        Example(
          "show LAUNCH --format chrome --output launch.json", "Write a launch as a file that ui.perfetto.dev opens."),
      ]),
      list("Commands", CommandList.all.map { (term: $0.name, text: $0.summary) }),
      list("Topics", HelpTopic.all.map { (term: $0.name, text: $0.summary) }),
      lines(
        "'tracetool help COMMAND' explains a command and its options, 'tracetool help TOPIC' a topic, "
          + "'tracetool explain RULE' a rule.") + "\n",
    ]
    return sections.joined(separator: "\n")
  }

  private func examples(_ examples: [Example]) -> String {
    let lines = examples.flatMap { example in
      let explanation = PageText.wrapped(example.explanation, width: width - 6).map { "      \($0)" }
      return ["  tracetool \(example.line)"] + explanation
    }
    return (["Examples:"] + lines).joined(separator: "\n") + "\n"
  }

  /// Terms in one column, their texts in another, wrapped.
  func list(_ title: String, _ rows: [(term: String, text: String)]) -> String {
    let column = (rows.map(\.term.count).max() ?? 0) + 4
    let lines = rows.flatMap { row -> [String] in
      // In a narrow window texts stand below their terms.
      if column > width / 2 {
        return ["  \(row.term)"] + PageText.wrapped(row.text, width: width - 6).map { "      \($0)" }
      }
      let text = PageText.wrapped(row.text, width: width - column)
      let first = "  " + row.term + String(repeating: " ", count: column - 2 - row.term.count) + text[0]
      return [first] + text.dropFirst().map { String(repeating: " ", count: column) + $0 }
    }
    return (PageText.wrapped("\(title):", width: width) + lines).joined(separator: "\n") + "\n"
  }
}
