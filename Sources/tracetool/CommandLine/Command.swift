import TraceReport

/// What can be done on a command line; its page of help declares operands and options.
struct Command: Sendable {
  let name: String
  private let page: [UInt8]
  /// The type of what it hands over: decides which formats it offers.
  private let answer: any Answer.Type
  let run: @Sendable (Invocation) throws -> ExitCode

  /// All commands.
  static let all = [
    Command(name: "ingest", page: PackageResources.ingest_txt, answer: IngestAnswer.self, run: Ingest.run),
    Command(name: "report", page: PackageResources.report_txt, answer: ReportAnswer.self, run: Report.run),
    Command(name: "check", page: PackageResources.check_txt, answer: CheckAnswer.self, run: Check.run),
    Command(name: "show", page: PackageResources.show_txt, answer: HistoryAnswer.self, run: Show.run),
    Command(name: "explain", page: PackageResources.explain_txt, answer: TextAnswer.self, run: Explain.run),
    Command(name: "export", page: PackageResources.export_txt, answer: EventsAnswer.self, run: Export.run),
    Command(name: "query", page: PackageResources.query_txt, answer: RowsAnswer.self, run: Query.run),
    Command(name: "store", page: PackageResources.store_txt, answer: RowsAnswer.self, run: Store.run),
  ]

  /// What several pages share, by the lines that stand for it.
  private static let parts: [Substring: Substring] = [
    "[selection]": PackageResources.selection_txt, "[judging]": PackageResources.judging_txt,
    "[logs]": PackageResources.logs_txt, "[everywhere]": PackageResources.everywhere_txt,
  ].mapValues { text($0).dropLast() }

  /// Its screen of help.
  var help: String {
    // By bytes: characters take ten times as long.
    let lines = Self.text(page).utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map(Substring.init)
    return lines.map { $0 == "[format]" ? formatOption : Self.parts[$0] ?? $0 }.joined(separator: "\n")
  }

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

  private var lines: [Substring] { help.utf8.split(separator: 0x0a).map(Substring.init) }

  /// What it takes beside options: `[PATH…]` is any number, `SQL` is one.
  var operands: [Substring] { Array(lines[1].split(separator: " ").dropFirst(3).dropLast()) }

  /// The options in its help, as `--store` and, with what stands for its value, `--store FILE`.
  var options: [(name: String, synopsis: String)] {
    lines.filter { $0.hasPrefix("  --") }.map { line in
      let synopsis = line.split(separator: "  ")[0]
      return (String(synopsis.prefix { $0 != " " }), String(synopsis))
    }
  }

  /// Whether an option selects launches.
  static func selects(_ option: String) -> Bool { text(PackageResources.selection_txt).contains("  \(option) ") }

  /// The formats of its results; help lists them.
  var formats: [any Reporter.Type] { Reporters.writing(answer) }

  /// The option that names a format, for the page of help.
  private var formatOption: Substring {
    let names = formats.map { $0.name }
    let unless = names.count > 1 ? "; a \(names[0]) unless given" : " alone"
    return "  --format FORMAT          \(names.joined(separator: ", "))\(unless)."
  }
}
