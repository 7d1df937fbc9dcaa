import TraceIngest

/// An option of a command: its name, its value, its help, and the property that it sets.
///
/// An option cannot be declared without a property or a closure that takes its value, so every option that
/// help lists is read.
struct Option<Target> {
  /// The name with its dashes, as `--store`.
  let name: String
  /// The name of the value in help, as `FILE`; nil for a flag, which has no value.
  let valueName: String?
  /// The sentence in help, without what `listing` and the default add to it.
  let help: String
  /// Makes `completion`, which only a shell asks for.
  private let makeCompletion: () -> Completion
  /// The value without the option, as it would be typed; nil if there is none.
  private let defaultText: (Target) -> String?
  private let set: (inout Target, _ text: String) throws -> Void
  /// True if a second one is an error, because it would not add to the first.
  private(set) var isGivenOnce = false
  /// True if it takes the path of a log, and is repeated for the next one.
  private(set) var takesOnePath = false
  /// True if it says how logs are read: without the path of a log it is an error.
  private(set) var needsPath = false
  /// True if it chooses what is listed, how it is written or what fails: to show one finding that was listed, no user
  /// has to repeat it.
  private(set) var isForListing = false

  /// The words that a shell offers for the value.
  var completion: Completion { makeCompletion() }

  /// How help shows it: `--store FILE`, or `--all` for a flag.
  var synopsis: String { valueName.map { "\(name) \($0)" } ?? name }

  /// The sentence in help, with the default of `target`.
  func help(for target: Target) -> String {
    defaultText(target).map { "\(help) (default: \($0))." } ?? "\(help)."
  }

  /// The same option of a type that holds a `Target`: so are options shared by commands.
  func at<Parent>(_ path: WritableKeyPath<Parent, Target>) -> Option<Parent> {
    Option<Parent>(
      name: name, valueName: valueName, help: help, makeCompletion: makeCompletion,
      defaultText: { parent in defaultText(parent[keyPath: path]) },
      set: { parent, text in try set(&parent[keyPath: path], text) },
      isGivenOnce: isGivenOnce, takesOnePath: takesOnePath, needsPath: needsPath, isForListing: isForListing)
  }

  /// The option, of which a second one is an error.
  var once: Self {
    var option = self
    option.isGivenOnce = true
    return option
  }

  /// The option, which takes the path of a log and is repeated for the next one.
  var forOnePath: Self {
    var option = self
    option.takesOnePath = true
    return option
  }

  /// The option, which is an error where no log is named.
  var forLogs: Self {
    var option = self
    option.needsPath = true
    return option
  }

  /// The option, which is left out of a command line that shows one of the findings listed.
  var forListing: Self {
    var option = self
    option.isForListing = true
    return option
  }

  /// Sets the property.
  ///
  /// - Parameters:
  ///   - value: The text of the value, empty for a flag.
  ///   - target: The value that has the property.
  /// - Throws: A usage `Failure` that begins with the option's name.
  func store(_ value: String, in target: inout Target) throws {
    do { try set(&target, value) } catch let failure as Failure where failure.code == .usage {
      throw Failure.usage("\(name): \(failure)")
    }
  }
}

extension Option {
  /// An option without a value, which sets a property to true.
  static func flag(_ name: String, _ help: String, _ path: WritableKeyPath<Target, Bool>) -> Self {
    flag(name, help) { $0[keyPath: path] = true }
  }

  /// An option without a value.
  static func flag(_ name: String, _ help: String, _ set: @escaping (inout Target) -> Void) -> Self {
    Self(
      name: name, valueName: nil, help: help, makeCompletion: { .unknown }, defaultText: { _ in nil },
      set: { target, _ in set(&target) })
  }

  /// An option with a value and a default, which help shows.
  static func value<Value>(
    _ name: String, _ valueName: String, _ help: String, _ path: WritableKeyPath<Target, Value>,
    as type: ArgumentType<Value>
  ) -> Self {
    Self(
      name: name, valueName: valueName, help: type.listing(help), makeCompletion: { type.completion },
      defaultText: { type.text($0[keyPath: path]) },
      set: { target, text in target[keyPath: path] = try type.read(text) })
  }

  /// An option with a value, which is nil without it.
  static func value<Value>(
    _ name: String, _ valueName: String, _ help: String, _ path: WritableKeyPath<Target, Value?>,
    as type: ArgumentType<Value>
  ) -> Self {
    value(name, valueName, help, as: type) { target, value in target[keyPath: path] = value }
  }

  /// An option with a value that a closure takes: one that adds to a list, or sets several properties.
  static func value<Value>(
    _ name: String, _ valueName: String, _ help: String, as type: ArgumentType<Value>,
    _ set: @escaping (inout Target, Value) throws -> Void
  ) -> Self {
    Self(
      name: name, valueName: valueName, help: type.listing(help), makeCompletion: { type.completion },
      defaultText: { _ in nil },
      set: { target, text in try set(&target, try type.read(text)) })
  }
}

/// Options under one heading of a help page.
struct OptionGroup<Target> {
  let title: String
  /// Those of the command itself, then those that it shares with other commands.
  let options: [Option<Target>]
  /// How many are of the command itself: `-h` explains these alone.
  let ownCount: Int

  /// Options of the command itself, then those that it shares with others.
  init(_ title: String, _ options: [Option<Target>], sharing shared: [Option<Target>] = []) {
    self.title = title
    self.options = options + shared
    ownCount = options.count
  }

  /// The same, with shared ones of a property of the command.
  init<Shared>(
    _ title: String, _ options: [Option<Target>] = [], and shared: [Option<Shared>],
    at path: WritableKeyPath<Target, Shared>
  ) {
    self.init(title, options, sharing: shared.map { $0.at(path) })
  }

  var own: ArraySlice<Option<Target>> { options.prefix(ownCount) }
  var shared: ArraySlice<Option<Target>> { options.dropFirst(ownCount) }
}
