import TraceModel

/// `data.lost-at-exit`: what was changed and not saved goes with the process.
final class DataLost: PatternRule {
  static let description = RuleDescription(
    id: .`data.lost-at-exit`,
    severity: .always(.warning),
    summary: "The process ended after a data.change that no data.save followed.",
    rationale: "What the user did last is missing when the app is opened again.",
    cause: "data that is saved only by a timer, by a button, or in willTerminate, which a suspended app never receives",
    remedy: "Save when data changes, and save the rest when the app leaves the foreground.",
    source: "Apple, App Programming Guide for iOS, App Termination: do not wait to save user data",
    sees: .steps(
      [.dataChange, .dataSave, .appWillTerminate, .processExit], keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      let data: Sentence = found.name.map { " '\(name: $0)'" } ?? ""
      return FindingDraft(
        message: "data\(data) was changed and not saved before the process ended",
        names: [Normalised.name(found.name ?? "")])
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s data.change name=cart
        3 s data.save name=cart
        4 s data.change name=cart
      ▸ 9 s process.exit reason=crash source=system
      """,
      """
        0 s app.didFinishLaunching
        2 s data.save name=notes
        3 s data.change name=cart
      ▸ 9 s app.willTerminate
        9.1 s data.save name=notes
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        2 s data.change name=cart
        3 s data.save name=cart
        9 s process.exit reason=crash source=system
      """,
      """
        0 s app.didFinishLaunching
        2 s data.change name=cart
        9 s app.willTerminate
        9.1 s data.save
      """,
      """
        0 s app.didFinishLaunching
        2 s data.save
        3 s data.change name=cart
      """,
    ],
    code: CodeExample(
      wrong: """
        func applicationWillTerminate(_ application: UIApplication) {
          draft.save()  // a suspended app ends without this call
        }
        """,
      right: """
        func textViewDidChange(_ textView: UITextView) { draft.saveSoon() }

        func sceneDidEnterBackground(_ scene: UIScene) { draft.saveNow() }
        """))

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.kinds.contains(.dataChange) }
  private var unsaved: [(name: TextID, change: TimeMark)] = []
  /// The last save: what changed at its instant may have been saved with it.
  private var save: TimeMark?
  /// What is lost unless an `app.willTerminate` whose return is not recorded saved it.
  private var held: Candidate?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let name = step.signature.name
    let isSaved =
      save.map { $0.orderedEvent.ties(with: step.orderedEvent) && $0.orderedEvent.signature.name.agrees(with: name) }
      ?? false
    if step.kind == .dataChange, !isSaved { unsaved.append((name, TimeMark(step))) }
    if step.kind == .dataSave {
      unsaved.removeAll { $0.name.agrees(with: name) }
      save = TimeMark(step)
    }
    if unsaved.isEmpty { held = nil }
    guard step.kind == .appWillTerminate || step.kind == .processExit,
      replay.context.words.exitReasons[step.signature.reason] != .tool
    else { return nil }
    let lost = unsaved.last { $0.change.nanos(to: step) != nil }
      .map { Candidate(.`data.lost-at-exit`, step.orderedEvent, name: $0.name).missing(.dataSave) }
    if step.kind == .processExit || step.begin != nil || step.event.duration != Event.absent { return lost }
    // Another recorder may report the same end: it was found at the first.
    held = held ?? lost?.with(\.doubts, [.maySave])
    return nil
  }

  func finish(at end: Int64) -> [Candidate] { Array(held) }
}
