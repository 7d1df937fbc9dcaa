package import TraceAnalyzer

/// One launch, event by event, or its states at one time.
package struct HistoryAnswer: ScreenAnswer, DocumentAnswer, PageAnswer, CommentAnswer, TracedAnswer {
  /// The whole launch.
  package var history: LaunchHistory
  /// The launch up to the time that was asked for, if any.
  package var earlier: LaunchHistory?
  /// The stretch of the launch that was asked for, if any.
  package var stretch: LaunchHistory?
  /// Its kind, its time beside others, its end, and what was judged.
  package var explanation: LaunchExplanation
  /// The greatest number of events, and of findings, that are listed.
  package var limit = Int.max
  package var page: Page?
  package var traced = TracedLaunches()

  package static let marker = "show"

  /// A launch as `tracetool show` shows it; with `earlier`, its states then; with `stretch`, its life and events then.
  package init(_ explanation: LaunchExplanation, earlier: LaunchHistory? = nil, stretch: LaunchHistory? = nil) {
    self.stretch = stretch
    history = explanation.history
    self.explanation = explanation
    self.earlier = earlier
  }

  package func text(drawing: Drawing) -> String {
    if earlier != nil { return tables(drawing: drawing).map { $0.text(drawing) }.joined(separator: "\n") }
    return screen(drawing).text
  }

  package func tables(drawing: Drawing) -> [Table] {
    if let earlier { return [explanation.heading, earlier.stateTable] }
    let screen = screen(drawing)
    return [
      explanation.heading, screen.drawnTable, explanation.endTable, explanation.judgedTable, screen.eventTable,
    ]
  }

  private func screen(_ drawing: Drawing) -> LaunchScreen {
    LaunchScreen(explanation: explanation, stretch: stretch, limit: limit, drawing: drawing)
  }

  package func document() throws -> String {
    try JSONDocument.text("show", (earlier ?? stretch ?? history).limited(to: limit))
  }
}
