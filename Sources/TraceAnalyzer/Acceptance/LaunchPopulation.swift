package import TraceModel

/// All launches of an input: only all of them together show which kinds of events an app records.
package struct LaunchPopulation {
  /// The launches.
  package let summaries: [LaunchSummary]
  /// The texts, contexts and streams that numbers in `summaries` stand for.
  package let symbols: Symbols

  /// The launches of an input.
  package init(summaries: [LaunchSummary], symbols: Symbols) {
    self.summaries = summaries
    self.symbols = symbols
  }
}
