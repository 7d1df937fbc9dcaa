import TraceAnalyzer
import TraceModel

extension SceneReadiness {
  /// The rows on scenes of a check, each with its sentence and what to do below it, and what was not tried.
  var table: Table {
    let rows = rows.map { row in
      let sentence = [row.subject, row.detail].compactMap(\.self).joined(separator: ": ")
      return [
        Cell.text(row.check.rawValue), .text(SceneText.words(row.verdict)), .text(row.severity.name),
        .text(SceneText.words(row.head)), .text(sentence), .text(row.advice),
      ]
    }
    return Table(heading, ["check", "result", "severity", "launches"], rows, notes: notes)
  }

  private var heading: String {
    let rest = launches - sceneBased - appBased
    let unknown = rest == 0 ? "" : ", \(Units.count(rest)) that \(rest == 1 ? "shows" : "show") neither"
    return "Scenes: \(Units.count(launches, "launch")), \(Units.count(sceneBased)) with scenes, "
      + "\(Units.count(appBased)) with only the app delegate\(unknown)"
  }

  private var soundText: String {
    sceneBased + appBased == 0
      ? "Nothing shows which delegates UIKit calls: record their callbacks with 'source' 'delegate'."
      : "Nothing is wrong with scenes, as far as these launches show."
  }

  private var notes: [String] {
    let rest = notExercised.map(\.words)
    let none = rows.isEmpty ? [soundText] : []
    return none + (rest.isEmpty ? [] : ["Not exercised: \(rest.joined(separator: ", "))."])
  }
}
