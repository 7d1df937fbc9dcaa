import TraceModel

/// `launch.locked-access`: data that a locked device does not give was asked for.
final class LockedAccess: PatternRule {
  static let description = RuleDescription(
    id: .`launch.locked-access`,
    severity: .usually(.warning, "error if data is saved or replaced"),
    summary: "The launch began on a locked device, and the app asked for data before the device was unlocked.",
    rationale: """
      Meanwhile the keychain and protected files look empty: users are logged out, or the app replaces their data.
      """,
    cause: """
      a launch that was prewarmed or in the background, and code that treats unavailable data as missing data
      """,
    remedy: """
      Check isProtectedDataAvailable first, and wait for protectedDataDidBecomeAvailable; never overwrite what you \
      cannot read. Record the data's protection class in attributes.protection, or the accessibility of a keychain item \
      in attributes.accessible: without it the log does not show whether the access failed, and the finding is only possible.
      """,
    source: "Apple, UIApplication.isProtectedDataAvailable; Encrypting Your App's Files",
    sees: .steps(
      [
        .processStart, .processMain, .appWillFinishLaunching, .appDidFinishLaunching, .appDecodeState, .workBegin,
        .dataChange, .dataSave, .appProtectedDataDidBecomeAvailable, .appDidBecomeActive, .sceneDidActivate,
      ], keeps: .first),
    budgets: [],
    settles: .withLaunch,
    isReportedOnce: false,
    isAboutTimes: false,
    findsOnlyOverruns: false,
    message: { found in
      let kind = found.kind.name
      let what =
        found.view == nil ? kind + (found.name.map { " of '\($0)'" } ?? "") + " came" : "\(found.work) began"
      let makesAnew = found.kind == .dataSave || found.launch.judging.words.workKinds[found.candidate.view] == .setup
      return FindingDraft(
        message: "\(what) while the device was locked", names: found.workNames, severity: makesAnew ? .error : .warning)
    },
    found: [
      """
        0 s process.start
        0.5 s app.didFinishLaunching
      ▸ 1 s work.begin kind=keychain name=token
        1.1 s work.end kind=keychain name=token
        4 s app.protectedDataDidBecomeAvailable
      """,
      """
        0 s process.start
        0.1 s process.main attributes={"protectedData":false}
        0.5 s app.didFinishLaunching
        1 s work.begin kind=disk name=database
        1.1 s work.end kind=disk name=database
      ▸ 2 s data.save name=database
      """,
      """
        0 s process.start
        0.1 s process.main attributes={"protectedData":false}
        0.5 s app.didFinishLaunching
        1 s work.begin kind=disk name=cache
        1.1 s work.end kind=disk name=cache
      ▸ 2 s work.begin kind=keychain name=token attributes={"accessible":"kSecAttrAccessibleWhenUnlocked"}
        2.1 s work.end kind=keychain name=token
      """,
    ],
    clean: [
      """
        0 s process.start
        0.1 s process.main attributes={"protectedData":false}
        0.5 s app.didFinishLaunching
        1 s work.begin kind=disk name=database attributes={"protection":"completeUntilFirstUserAuthentication"}
        1.1 s work.end kind=disk name=database
        2 s data.save name=database
      """,
      """
        0 s process.start
        0.1 s process.main attributes={"protectedData":false}
        0.5 s app.didFinishLaunching
        1 s data.change name=inbox
        2 s data.save name=inbox attributes={"protection":"completeUntilFirstUserAuthentication"}
      """,
      """
        0 s process.start
        0.5 s app.didFinishLaunching
        4 s app.protectedDataDidBecomeAvailable
        5 s work.begin kind=keychain name=token
        5.1 s work.end kind=keychain name=token
      """,
      """
        0 s process.start
        0.5 s app.didFinishLaunching
        1 s work.begin kind=keychain name=token
        1.1 s work.end kind=keychain name=token
      """,
      """
        0 s process.start
        0.5 s app.didFinishLaunching
        1 s app.didBecomeActive
        2 s app.willResignActive
        3 s app.didEnterBackground
        4 s app.protectedDataWillBecomeUnavailable
        5 s work.begin kind=keychain name=token
        5.1 s work.end kind=keychain name=token
        9 s app.protectedDataDidBecomeAvailable
      """,
    ],
    code: CodeExample(
      wrong: """
        let token = Keychain.read("token")  // nil on a locked device
        if token == nil { signOut() }
        """,
      right: """
        guard UIApplication.shared.isProtectedDataAvailable else { return }
        let token = Keychain.read("token")

        func applicationProtectedDataDidBecomeAvailable(_ app: UIApplication) {
          readToken()
        }
        """))

  /// A device that is locked gives protected data for ten seconds more (Apple Platform Security, *Data Protection
  /// classes*): one that is unlocked sooner after the launch began was locked before.
  private static let graceNanos: Int64 = 10_000_000_000
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.lock == .locked }
  /// The first access; and what makes data anew after one.
  private var access, renewal: Candidate?
  /// What the log says of data, by its name.
  private var protections: [TextID: DataProtection] = [:]
  private var isOver = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let context = replay.context
    let signs = replay.context.facts.lockSigns
    if isOver || LockSigns.isUnlocked(by: step, context.symbols.texts) {
      isOver = true
      return nil
    }
    let isSetup = isWork(step, of: [.setup], context)
    let isSave = step.kind == .dataSave
    // An app that holds changed data asks for none, but may say how that is protected.
    let isChange = step.kind == .dataChange
    guard isChange || isSave || isSetup && access != nil || isAccess(step, context) else { return nil }
    let protection = protection(of: step, context)
    if isChange || protection == .whileLocked { return nil }
    var found = Candidate(Self.rule, step.orderedEvent, name: step.signature.name)
    // The page's `view` is the kind of work.
    found.view = step.kind == .workBegin ? step.signature.taskKind : .none
    // A lock that the launch saw may be among what was lost.
    if step.lostCount > 0 { found.doubts.insert(.unrecordedUnlock) }
    if protection == nil { found.doubts.insert(.unknownProtection) }
    let began = context.facts.summary.firstInstant
    let isLate = signs.location.time == Event.absent || signs.location.time &- began > Self.graceNanos
    if signs.isUnlocking, isLate { found = found.missing(.appProtectedDataWillBecomeUnavailable) }
    if access == nil || access?.confidence == .possible && found.confidence == .certain { access = found }
    let isSurer = renewal == nil || renewal?.confidence == .possible && found.confidence == .certain
    if isSave || isSetup, isSurer { renewal = found }
    return nil
  }

  /// What the log says of the data that a step is about: there, or where it named that data before.
  private func protection(of step: Step, _ context: ReplayContext) -> DataProtection? {
    let name = step.signature.name
    let own = step.event.attributes.isNone ? nil : DataProtection.named(in: context.text(step.event.attributes))
    guard let own else { return name.isNone ? nil : protections[name] }
    if !name.isNone { protections[name] = own }
    return own
  }

  private func isAccess(_ step: Step, _ context: ReplayContext) -> Bool {
    step.kind == .appDecodeState || isWork(step, of: [.keychain, .disk], context)
  }

  private func isWork(_ step: Step, of kinds: [WorkKind], _ context: ReplayContext) -> Bool {
    step.kind == .workBegin && context.words.workKinds[step.signature.taskKind].map(kinds.contains) ?? false
  }

  func finish(at end: Int64) -> [Candidate] {
    let found = [renewal, access].compactMap(\.self)
    return Array(found.first { $0.confidence == .certain } ?? found.first)
  }
}
