/// An answer that also holds the launch summaries that it rests on, as lines.
package protocol SummarizingAnswer: Answer {
  /// The summaries.
  var summaries: SummariesAnswer { get }
}
