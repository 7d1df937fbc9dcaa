/// Events as lines of text, made while they are written: there may be more than memory holds.
package struct EventsAnswer: Answer {
  private let lines: ((String) throws -> Void) throws -> Void

  /// Lines that `lines` hands over, in parts of any size.
  package init(lines: @escaping ((String) throws -> Void) throws -> Void) { self.lines = lines }

  /// Hands over the lines in their order, any number at once.
  ///
  /// - Throws: What `put` throws, or what reading the events does.
  func forEachLine(_ put: (String) throws -> Void) throws { try lines(put) }
}
