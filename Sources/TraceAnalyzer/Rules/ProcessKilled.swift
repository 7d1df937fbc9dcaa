import TraceModel

/// `process.killed`: iOS ended the process in the foreground, or in an unknown state; or through no fault of the app.
final class ProcessKilled: PatternRule {
  static let description = RuleDescription(
    id: .`process.killed`,
    severity: .usually(.error, "warning where the device ran out of memory; note where the app is not at fault"),
    summary: """
      iOS ended the process in the foreground, or the log does not show where; or the app was not at fault.
      """,
    rationale: "In the foreground this looks like a crash to the user.",
    remedy: "Do what 'tracetool explain kills' says about the reason.",
    source: "Apple, MXForegroundExitData; Addressing watchdog terminations; Identifying high-memory use with jetsam "
      + "event reports",
    sees: .steps([.processExit], keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      if isReportedElsewhere(found.launch) { return nil }
      guard case .kill(let place, _, _) = found.candidate.detail else { return nil }
      let isPlaceKnown = !mayHaveLeft(found, place)
      // The end is a fault wherever the app was; but in the background that of a device without memory is none.
      let isOfFront = found.name.flatMap(ExitReason.init).flatMap { KilledProcess.causesInFront[$0] } != nil
      let namesPlace = isPlaceKnown || isOfFront
      let visibility: Sentence = namesPlace && place != .unknown ? " in the \(name: "\(place)")" : ""
      let callback: Sentence = found.subject.map { ": \(name: $0) had not returned after \(found.time)" } ?? ""
      var draft = found.name.flatMap { KilledProcess.draft(name: $0, visibility: visibility, detail: callback) }
      if place == .foreground, isPlaceKnown || !namesPlace { draft?.answered = [.unknownPlace] }
      return draft
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
      ▸ 9 s process.exit reason=memoryLimit source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
      ▸ 9 s process.exit reason=memoryPressure source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
      ▸ 90 s process.exit reason=watchdog source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A phase=begin
        1.1 s scene.willConnect scene=A phase=end
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A phase=begin
      ▸ 13 s process.exit reason=watchdog source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
      ▸ 90 s process.exit reason=languageChanged source=system
      """,
      """
        0 s process.start source=system
      ▸ 4980 s process.exit reason=watchdog source=system
      """,
      """
        0 s app.didFinishLaunching reason=backgroundTask
      ▸ 900 s process.exit reason=idle source=system
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        9 s app.willResignActive source=delegate
        10 s app.didEnterBackground source=delegate
        900 s process.exit reason=memoryPressure source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        9 s app.willResignActive source=delegate
        15 s process.suspend source=system
        900 s process.resume source=system
        900.001 s process.exit reason=memoryPressure source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        9 s process.exit reason=user source=system
      """,
    ])

  /// Rules that say more of how a process ended.
  private static let ends: [RuleID] = [
    .`resume.slow`, .`terminate.handler-overrun`, .`background.handler-overrun`,
  ]

  /// True if the app, last seen in the foreground, may have left it, as it is not known that its recorder writes that.
  private static func mayHaveLeft(_ found: CandidateInLaunch, _ place: Candidate.Place) -> Bool {
    place == .foreground && found.candidate.doubts.contains(.unknownPlace)
      && !StayBuilder.departures.kinds.contains { found.launch.knowledge(of: $0) == .recorded }
  }

  private static func isReportedElsewhere(_ launch: JudgedLaunch) -> Bool {
    launch.summary.candidates.contains { other in
      ends.contains(other.rule) && (other.kind == .processExit || other.isOpen)
        && Catalogue.draft(of: other, launch).map(launch.isReported) == true
    }
  }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard let kill = KilledProcess(step, &replay), kill.place != .background || kill.isBlameless else { return nil }
    let words = replay.context.words
    let open = replay.stays.unreturned(words.exitReasons[step.signature.reason])
    guard let open, open.isReportedAtExit else { return kill.candidate(Self.rule, step) }
    return kill.candidate(Self.rule, step, running: words.kindNames[Int(open.kind.rawValue)], nanos: open.nanos)
  }
}
