/// What can be done on a command line; its help says which options there are.
struct Command: Sendable {
  var name: String
  /// What it takes beside options: `[PATH…]` is any number, `SQL` is one.
  var operands: String
  /// The formats of its results; none if they are text alone.
  var formats: [Format] = [.table, .json, .csv]
  var run: @Sendable (Session) throws -> ExitCode
  var summary: String
  /// Examples and options of its own.
  var details: String

  /// Its screen of help.
  var help: String {
    let names = formats.map(\.rawValue).joined(separator: ", ")
    let format = "\n  --format FORMAT          \(names); a table unless given."
    return """
      \(summary)

      Usage: tracetool \(name) \(operands) [options]

      Examples:
      \(details)
      Everywhere:\(formats.isEmpty ? "" : format)
      \(Self.everywhere)
      """
  }

  /// The options in its help, as `--store` and, with what stands for its value, `--store FILE`.
  var options: [(name: String, synopsis: String)] {
    help.split(separator: "\n").filter { $0.hasPrefix("  --") }.map { line in
      let synopsis = line.split(separator: "  ")[0]
      return (String(synopsis.prefix { $0 != " " }), String(synopsis))
    }
  }

  private var line: String {
    "  \(name)\(String(repeating: " ", count: 9 - name.count))\(summary)\n"
  }

  /// What is said of the program itself.
  static let overview = """
    Finds out how an app's launches and life cycle went, from its recorded traces.

    Usage: tracetool COMMAND [options]

    Examples:
      tracetool ingest logs/           Take in every file of a folder; again adds what is new.
      tracetool report --launch-times  How long launches took, by kind.
      tracetool check logs/            Judge logs without a store: a gate for CI.

    Commands:
    \(all.map(\.line).joined())
    'tracetool COMMAND --help' tells more. '--version' prints the version.

    """
}
