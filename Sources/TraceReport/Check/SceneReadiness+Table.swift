import TraceAnalyzer
import TraceModel

extension SceneReadiness {
  /// The rows on scenes of a check, each with its sentence and what to do below it, and what was not tried.
  var table: Table {
    let rows = rows.map { row in
      let sentence = [row.subject, row.detail].compactMap(\.self).joined(separator: ": ")
      return [
        Cell.name(row.check.rawValue), .text(SceneText.words(row.verdict)), .name(row.severity.name),
        .text(SceneText.words(row.head)), .text(sentence), .text(row.advice),
      ]
    }
    return Table(heading, ["check", "result", "severity", "launches"], rows, notes: notes)
  }

  private var heading: Sentence {
    let rest = launches - sceneBased - appBased
    let unknown: Sentence = rest == 0 ? "" : ", \(count: rest) that \(rest == 1 ? "shows" : "show") neither"
    return "Scenes: \(count: launches, "launch"), \(count: sceneBased) with scenes, "
      + "\(count: appBased) with only the app delegate\(unknown)"
  }

  private var soundText: Sentence {
    sceneBased + appBased == 0
      ? "Nothing shows which delegates UIKit calls: record their callbacks with 'source' 'delegate'."
      : "Nothing is wrong with scenes, as far as these launches show."
  }

  private var notes: [Sentence] {
    let rest = notExercised.map(\.words)
    let none = rows.isEmpty ? [soundText] : []
    return none + (rest.isEmpty ? [] : ["Not exercised: \(rest.joined(separator: ", "))."])
  }
}
