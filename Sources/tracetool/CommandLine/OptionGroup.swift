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
