package import TraceAnalyzer

/// One launch, event by event, or its states at one time.
package struct HistoryAnswer: ScreenAnswer, DocumentAnswer {
  /// The whole launch.
  package var history: LaunchHistory
  /// The launch up to the time that was asked for; nothing if none was.
  package var earlier: LaunchHistory?

  /// A launch as `tracetool show` shows it; with `earlier`, its states then.
  package init(_ history: LaunchHistory, earlier: LaunchHistory? = nil) {
    self.history = history
    self.earlier = earlier
  }

  package func tables(drawing: Drawing) -> [Table] {
    earlier.map { [history.heading, $0.stateTable] } ?? history.screen(drawing)
  }

  package func document() throws -> String { try JSONDocument.text("show", earlier ?? history) }
}
