import TraceModel
import TraceReport

/// One run of a command: its words, and the options of every command.
struct Invocation {
  /// The words after `tracetool`, as typed.
  var words: [String] = []
  var givenOptions: [String] = []
  /// The words that are no options, in order.
  var operands: [String] = []

  private(set) var store: String
  /// How long to wait for another writer, in nanoseconds.
  private let busyTimeout: Int64
  /// The path of the configuration, or `none`; nil to look for it.
  private(set) var configuration: String?
  /// The paths that it names: logs and folders, and files of options, but no outputs.
  var namedPaths: [String] = []
  private(set) var format: any Reporter.Type
  private(set) var color: ColorChoice
  /// The file for results; nil or `-` is standard output.
  private(set) var output: String?
  /// The title of a page; nil for that of its result.
  private(set) var title: String?
  private(set) var additions: [AdditionalOutput] = []
  /// True if only results and errors are written.
  private(set) var isQuiet = false
  private(set) var isVerbose = false
  /// Where progress and messages go while several inputs are read at once.
  var joint: JointOutput.Channel?

  private let defaultStore: Setting<String>

  /// A run without words, which writes answers of this type in their first format.
  init(_ defaults: Defaults, answer: any Answer.Type) {
    defaultStore = defaults.store
    store = defaults.store.value
    busyTimeout = defaults.busyTimeout.value
    configuration = defaults.configuration.value
    namedPaths = [defaults.baseline.value].compactMap(\.self)
    format = Reporters.usual(for: answer)
    color = defaults.color.value
  }

  var formats: [any Reporter.Type] { [format] + additions.map(\.format) }

  /// True if a page is wanted.
  var isForBrowser: Bool { formats.contains { $0.isForBrowser } }

  /// The store in a message, with the variable that names it if the command line does not.
  var storeName: Sentence {
    if store == defaultStore.value, case .environment(let variable) = defaultStore.origin {
      return "'\(name: store)' (named by $\(name: variable))"
    }
    return "'\(name: store)'"
  }

  /// True if the command line or a variable of the environment names the store.
  var isStoreNamed: Bool {
    if store != defaultStore.value || givenOptions.contains(Self.storeOptionName) { return true }
    if case .builtIn = defaultStore.origin { return false }
    return true
  }

  /// How long to wait for another writer, in SQLite's unit.
  var busyTimeoutMilliseconds: Int32 { Int32(clamping: busyTimeout / 1_000_000) }

  func reading(store path: String) -> Invocation {
    var invocation = self
    invocation.store = path
    return invocation
  }

  /// Options for the same store in another command line.
  var storeWords: [String] { store == defaultStore.value ? [] : ["--store", store] }

  private static let storeOptionName = "--store"
  /// The option that names the file of the result.
  static let outputOptionName = "--output"

  static var options: [Option<Self>] {
    [
      .value(
        storeOptionName, "FILE", "The store, unless $\(EnvironmentSettings.store) names another", \.store, as: .path),
      Option.value(outputOptionName, "FILE", "Write the result to this file", \.output, as: .path).forListing,
      Option.flag("--quiet", "Show results and errors only", \.isQuiet).forListing,
      Option.flag("--verbose", "Show more about what was read", \.isVerbose).forListing,
      Option.value("--color", "WHEN", "When to use color", \.color, as: .choice).forListing,
    ]
  }
}

extension Invocation {
  static var configurationOption: Option<Self> {
    .value(
      configurationOptionName, "FILE",
      "The configuration, or '\(ConfigurationFile.none)'; without it the one that "
        + "$\(EnvironmentSettings.configuration) names, else \(ConfigurationFile.name) here or in a folder above",
      \.configuration, as: .path)
  }
  static let configurationOptionName = "--config"

  /// The options that choose formats; empty where there is a screen only.
  fileprivate static func formatOptions(of answer: any Answer.Type) -> [Option<Self>] {
    let reporters = Reporters.writing(answer)
    if reporters.count == 1, reporters[0].isForPeople { return [] }
    let type = ArgumentType<any Reporter.Type>(
      read: { text in try Values.choice(text, reporters.map { ($0.name, $0) }) }, text: { $0.name },
      texts: reporters.map { $0.name })
    let format = Option<Self>.value("--format", "FORMAT", "Format of the result", \.format, as: type)
    let title = Option<Self>.value("--title", "TEXT", "Title of a page (--format html)", \.title, as: .text)
    let own = [format] + (reporters.contains { $0.isForBrowser } ? [title] : [])
    // Only a verdict is written in several formats at once; another result may have Markdown, which people read too.
    guard reporters.count(where: { $0.isForCI }) > 1 else { return own.map(\.forListing) }
    let also = Option<Self>.value(
      "--also", "FORMAT=FILE", "Write the result to a file, too, in one of these formats; may be repeated",
      as: .output(in: reporters)
    ) { invocation, addition in invocation.additions.append(addition) }
    return (own + [also]).map(\.forListing)
  }
}

extension Command {
  static var everywhere: OptionGroup<Self> {
    let configuration = readsConfiguration ? [Invocation.configurationOption] : []
    let formats = Invocation.formatOptions(of: answer)
    return OptionGroup("Everywhere", and: formats + configuration + Invocation.options, at: \.invocation)
  }
}

/// A further file for a command's result, in a format of its own.
struct AdditionalOutput {
  let format: any Reporter.Type
  /// `-` is standard output.
  let path: String

  /// As in `--also sarif=out.sarif`.
  var text: String { "--also \(format.name)=\(path)" }
}

extension ArgumentType where Value == AdditionalOutput {
  /// One of some formats, and a file, as in `sarif=out.sarif`.
  static func output(in reporters: [any Reporter.Type]) -> Self {
    Self(
      read: { text in
        let (name, path) = try Values.pair(text, "FORMAT=FILE, as in json=check.json")
        return AdditionalOutput(format: try Values.choice(name, reporters.map { ($0.name, $0) }), path: path)
      }, texts: reporters.map { $0.name },
      completion: .beginnings(reporters.map { "\($0.name)=" }))
  }
}

/// When results are colored; `auto` depends on the terminal and the environment.
enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// Nil if the choice depends on the terminal.
  var isColored: Bool? {
    switch self {
    case .auto: nil
    case .always: true
    case .never: false
    }
  }
}
