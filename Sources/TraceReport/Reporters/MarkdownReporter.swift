import TraceAnalyzer
import TraceModel

/// A comment on a pull request, or the summary of a job.
///
/// The first line is a comment by which a program finds the one it posted before.
enum MarkdownReporter: Reporter {
  static let name = "markdown"
  static let isForCI = true
  static let capacity = ReportCapacity.parts

  /// A comment on GitHub holds 65,536 characters, and the summary of a step 1 MiB.
  private static let mostBytes = 60_000
  private static let mostRows = 20
  /// The greatest number of app versions that are listed with event kinds that they never recorded.
  private static let mostRecorders = 5
  /// The bytes that are kept free for the text below the rows.
  private static let reserve = 8000

  static func writes(_ answer: any Answer.Type) -> Bool {
    answer == CheckAnswer.self || answer is any CommentAnswer.Type
  }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    if let answer = answer as? any CommentAnswer { return try put(answer.comment) }
    let check = try readable(answer, as: CheckAnswer.self)
    let alerts = check.countedAlerts
    let head = head(check, first: alerts.first)
    let shown = fitting(alerts.prefix(mostRows).map { line($0, check) }, in: mostBytes - reserve - size(head))
    let heading = [
      "| severity | rule | finding | launches | place | fingerprint |", "| --- | --- | --- | ---: | --- | --- |",
    ]
    let table = shown.isEmpty ? [] : heading + shown + [""]
    try put((head + table + tail(check, rows: alerts.count, shown: shown.count)).map { $0 + "\n" }.joined())
  }

  /// The marker, the verdict, what to look at first and what was checked.
  private static func head(_ check: CheckAnswer, first alert: Alert?) -> [String] {
    let subject = check.subjectText.cut(to: Sentence.mostOfSentence)
    let selection = check.selectionText.map { [MarkdownText.code($0.cut(to: Sentence.mostOfName)), ""] } ?? []
    return ["<!-- tracetool:check -->", MarkdownText.prose(check.conclusion), ""]
      + (alert.map { [lead($0), ""] } ?? []) + [MarkdownText.code(subject), ""] + selection
  }

  /// What was found, where and why, in one line.
  private static func lead(_ alert: Alert) -> String {
    let finding = alert.finding
    let rule = "\(name(finding.rule.name)) (\(name(finding.fingerprint.prefix(8))))"
    let location = alert.firstLine.map { ", at \(MarkdownText.code($0))" } ?? ""
    let reason = finding.cause.map { "; cause: \(MarkdownText.code($0.cut(to: Sentence.mostOfSentence)))" } ?? ""
    return "Look first at \(rule): \(MarkdownText.code(alert.message))\(location)\(reason)"
  }

  private static func name(_ text: some StringProtocol) -> String { MarkdownText.code("\(name: text)") }

  private static func line(_ alert: Alert, _ check: CheckAnswer) -> String {
    let finding = alert.finding
    let owner = check.owners.owner(of: finding).map { Sentence.name("\($0.path):\($0.line)") }
    let doubt: Sentence = finding.doubtText.map { " (\($0))" } ?? ""
    let cells = [
      MarkdownText.prose("\(name: finding.severity.name)\(doubt)"), name(finding.rule.name),
      MarkdownText.code(alert.message), alert.group.launches == 0 ? "" : Units.count(alert.group.launches),
      MarkdownText.code(owner ?? alert.firstLine ?? ""), name(finding.fingerprint.prefix(8)),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  /// On what the verdict rests, and behind a fold what was not judged and how to see the rest.
  private static func tail(_ check: CheckAnswer, rows: Int, shown: Int) -> [String] {
    let coverage = check.report.coverage
    let more = rows - shown
    let notes: [Sentence?] = [
      more > 0 ? "\(count: more, "more row") \(more == 1 ? "is" : "are") not shown." : nil,
      check.acceptedText.map { "\($0)." },
    ]
    let unjudged = coverage.notJudgedStepLines(indent: "").map(MarkdownText.prose) + unrecorded(coverage)
    let title = unjudged.isEmpty ? "How to see more" : "Not judged, and how to see more"
    let counted = (check.metrics?.lines ?? []).prefix(mostRecorders).map(MarkdownText.code)
    let folded = (unjudged + counted + advice(check)).map { "- \($0)" }
    let opening = ["", "<details><summary>\(title)</summary>", ""]
    let details = folded.isEmpty ? [] : opening + folded + ["", "</details>"]
    return notes.compactMap(\.self).flatMap { [MarkdownText.prose($0), ""] }
      + [MarkdownText.prose(coverage.groundsSentence)] + details
  }

  /// Which kinds of events were never recorded, one app and version a line.
  private static func unrecorded(_ coverage: Coverage) -> [String] {
    let recorders = coverage.neverRecorded
    let lines = recorders.prefix(mostRecorders).map { recorder in
      let owner = [recorder.app, recorder.appVersion].filter { !$0.isEmpty }.joined(separator: " ")
      let kinds = MarkdownText.prose(.name(recorder.kinds.joined(separator: ", ")))
      let origin = owner.isEmpty ? "" : " in \(MarkdownText.code(.name(owner, limit: 100)))"
      return "never recorded\(origin): \(kinds)"
    }
    let more = recorders.count - lines.count
    return lines + (more > 0 ? ["and in \(Units.count(more, "more version"))"] : [])
  }

  private static func advice(_ check: CheckAnswer) -> [String] {
    if check.report.findings.isEmpty { return [] }
    let count = Units.count(check.report.findings.count, "finding")
    return [
      "`tracetool check --all` lists each of \(count), `tracetool show FINGERPRINT` the launch that shows it,"
        + " and `tracetool explain RULE` what to do."
    ]
  }

  /// As many of the first lines as fit into `bytes`.
  private static func fitting(_ lines: [String], in bytes: Int) -> [String] {
    var left = bytes
    return Array(
      lines.prefix { line in
        left -= line.utf8.count + 1
        return left >= 0
      })
  }

  private static func size(_ lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }
}
