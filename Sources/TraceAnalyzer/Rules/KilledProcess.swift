import TraceModel

/// An end that iOS decided on: reported by `background.killed` if the app was in the background and could have avoided
/// it, else by `process.killed`.
struct KilledProcess {
  private let reason: ExitReason
  private let name: TextID
  let place: Candidate.Place
  private var doubts = DoubtSet()
  /// True if neither the app nor its user is at fault: `process.killed` reports it, wherever the app was.
  var isBlameless: Bool { reason.facts.fault == .system }

  /// The kill that a process's exit is; nil for an end that the app could not have avoided and that is part of using
  /// it, and for one that `launch.watchdog` reports.
  init?(_ step: Step, _ replay: inout Replay) {
    let words = replay.context.words
    guard let reason = words.exitReasons[step.signature.reason], !LaunchWatchdog.reports(step, &replay) else {
      return nil
    }
    // Another message of this end says which memory it was.
    if reason == .memory, replay.context.facts.explainsExit { return nil }
    let report = replay.context.text(step.event.attributes)
    let atExit = replay.stays.visibility(atExit: step)
    let isTold = LaunchSign.word(atExit: report) != nil
    let isSure = atExit?.confidence == .certain
    switch atExit?.visibility {
    case _ where !isSure && reason.facts.isOfBackground: place = .background
    case .foreground: place = .foreground
    case .background: place = .background
    case nil: place = .unknown
    }
    let isInFront = isSure && place == .foreground
    guard reason.facts.fault != .none || Self.causesInFront[reason] != nil && isInFront else { return nil }
    self.reason = reason
    let event = WatchdogReport.otherEvents.firstIndex(where: report.contains)
    name = reason == .watchdog ? event.map { words.watchdogEvents[$0] } ?? step.signature.reason : step.signature.reason
    if WatchdogReport.isAmbiguous(report) { doubts.insert(.ambiguousReport) }
    if !isInFront, Self.mayBeNoApp(report, replay.context.facts, replay.context.lexicon) { doubts.insert(.mayBeNoApp) }
    let isUnsure = isInFront ? !isTold && replay.stays.mayHaveLeft : atExit != nil && !isSure
    if isUnsure, !reason.facts.isOfBackground { doubts.insert(.unknownPlace) }
  }

  /// True if a process is known only by Jetsam's end of a program of this name, which any process may have, by a report
  /// that names none, or by an end under the name of an extension.
  static func mayBeNoApp(_ report: String, _ facts: LaunchFacts, _ lexicon: Lexicon) -> Bool {
    let kinds = facts.summary.kinds
    if !kinds.intersects(Extensions.life), lexicon.namesExtension(facts.context) { return true }
    // FrontBoard ends apps alone.
    let isUnnamed =
      facts.context.app.isNone && report.contains("\"report\":{") && !report.contains("FRONTBOARD")
    if isUnnamed, kinds.isSubset(of: KindSet([.processStart, .processExit])) { return true }
    return kinds.isSubset(of: KindSet([.processExit]))
      && (report.contains("\"process\":{") || lexicon.isProgram(facts.context))
  }

  /// The candidate of the reporting rule; it is named by the reason, or by what the watchdog waited for.
  func candidate(
    _ rule: RuleID, _ step: Step, running: TextID = .none, nanos: Int64 = Event.absent
  ) -> Candidate {
    let detail = Candidate.Detail.kill(place: place, running: running, nanos: nanos)
    return Candidate(rule, step.orderedEvent, detail, name: name).with(\.doubts, doubts)
  }

  /// The finding, nil if `name` is no reason; `visibility` is empty or as ` in the background`; `detail` comes last.
  static func draft(
    name: String, visibility: Sentence, detail: @autoclosure @escaping () -> Sentence
  ) -> FindingDraft? {
    let event = WatchdogReport.otherEvents.contains(name) ? name : nil
    guard let reason = event == nil ? ExitReason(name) : .watchdog else { return nil }
    let facts = reason.facts
    let words: Sentence = event.map { "\(name: reason.name) (\(name: $0))" } ?? "\(name: reason.name)"
    return FindingDraft(
      message: "the process was ended\(visibility) with reason \(words)\(detail())", names: [Normalised.name(name)],
      cause: event.flatMap { WatchdogReport.causes[$0] } ?? facts.cause ?? causesInFront[reason],
      severity: facts.fault == .app ? nil : facts.fault == .system ? .note : .warning)
  }

  /// The ends for lack of memory that are reported in the foreground alone, each with its usual cause.
  static let causesInFront: [ExitReason: String] = [
    .memoryPressure:
      "the device ran out of memory while the app was in the foreground, and such an app usually uses most of it",
    .memory: "memory that grows with use, until the app or the device has no more of it",
  ]
}
