/// Events as lines of text, made while they are written, as memory may not hold them.
package struct EventsAnswer: TracedRecordsAnswer {
  private let lines: ((String) throws -> Void) throws -> Void
  package let traced: TracedLaunches

  /// Lines that `lines` hands over, in pieces of any size.
  package init(
    traced: TracedLaunches = TracedLaunches(),
    lines: @escaping ((String) throws -> Void) throws -> Void
  ) {
    self.traced = traced
    self.lines = lines
  }

  /// Hands over the lines in their order, any number at once; throws what `put` or reading the events throws.
  func forEachLine(_ put: (String) throws -> Void) throws { try lines(put) }
}
