/// The page of `tracetool explain compare`.
enum ComparePage {
  /// The topic's name, which is that of the command: `tracetool help compare` lists the options.
  static let topic = CompareCommand.name

  static let text = String(decoding: PackageResources.compare_txt, as: UTF8.self)
}
