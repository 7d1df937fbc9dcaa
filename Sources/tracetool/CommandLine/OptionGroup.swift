/// Options under one heading of a help page.
struct OptionGroup<Target> {
  let title: String
  let options: [Option<Target>]

  init(_ title: String, _ options: [Option<Target>]) {
    self.title = title
    self.options = options
  }

  /// Options of the command itself, then those that it shares with others.
  init<Shared>(
    _ title: String, _ options: [Option<Target>] = [], and shared: [Option<Shared>],
    at path: WritableKeyPath<Target, Shared>
  ) {
    self.init(title, options + shared.map { $0.at(path) })
  }
}
