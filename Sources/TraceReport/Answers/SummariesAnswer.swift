/// Launch summaries as lines of text, made while they are written, as memory may not hold them twice.
package struct SummariesAnswer: SummarizingAnswer {
  private let lines: ((String) throws -> Void) throws -> Void

  /// Lines that `lines` hands over, in pieces of any size; empty by default.
  package init(lines: @escaping ((String) throws -> Void) throws -> Void = { _ in }) { self.lines = lines }

  package var summaries: SummariesAnswer { self }

  /// Hands over the lines in their order, any number at once; throws what `put` or making the lines throws.
  func forEachLine(_ put: (String) throws -> Void) throws { try lines(put) }
}

/// An answer that also holds the launch summaries that it is derived from, as lines.
package protocol SummarizingAnswer: Answer {
  /// The summaries.
  var summaries: SummariesAnswer { get }
}
