/// The manual page, in the language of `man`, made from the declarations of the commands.
enum ManualPage {
  static var text: String {
    let commands = CommandSyntax.all
    let sections: [[String]] = [
      [".TH TRACETOOL 1 \"\" \"tracetool \(VersionCommand.number)\" \"User Commands\""],
      section("Name"), ["tracetool \\- analyze how the launches and the life cycle of an iOS app went"],
      section("Synopsis"), [".B tracetool", ".I COMMAND", "[options]"],
      section("Description"),
      paragraph(
        """
        tracetool shows why an iOS app launches slowly, loses state, or is killed in the background. It reads logs of \
        life-cycle events, written by the app, by iOS or by a monitoring tool, and checks each launch against UIKit's \
        rules.
        """),
      section("Commands"), commands.flatMap(command),
      section("Exit status"),
      ExitCode.allCases.flatMap { item("\($0.rawValue)", "\($0.meaning).") },
      section("Environment"),
      item(EnvironmentSettings.store, "The store, without --store."),
      item(EnvironmentSettings.configuration, "The configuration, or 'none', without --config."),
      item(EnvironmentSettings.sourceDate, "The time that decides what has expired, in seconds since 1970."),
      item("NO_COLOR", "If it is set, output has no color, without --color."),
      section("Files"),
      item(ConfigurationFile.name, "The configuration, here or in a folder above."),
      item(BaselineFile.name, "The accepted findings, here or in a folder above."),
    ]
    return sections.joined().joined(separator: "\n") + "\n"
  }

  private static func command(_ command: CommandSyntax) -> [String] {
    var lines = [".SS \(escaped(command.name))"]
    lines += paragraph(command.summary)
    lines += [".PP", ".B \(escaped(command.usage))"]
    for text in command.discussion.split(separator: "\n\n") { lines += paragraph(text.replacing("\n", with: " ")) }
    for word in command.words { lines += item(word.name, word.help) }
    for group in command.groups {
      lines += [".PP", "\(escaped(group.title)):"]
      for option in group.options {
        let value = option.valueName.map { " \($0)" } ?? ""
        lines += item(option.name + value, option.help)
      }
    }
    lines += [".PP", "Examples:"]
    for example in command.examples { lines += item("tracetool \(example.line)", example.explanation) }
    return lines
  }

  private static func section(_ title: String) -> [String] { [".SH \(title.uppercased())"] }

  private static func paragraph(_ text: some StringProtocol) -> [String] { [".PP", escaped(String(text))] }

  private static func item(_ term: String, _ text: String) -> [String] {
    [".TP", ".B \(escaped(term))", escaped(text)]
  }

  /// A text without requests and escapes of `man`; hyphens are made such that they can be copied.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("…", with: "\\[u2026]").replacing("±", with: "\\[+-]")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
  }
}
