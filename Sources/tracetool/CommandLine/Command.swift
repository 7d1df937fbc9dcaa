import TraceReport

/// A verb of the command line, with everything that it accepts.
///
/// The declarations are the only source of parsing, help and "did you mean": an option is one element of `options`, and
/// holds the property that it sets. `CommandList` names the commands.
///
/// ```swift
/// struct CountCommand: Command {
///   static let name = "count"
///   static let summary = "Count the events of a log."
///   static let examples = [Example("count logs/", "Every event of a folder.")]
///   static let answer: any Answer.Type = RowsAnswer.self
///   static var operands: [Operand<Self>] { [.paths(\.paths)] }
///   static var options: [OptionGroup<Self>] {
///     [
///       OptionGroup("Counting", [.flag("--distinct", "Count equal events once", \.isDistinct)]),
///       everywhere,
///     ]
///   }
///
///   var invocation: Invocation
///   var paths: [String] = []
///   var isDistinct = false
///
///   init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }
///
///   func run() throws -> ExitCode { … }
/// }
/// ```
protocol Command: SendableMetatype {
  static var name: String { get }
  /// One sentence that begins with a verb, for the list of commands and the head of the help page.
  static var summary: String { get }
  /// Paragraphs below the usage line, wrapped by hand at 80 columns; may be empty.
  static var discussion: String { get }
  /// Lines to type; a test parses each.
  static var examples: [Example] { get }
  /// The type of the result, which decides what `--format` offers; text alone by default.
  static var answer: any Answer.Type { get }
  /// True if a configuration affects the command, which then has the option `--config`.
  static var readsConfiguration: Bool { get }
  static var operands: [Operand<Self>] { get }
  /// The options, in groups, in the order of the help page.
  static var options: [OptionGroup<Self>] { get }

  /// True if this run needs the configuration; `readsConfiguration` by default.
  var needsConfiguration: Bool { get }
  /// The options of every command, and the words of this run.
  var invocation: Invocation { get set }

  /// The command as an empty command line leaves it.
  init(_ defaults: Defaults)

  /// Does the work and writes the result.
  ///
  /// A command keeps large data in a property, which the process need not free before it ends.
  ///
  /// - Throws: `Failure`, or an error of a module, which `Entrypoint` turns into an exit code.
  mutating func run() throws -> ExitCode
}

extension Command {
  static var discussion: String { "" }
  static var answer: any Answer.Type { TextAnswer.self }
  static var readsConfiguration: Bool { false }
  static var operands: [Operand<Self>] { [] }

  var needsConfiguration: Bool { Self.readsConfiguration }

  static var allOptions: [Option<Self>] { options.flatMap(\.options) }
}

/// A command line for a help page.
struct Example {
  /// The words after `tracetool`, quoted for a shell.
  let line: String
  /// A sentence about the result.
  let explanation: String

  init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}
