import TraceModel

/// What a log's own name says of the end of a process: `$ae_crashed`, `Absturz`, `speicher_kill`, and
/// `com.example.app.terminated`.
///
/// All words count here, too: `crash_report_sent` and `player_killed` are no ends.
struct EndName {
  /// False where the name may mean something else as well: an SDK's `application.close` may be a way to the background.
  let isClear: Bool
  /// Why it ended, as far as the name says it.
  let reason: ExitReason?

  private static let crashes: Set = ["crash", "crashed"]
  private static let kills: Set = ["die", "oom", "jetsam", "jetsammed"]
  /// Words of ends that other things have as well.
  private static let others: Set = ["terminate", "close", "exit", "end", "shutdown", "destroy"]
  /// What ends.
  private static let subjects: Set = ["app", "process", "program"]
  /// Why it ended, and where it was: words that leave the name that of an end.
  private static let circumstances: Set = [
    "memory", "limit", "pressure", "low", "out", "exceeded", "watchdog", "system", "os", "user", "force", "forced",
    "background", "foreground", "enter", "fatal", "error", "exception", "uncaught", "unhandled", "native", "signal",
    "hard", "device", "unexpected", "unexpectedly", "sudden", "by", "at", "on", "for", "after", "during", "while",
    "did", "ae", "ta",
    "session", "launch", "start",
    "become", "i", "thread", "main", "cpu", "thermal", "timeout", "expire", "type", "occurred", "happened",
  ]
  /// The beginnings of exceptions and signals: one that was caught ends nothing, so they may be an end.
  private static let faults = ["EXC_", "SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGFPE", "SIGKILL"]

  /// Nil for a name that says nothing of an end.
  init?(_ name: String) {
    // An SDK may put its own name in front, as in `[CLY]_crash`.
    if name.first == "[", let end = name.firstIndex(of: "]") {
      self.init(String(name[name.index(after: end)...]))
      return
    }
    let isFault = Self.faults.contains { name.hasPrefix($0) } || name.hasPrefix("NS") && name.hasSuffix("Exception")
    if isFault, !name.contains(" ") {
      self.init(isClear: false, reason: nil)
      return
    }
    let pieces = name.split { ".:/".contains($0) }
    let tails = NameWords.behindDomain(name)
    let isOfDomain = tails[0].startIndex != name.startIndex
    let pair = pieces.count > 1 ? [pieces.suffix(2).joined(separator: " ")[...]] : []
    for tail in tails + pair {
      guard let end = Self.read(tail, isOfDomain: isOfDomain) else { continue }
      self = end
      return
    }
    return nil
  }

  /// True if a line of prose says no more than that an app ended, as `Die App ist abgestürzt!` does.
  static func isSaid(in text: ArraySlice<UInt8>) -> Bool {
    let isPlain = text.count < longest && text.allSatisfy { $0 >= 0x80 || $0.isLetter || " ,.!'".utf8.contains($0) }
    return isPlain && EndName(text.string)?.isClear == true
  }
  private static let longest = 100

  private init(isClear: Bool, reason: ExitReason?) {
    self.isClear = isClear
    self.reason = reason
  }

  /// What the words of a name say; after a domain's name nothing else need say that the app ended.
  private static func read(_ name: Substring, isOfDomain: Bool) -> EndName? {
    var words = NameWords.common(NameWords.words(of: name)).flatMap(split)
    // A report may be of an error that was caught.
    let isReport = words.last == "report"
    if isReport { words.removeLast() }
    let ends = words.filter { crashes.contains($0) || kills.contains($0) || others.contains($0) }
    // A session ends in every log.
    if ends == ["end"], words.contains("session") { return nil }
    guard words.allSatisfy({ isAllowed($0) }) else { return nil }
    if ends.isEmpty {
      // It may have been caught.
      let isException = words.contains("exception") && !subjects.isDisjoint(with: words)
      return isException ? EndName(isClear: false, reason: nil) : nil
    }
    if isReport { return ends.contains(where: crashes.contains) ? EndName(isClear: false, reason: nil) : nil }
    if ends.contains(where: crashes.contains) { return EndName(isClear: true, reason: .crash) }
    let written = WordHint.meaning(of: words.joined(separator: " "), in: Field.reason.name)
    let reason = written.flatMap { ExitReason($0) }
    let hasSubject = isOfDomain || words.contains("force") || !subjects.isDisjoint(with: words)
    if ends.contains(where: kills.contains) {
      let isSaid = hasSubject || words.count > 1
      return EndName(isClear: isSaid, reason: isSaid ? reason : nil)
    }
    let isSudden = !["unexpected", "unexpectedly"].allSatisfy { !words.contains($0) }
    let isClear = isOfDomain && ends.contains("terminate") || hasSubject && (reason != nil || isSudden)
    // Many things close; what ends by itself may be the process.
    let isAlone = words.count == 1 && words != ["close"]
    return isClear || hasSubject || isAlone ? EndName(isClear: isClear, reason: isClear ? reason : nil) : nil
  }

  private static func isAllowed(_ word: String) -> Bool {
    crashes.contains(word) || kills.contains(word) || others.contains(word) || subjects.contains(word)
      || circumstances.contains(word)
  }

  /// `appcrash` as two words.
  private static func split(_ word: String) -> [String] {
    for end in ["crashed", "crash"] where word.hasSuffix(end) && word != end {
      let stem = NameWords.common([String(word.dropLast(end.count))])
      if stem.allSatisfy({ subjects.contains($0) || circumstances.contains($0) }) { return stem + ["crash"] }
    }
    return [word]
  }
}
