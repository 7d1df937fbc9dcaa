/// The commands, in the order in which help lists them.
enum CommandList {
  static let all: [any Command.Type] = [
    IngestCommand.self, ReportCommand.self, CheckCommand.self, CompareCommand.self, ShowCommand.self,
    BaselineCommand.self, ExplainCommand.self, ExportCommand.self, QueryCommand.self, StoreCommand.self,
    CompletionsCommand.self, ManCommand.self, HelpCommand.self, VersionCommand.self,
  ]

  static let names = all.map { $0.name }

  static func command(_ name: String) -> (any Command.Type)? { all.first { $0.name == name } }
}
