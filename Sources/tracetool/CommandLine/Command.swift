/// What can be done on a command line; its page of help declares operands and options.
struct Command: Sendable {
  let name: String
  private let page: [UInt8]
  let run: @Sendable (Invocation) throws -> ExitCode

  /// All commands.
  static let all = [
    Command(name: "ingest", page: PackageResources.ingest_txt, run: Ingest.run),
    Command(name: "report", page: PackageResources.report_txt, run: Report.run),
    Command(name: "check", page: PackageResources.check_txt, run: Check.run),
    Command(name: "show", page: PackageResources.show_txt, run: Show.run),
    Command(name: "explain", page: PackageResources.explain_txt, run: Explain.run),
    Command(name: "export", page: PackageResources.export_txt, run: Export.run),
    Command(name: "query", page: PackageResources.query_txt, run: Query.run),
    Command(name: "store", page: PackageResources.store_txt, run: Store.run),
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
    return lines.map { Self.parts[$0] ?? $0 }.joined(separator: "\n")
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

  /// The formats of its results; none if they are text alone.
  var formats: [Format] {
    let words = lines.first { $0.hasPrefix("  --format ") }?.split { !$0.isLetter } ?? []
    return Format.allCases.filter { words.contains(Substring($0.rawValue)) }
  }
}
