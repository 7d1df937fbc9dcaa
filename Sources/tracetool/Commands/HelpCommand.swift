import TraceModel
import TraceReport

struct HelpCommand: Command {
  static let name = "help"
  static let summary = "Show help for tracetool, a command or a topic."
  static let examples = [
    Example("help check", "The arguments and options of 'check'."),
    Example("help exit-codes", "The exit codes, and when each is used."),
    Example("help --brief", "All commands and their own options on one screen, as for an agent."),
  ]
  static var operands: [Operand<Self>] {
    let names = CommandList.names + HelpTopic.all.map(\.name)
    return [.optional("NAME", "A command or a topic", \.name, offering: names)]
  }
  static var options: [OptionGroup<Self>] {
    [OptionGroup("Showing", [.flag("--brief", "Only commands and their own options, as '-h' does", \.isBrief)])]
  }

  var invocation: Invocation
  var name: String?
  /// True for only the options of the commands themselves.
  var isBrief = false

  init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }

  /// The page that was asked for, or a usage `Failure`.
  func page(width: Int? = nil) throws -> String {
    let pages = HelpPage(width: width)
    guard let name else { return isBrief ? pages.digest : pages.overview }
    if let command = CommandList.command(name) {
      return isBrief ? pages.brief(of: command) : pages.text(of: command)
    }
    let topics = HelpTopic.all
    if let topic = topics.first(where: { $0.name == name }) { return PageText.filled(topic.text, width: pages.width) }
    if ExplainCommand.explainedOnly.contains(name) {
      throw Failure.usage("'tracetool explain \(name: name)' shows that page")
    }
    if let action = StoreCommand.Action(rawValue: name) {
      throw Failure.usage(
        "'tracetool help \(name: StoreCommand.name)' describes '\(name: StoreCommand.name) \(name: action.rawValue)'")
    }
    let hint = Suggestion.hint(name, among: CommandList.names + topics.map(\.name))
    let advice: Sentence = hint.isEmpty ? "; 'tracetool help' lists both" : hint
    throw Failure.usage("'\(name: name)' is neither a command nor a topic\(advice)")
  }

  func run() throws -> ExitCode {
    try invocation.write(page(width: invocation.drawing.width))
    return .fine
  }
}
