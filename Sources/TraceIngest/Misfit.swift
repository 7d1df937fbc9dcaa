/// How often a field was of a wrong type or out of range, and where first.
package struct Misfit: Sendable, Equatable {
  package var count: Int64 = 0
  package var line: Int64
  /// As it stood there, or the beginning of it.
  package var value: String

  /// The number of misfit values, the line of the first, and its text.
  package init(count: Int64 = 0, line: Int64, value: String) {
    self.count = count
    self.line = line
    self.value = value
  }
}
