import TraceModel

/// Guesses which word of a field a log's own word means: `--rename reason:aufgabe_abgelaufen=backgroundTask`.
///
/// A guess needs all words: `speicher` may be the limit of one process or the need of others, and is left to the
/// reader.
package enum WordHint {
  /// In the common form of their words.
  private static let reasons: [String: ExitReason] = {
    let table: [(reason: ExitReason, phrases: String)] = [
      (
        .backgroundTask,
        "task expire|expire task|background task expire|background task|background task timeout|task timeout|"
          + "background time expire|background timeout|assertion expire|expiration handler"
      ),
      (.watchdog, "watchdog|watchdog timeout|watch dog|launch timeout|start timeout|launch watchdog"),
      (.memoryLimit, "memory limit|limit memory|memory limit exceeded|memory exceeded"),
      (.memoryPressure, "memory pressure|low memory"),
      (.crash, "crash|crashed|exception|uncaught exception|fatal error"),
      (.user, "user|force end|force quit|swipe|swipe away|swiped|swiped away|close user|user close"),
      (.cpu, "cpu|cpu limit"), (.thermal, "thermal|overheat"), (.fileLock, "file lock|file locked"),
    ]
    let rows = table.flatMap { row in row.phrases.split(separator: "|").map { (String($0), row.reason) } }
    return Dictionary(uniqueKeysWithValues: rows)
  }()
  private static let fillers: Set = [
    "terminate", "close", "exit", "end", "die", "reason", "by", "system", "due", "because", "app", "process",
  ]

  /// True if a field's word is understood as it is written; `field` is the field's name in `--map`.
  static func isKnown(_ word: String, of field: String) -> Bool {
    if Renaming.fields[field]?.contains(word) ?? true { return true }
    if field == IngestOptions.startType { return StartType(written: word) != nil }
    return field == Field.reason.name && Termination.reason(written: word) != nil
  }

  /// The word of a field that another most likely means; nil if that is unclear, or needs no guess.
  package static func meaning(of word: String, in field: String) -> String? {
    if isKnown(word, of: field) { return nil }
    let plain = NameWords.plain(word)
    if let other = Renaming.fields[field]?.first(where: { NameWords.plain($0) == plain }) { return other }
    let words = NameWords.common(NameWords.words(of: word))
    switch field {
    case IngestOptions.startType: return StartType(written: words.joined(separator: " "))?.name
    case Field.reason.name:
      let said = words.filter { !fillers.contains($0) }
      return reasons[(said.isEmpty ? words : said).joined(separator: " ")]?.name
    default: return nil
    }
  }
}
