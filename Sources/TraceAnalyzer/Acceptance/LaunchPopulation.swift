package import TraceModel

/// All launches of an input with their texts: what an app records shows in all of them together.
package struct LaunchPopulation {
  package let summaries: [LaunchSummary]
  package let symbols: Symbols

  /// The launches of an input.
  package init(summaries: [LaunchSummary], symbols: Symbols) {
    self.summaries = summaries
    self.symbols = symbols
  }
}
