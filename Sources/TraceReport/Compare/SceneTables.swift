import TraceAnalyzer
import TraceModel

extension CompareReport {
  /// The rows on the adoption of scenes, each with its sentence and what to do below it; nil if it is no migration.
  func scenesTable() -> Table? {
    guard let text = SceneText(self) else { return nil }
    let rows = text.scenes.rows.map { row in
      [
        Cell.name(row.check.rawValue), .text(SceneText.words(row.verdict)), .name(row.severity.name),
        .text(SceneText.words(row.base)), .text(SceneText.words(row.head)), .text(text.sentence(row)),
        .text(row.advice),
      ]
    }
    return Table(text.heading, ["check", "result", "severity", "base", "head"], rows, notes: text.notes)
  }
}
