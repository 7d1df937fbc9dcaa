import TraceModel

/// `launch.early-access`: a locked device may not let it.
final class EarlyAccess: WorkRule {
  static let description = RuleDescription(
    id: .`launch.early-access`,
    severity: .always(.note),
    summary: "Work of kind keychain or disk began before app.willFinishLaunching.",
    rationale: "iOS prewarms a process up to this point by itself, even on a locked device, where the read fails.",
    cause: "a static initializer, main() or an App's init that reads files or the keychain",
    remedy: """
      Read in didFinishLaunching or later, and expect that protected data may be unavailable. Record the data's \
      protection class in attributes.protection, or the accessibility of a keychain item in attributes.accessible: \
      without it the finding is only possible.
      """,
    source: "Apple, About the app launch sequence: Prepare your app for prewarming (iOS 15)",
    sees: .steps(
      KindSet(families: ["app", "scene"]).union([.workBegin]), keeps: .first),
    settles: .withStep,
    traits: [],
    message: { found in
      // `launch.locked-access` says more.
      let isLocked = found.launch.summary.candidates.contains { $0.rule == .`launch.locked-access` }
      return isLocked
        ? nil : FindingDraft(message: "\(found.work) began before app.willFinishLaunching", names: found.workNames)
    },
    found: [
      """
        0 s process.start
      ▸ 0.1 s work.begin kind=keychain name=token
        0.2 s work.end kind=keychain name=token
        0.5 s app.willFinishLaunching
      """
    ],
    clean: [
      """
        0 s process.start
        0.1 s work.begin kind=keychain name=token attributes={"accessible":"afterFirstUnlock"}
        0.2 s work.end kind=keychain name=token
        0.5 s app.willFinishLaunching
      """,
      """
        0 s process.start
        0.5 s app.willFinishLaunching
        0.6 s work.begin kind=keychain name=token
        0.7 s work.end kind=keychain name=token
      """,
      """
        0 s process.start
        0.1 s work.begin kind=network name=config
        0.5 s app.willFinishLaunching
      """,
      """
        0 s process.start
        0.1 s work.begin kind=disk name=index
        0.2 s work.end kind=disk name=index
        0.5 s app.didFinishLaunching source=notification
      """,
    ],
    code: CodeExample(
      wrong: """
        final class AppDelegate: NSObject, UIApplicationDelegate {
          let token = Keychain.read("token")  // the device may be locked
        }
        """,
      right: """
        final class AppDelegate: NSObject, UIApplicationDelegate {
          lazy var token = Keychain.read("token")  // when it is first used
        }
        """))

  private var held: Candidate?
  private var isOver = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.kind == .workBegin else {
      defer { isOver = true }
      // A callback that is recorded at its return may have contained the work.
      let isFirst = !isOver && step.kind == .appWillFinishLaunching && step.signature.showsEntry
      return isFirst ? held.flatMap { $0.location.nanos(to: step.event.entry) ?? 0 > 0 ? $0 : nil } : nil
    }
    guard !isOver, held == nil, step.lostCount == 0, let work = replay.stays.work.latest else { return nil }
    let protection = DataProtection.named(in: replay.context.text(step.event.attributes))
    if replay.context.isOne(work, of: [.keychain, .disk]), protection == nil || protection == .whileUnlocked {
      held = found(step, work).with(\.doubts, protection == nil ? [.unknownProtection] : [])
    }
    return nil
  }
}
