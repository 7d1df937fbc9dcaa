import TraceAnalyzer
import TraceModel

/// The first screen of a check: what it is about, the verdict, a block for each group of findings, and on what the
/// verdict rests.
struct CheckScreen {
  private static let gap: Sentence = "  "
  /// Color only ever repeats what the words say.
  private static let colors = ["error": "31", "warning": "33", "note": "36", "FAILED": "31", "passed": "32"]
  private static let otherColor = "33"

  let answer: CheckAnswer
  let drawing: Drawing

  private var report: CheckReport { answer.listed }
  private var width: Int { drawing.width ?? .max }

  /// The whole screen, each line with a newline.
  var text: String {
    let groups = report.groups(by: .cause)
    let counting = groups.filter { $0.accepted == nil }
    var blocks = [head(counting)]
    if answer.listsEach {
      if !report.findings.isEmpty { blocks.append([eachTable]) }
    } else {
      // Accepted ones come last: they need no work today.
      blocks += (counting + groups.filter { $0.accepted != nil }).prefix(answer.limit).map(block)
    }
    blocks.append(foundation(groups))
    blocks += answer.furtherTables.map { [String($0.text(drawing).dropLast())] }
    return blocks.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  // MARK: The head

  private func head(_ groups: [FindingGroup]) -> [String] {
    let subject = wrapped(answer.subjectText).map { drawing.painted($0, "1") }
    let verdict = drawing.text(answer.verdictText(groups)) { Self.colors[$0] ?? Self.otherColor }
    return subject + DisplayText.wrapped(verdict, to: drawing.width) + (answer.selectionText.map { wrapped($0) } ?? [])
  }

  // MARK: Findings

  private var eachTable: String { String(report.limited(to: answer.limit).each(end: []).text(drawing).dropLast()) }

  /// The block of a group: its rule, its share of launches, its message, its cause, and the command to type next.
  private func block(_ group: FindingGroup) -> [String] {
    let doubt: Sentence = group.confidence == .certain ? "" : " (\(name: group.confidence.name))"
    let severity = drawing.painted(group.severity.name, Self.colors[group.severity.name])
    let head = drawing.text("\(doubt)\(Self.gap)\(name: group.rule.name)")
    let share = group.shareText(of: report.coverage.launches)
    let end = drawing.text("\(Self.gap)\(share)")
    let isShort = DisplayText.width(group.severity.name + head + end) <= width
    var lines = isShort ? [severity + head + end] : [severity + head] + detail(share)
    for line in group.messageLines { lines += detail(line) }
    if let doubt = group.worst.doubtText { lines += detail(doubt) }
    if let cause = group.cause { lines += detail("cause: \(cause)") }
    if let accepted = group.accepted { lines += detail(accepted.text) }
    return lines + next(group)
  }

  /// The command to type next, whole, and the line of the log; on one line if both fit.
  private func next(_ group: FindingGroup) -> [String] {
    let command = answer.command(for: group)
    let location = group.worst.source.map { "\(name: $0.file):\($0.line)" as Sentence }
    let texts = [command, location].compactMap(\.self).map { drawing.text("\(Self.gap)\($0)") }
    let line = texts.joined()
    return DisplayText.width(line) <= width ? [line] : texts
  }

  // MARK: The end

  private func foundation(_ groups: [FindingGroup]) -> [String] {
    var lines = wrapped(report.coverage.groundsText)
    lines += report.coverage.notJudgedStepLines(indent: "  ").flatMap { wrapped($0) }
    lines += report.coverage.unknownWordLines.flatMap { wrapped($0) }
    let limit = answer.isVerbose ? Int.max : Coverage.Reading.commonestNames
    lines += (report.coverage.reading?.droppedText(limit: limit)).map { wrapped($0) } ?? []
    if answer.lacksUnknownNames { lines += wrapped("'tracetool store status' lists the unknown names") }
    lines += answer.acceptanceNotes.flatMap { wrapped($0) }
    lines += answer.limitNotes(groups).flatMap { wrapped($0) }
    if !answer.listsEach { lines += answer.listingNotes(groups.filter { $0.accepted == nil }).flatMap { wrapped($0) } }
    return lines
  }

  private func detail(_ text: Sentence) -> [String] { wrapped("\(Self.gap)\(text)") }

  /// The text on lines that fit the terminal; whole where it goes to a file, for programs that look for it there.
  private func wrapped(_ text: Sentence) -> [String] {
    DisplayText.wrapped(drawing.text(text), to: drawing.width)
  }
}
