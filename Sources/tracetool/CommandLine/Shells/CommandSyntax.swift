/// The words that a command accepts, by its declaration: the source of completions and the manual page.
struct CommandSyntax {
  struct Word {
    let name: String
    let help: String
    let completion: Completion
    let isRepeated: Bool
  }

  struct Flag {
    let name: String
    let valueName: String?
    /// A sentence with the default, which ends in a period.
    let help: String
    let completion: Completion
  }

  struct Group {
    let title: String
    let options: [Flag]
  }

  let name: String
  let summary: String
  let discussion: String
  /// As `tracetool check [PATH…] [options]`.
  let usage: String
  let examples: [Example]
  let words: [Word]
  var groups: [Group]

  var options: [Flag] { groups.flatMap(\.options) }

  init<C: Command>(of command: C.Type) {
    name = C.name
    summary = C.summary
    discussion = C.discussion
    usage = HelpPage.usage(of: command)
    examples = C.examples
    words = C.operands.map {
      Word(name: $0.name, help: "\($0.help).", completion: $0.completion, isRepeated: $0.takesRest)
    }
    let builtIn = C(Defaults())
    groups = C.options.map { group in
      let options = group.options.map {
        Flag(name: $0.name, valueName: $0.valueName, help: $0.help(for: builtIn), completion: $0.completion)
      }
      return Group(title: group.title, options: options)
    }
  }

  static var all: [CommandSyntax] { CommandList.all.map { CommandSyntax(of: $0) } }
}
