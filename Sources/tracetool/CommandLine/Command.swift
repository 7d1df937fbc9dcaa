/// What can be done on a command line; its page of help declares operands and options.
struct Command: Sendable {
  let name: String
  let help: String
  let run: @Sendable (Session) throws -> ExitCode

  init(
    _ name: String, _ page: [UInt8], _ run: @escaping @Sendable (Session) throws -> ExitCode
  ) {
    (self.name, self.run) = (name, run)
    help = Self.parts.reduce(Self.text(page)) { $0.replacing($1.0, with: Self.text($1.1)) }
  }

  /// All commands.
  static let all = [
    Command("ingest", PackageResources.ingest_txt, Ingest.run),
    Command("report", PackageResources.report_txt, Report.run),
    Command("check", PackageResources.check_txt, Check.run),
    Command("show", PackageResources.show_txt, Show.run),
    Command("explain", PackageResources.explain_txt, Explain.run),
    Command("query", PackageResources.query_txt, Query.run),
    Command("store", PackageResources.store_txt, Store.run),
  ]

  /// What several pages share.
  private static let parts = [
    ("[selection]\n", PackageResources.selection_txt),
    ("[judging]\n", PackageResources.judging_txt),
    ("[logs]\n", PackageResources.logs_txt),
    ("[everywhere]\n", PackageResources.everywhere_txt),
  ]

  /// What is said of the program itself.
  static var overview: String {
    let lines = all.map { command in
      let room = String(repeating: " ", count: 9 - command.name.count)
      return "  \(command.name)\(room)\(command.lines[0])\n"
    }
    return text(PackageResources.overview_txt).replacing("[commands]\n", with: lines.joined())
  }

  /// A page as it is stored.
  static func text(_ page: [UInt8]) -> String { String(decoding: page, as: UTF8.self) }

  private var lines: [Substring] { help.split(separator: "\n") }

  /// What it takes beside options: `[PATH…]` is any number, `SQL` is one.
  var operands: [Substring] { Array(lines[1].split(separator: " ").dropFirst(3).dropLast()) }

  /// The options in its help, as `--store` and, with what stands for its value, `--store FILE`.
  var options: [(name: String, synopsis: String)] {
    lines.filter { $0.hasPrefix("  --") }.map { line in
      let synopsis = line.split(separator: "  ")[0]
      return (String(synopsis.prefix { $0 != " " }), String(synopsis))
    }
  }

  /// The formats of its results; none if they are text alone.
  var formats: [Format] {
    let words = lines.first { $0.hasPrefix("  --format ") }?.split { !$0.isLetter } ?? []
    return Format.allCases.filter { words.contains(Substring($0.rawValue)) }
  }
}
