import TraceIngest
import TraceModel
import TraceReport

/// The pages of `tracetool explain` on reading logs: what can be read, and why a record was rejected.
enum ReadingPages {
  private static let width = 80

  static let formats = Table(
    "Formats", ["--from", "what it is"], LogFormat.summaries.map { [.name($0.name), .name($0.summary)] },
    notes: ["the format is recognized from a log's first bytes; --from NAME fixes it"])

  /// The rows that describe forms of exports, and `own`, those of the configuration and the command line.
  static func rows(_ own: [OwnRow]) -> Table {
    let all = ExportForm.allRows.map { ($0.form, $0.row) } + own.map { (LogFormat.canonical, $0.text) }
    return Table(
      "Rows", ["--from", "what a form's keys mean"], all.map { [.name($0.0), .name($0.1)] },
      notes: [
        "'rows' of 'input' in \(name: ConfigurationFile.name) are the rows 'field', 'event' and 'end' of a form of your own"
      ])
  }

  /// Why iOS ends processes: what each reason means, whose fault it is, and what to do.
  static let kills = Table(
    "Why a process ended", ["reason", "what it means", "what to do"],
    ExitReason.allCases.map { reason in
      let facts = reason.facts
      let advice = facts.remedy ?? (facts.fault == .system ? "None: it is no fault of the app." : "-")
      return [.name(reason.name), .name(facts.meaning), .name(advice)]
    } + Word.ends.map { [.name($0.name), .name($0.meaning), .text("Read its crash report.")] },
    notes: [
      "'background.killed' and 'process.killed' report ends that the app could have avoided; those that are no fault",
      "of the app are notes",
    ])

  /// A page for each reason of a reject, by its words in `store rejects`.
  static let reasons = Reject.Reason.allCases.map { ($0.rawValue, page(of: $0)) }

  static let taskRefusals = Table(
    "\(name: TaskRefusal.domain)", ["code", "name", "what it means"],
    TaskRefusal.allCases.map { refusal in
      [.text("\(refusal.code)"), .name(refusal.name), .name("\(refusal.meaning) \(refusal.remedy)")]
    },
    notes: ["Apple, BGTaskScheduler.Error.Code; a log that holds such an error has the finding background.task-refused"]
  )

  static let rejects =
    Reject.Reason.allCases.map(page).joined(separator: "\n")
    + "\n'tracetool store rejects' lists the rejected lines of a store.\n"

  static func page(of reason: Reject.Reason) -> String { lines(of: reason).map { $0 + "\n" }.joined() }

  static func lines(of reason: Reject.Reason) -> [String] {
    [reason.rawValue] + lines(of: reason.explanation, indent: 2)
  }

  private static func lines(of text: String, indent: Int) -> [String] {
    var lines: [String] = []
    let margin = String(repeating: " ", count: indent)
    for word in text.split(separator: " ") {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(margin + word)
      }
    }
    return lines
  }
}
