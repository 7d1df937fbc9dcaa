/// The help screens, made from the table of commands.
enum HelpText {
  /// The help of one command, or the overview of all.
  static func text(_ command: Command?) -> String {
    guard let command else { return overview }
    var text = "\(command.summary)\n\nUsage: tracetool \(command.name) \(command.operands)"
    text += " [options]\n"
    text += examples(command.examples)
    for group in command.groups {
      text += section(group.title, group.options.map { ($0.synopsis, $0.help) })
    }
    return text
  }

  static let overview =
    "Finds out how an app's launches and life cycle went, from its recorded traces.\n\n"
    + "Usage: tracetool COMMAND [options]\n"
    + examples(Command.all.prefix(3).compactMap(\.examples.first))
    + section("Commands", Command.all.map { ($0.name, $0.summary) })
    + "\n'tracetool COMMAND --help' tells more. '--version' prints the version.\n"

  private static func examples(_ examples: [(line: String, meaning: String)]) -> String {
    section("Examples", examples.map { ("tracetool \($0.line)", $0.meaning) })
  }

  private static func section(_ title: String, _ lines: [(String, String)]) -> String {
    let width = lines.map(\.0.count).max() ?? 0
    let body = lines.map { left, right in
      "  \(left)\(String(repeating: " ", count: width - left.count))  \(right)\n"
    }
    return "\n\(title):\n" + body.joined()
  }
}
