/// The line of a configuration that makes a setting.
package struct SettingPlace: Sendable, Hashable {
  /// The path of the file, as it was found or named.
  package var path: String
  /// The line in it, from 1.
  package var line: Int

  /// A line of a file.
  package init(path: String, line: Int) {
    self.path = path
    self.line = line
  }

  /// As in `.tracetool.json:12`.
  package var text: String { "\(path):\(line)" }
}
