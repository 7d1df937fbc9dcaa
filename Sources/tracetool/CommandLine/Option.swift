import TraceIngest
import TraceModel

/// An option of a command: its name, its value, its help, and the property that it sets.
///
/// Each option has a property or a closure that takes its value, so help never lists one that is not read.
struct Option<Target> {
  /// With its dashes, as `--store`.
  let name: String
  /// As in help, such as `FILE`; nil for a flag.
  let valueName: String?
  /// The sentence in help, without listed values and the default.
  let help: String
  /// Makes `completion` when a shell asks for it.
  private let makeCompletion: () -> Completion
  /// The default as it would be typed; nil if there is none.
  private let defaultText: (Target) -> String?
  private let set: (inout Target, _ text: String) throws -> Void
  /// True if a second one is an error, as it would replace the first.
  private(set) var isGivenOnce = false
  /// True if it says how logs are read: an error without the path of a log.
  private(set) var needsPath = false
  /// True if it chooses what is listed, how it is written or what fails, and so is omitted to show one finding.
  private(set) var isForListing = false

  var completion: Completion { makeCompletion() }

  /// As in help: `--store FILE`, or `--all` for a flag.
  var synopsis: String { valueName.map { "\(name) \($0)" } ?? name }

  /// The sentence in help, with the default of `target`.
  func help(for target: Target) -> String {
    defaultText(target).map { "\(help) (default: \($0))." } ?? "\(help)."
  }

  /// The option for a type that holds a `Target`, by which commands share options.
  func at<Parent>(_ path: WritableKeyPath<Parent, Target>) -> Option<Parent> {
    Option<Parent>(
      name: name, valueName: valueName, help: help, makeCompletion: makeCompletion,
      defaultText: { parent in defaultText(parent[keyPath: path]) },
      set: { parent, text in try set(&parent[keyPath: path], text) },
      isGivenOnce: isGivenOnce, needsPath: needsPath, isForListing: isForListing)
  }

  var once: Self {
    var option = self
    option.isGivenOnce = true
    return option
  }

  var forLogs: Self {
    var option = self
    option.needsPath = true
    return option
  }

  var forListing: Self {
    var option = self
    option.isForListing = true
    return option
  }

  /// Sets the property to the value of a text, which is empty for a flag.
  ///
  /// - Throws: A usage `Failure` that begins with the option's name.
  func store(_ value: String, in target: inout Target) throws {
    do { try set(&target, value) } catch let failure as Failure where failure.code == .usage {
      throw Failure.usage("\(name: name): \(failure)")
    }
  }
}

extension Option {
  static func flag(_ name: String, _ help: String, _ path: WritableKeyPath<Target, Bool>) -> Self {
    flag(name, help) { $0[keyPath: path] = true }
  }

  static func flag(_ name: String, _ help: String, _ set: @escaping (inout Target) -> Void) -> Self {
    Self(
      name: name, valueName: nil, help: help, makeCompletion: { .unknown }, defaultText: { _ in nil },
      set: { target, _ in set(&target) })
  }

  /// An option with a default, which help shows.
  static func value<Value>(
    _ name: String, _ valueName: String, _ help: String, _ path: WritableKeyPath<Target, Value>,
    as type: ArgumentType<Value>
  ) -> Self {
    Self(
      name: name, valueName: valueName, help: type.listing(help), makeCompletion: { type.completion },
      defaultText: { type.text($0[keyPath: path]) },
      set: { target, text in target[keyPath: path] = try type.read(text) })
  }

  /// An option whose property is nil without it.
  static func value<Value>(
    _ name: String, _ valueName: String, _ help: String, _ path: WritableKeyPath<Target, Value?>,
    as type: ArgumentType<Value>
  ) -> Self {
    value(name, valueName, help, as: type) { target, value in target[keyPath: path] = value }
  }

  /// An option whose value a closure takes: it adds to a list, or sets several properties.
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

struct OptionGroup<Target> {
  let title: String
  /// The options of the command itself, then shared ones.
  let options: [Option<Target>]
  /// How many are the command's own: only these are explained by `-h`.
  let ownCount: Int

  init(_ title: String, _ options: [Option<Target>], sharing shared: [Option<Target>] = []) {
    self.title = title
    self.options = options + shared
    ownCount = options.count
  }

  /// Options of the command itself, then shared ones of a property of it.
  init<Shared>(
    _ title: String, _ options: [Option<Target>] = [], and shared: [Option<Shared>],
    at path: WritableKeyPath<Target, Shared>
  ) {
    self.init(title, options, sharing: shared.map { $0.at(path) })
  }

  var own: ArraySlice<Option<Target>> { options.prefix(ownCount) }
  var shared: ArraySlice<Option<Target>> { options.dropFirst(ownCount) }
}
