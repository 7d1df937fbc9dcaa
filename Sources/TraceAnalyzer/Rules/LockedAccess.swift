import TraceModel

/// `launch.locked-access`: data that a locked device does not give was asked for.
final class LockedAccess: PatternRule {
  static let description = RuleDescription(
    id: .`launch.locked-access`,
    severity: .usually(.warning, "error if data is saved or replaced"),
    summary: "The app asked for data while the device was locked, at a launch that began so or when iOS woke it.",
    rationale: """
      Meanwhile the keychain and protected files look empty: users are logged out, or the app replaces their data. After \
      a restart, until the device is first unlocked, so does what is there after the first unlock: files of the default \
      class, and with them UserDefaults.
      """,
    cause: """
      a launch that was prewarmed or in the background, and code that treats unavailable data as missing data
      """,
    remedy: """
      Check isProtectedDataAvailable first, and wait for protectedDataDidBecomeAvailable; never overwrite what you \
      cannot read. Record the data's protection class in attributes.protection, or the accessibility of a keychain item \
      in attributes.accessible, and at the end of the work success, or the status of the call in attributes.status: \
      without them the log does not show whether the access failed, and the finding is only possible.
      """,
    source: "Apple, UIApplication.isProtectedDataAvailable; Encrypting Your App's Files",
    sees: .steps(
      [
        .processStart, .processMain, .appWillFinishLaunching, .appDidFinishLaunching, .appDecodeState, .workBegin,
        .workEnd, .dataChange, .dataSave, .appProtectedDataDidBecomeAvailable, .appDidBecomeActive, .sceneDidActivate,
        .appProtectedDataWillBecomeUnavailable, .processResume, .appDidReceiveRemoteNotification, .appPerformFetch,
        .appHandleEventsForBackgroundURLSession, .taskBegin,
      ], keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      if found.candidate.doubts.contains(.unlockedBefore), found.launch.wasUnlocked(before: found.candidate.location) {
        return nil
      }
      let ofName: Sentence = found.name.map { " of '\(name: $0)'" } ?? ""
      let what: Sentence =
        found.subject == nil ? "\(name: found.kind.name)\(ofName) came" : "\(found.work) began"
      let kind = found.launch.judging.words.workKinds[found.candidate.detail.subject]
      let makesAnew = found.kind == .dataSave || kind == .setup
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
      """
        0 s process.start
        0.1 s process.main attributes={"protectedData":false,"firstUnlock":false}
        0.5 s app.didFinishLaunching
      ▸ 1 s work.begin kind=keychain name=token attributes={"accessible":"kSecAttrAccessibleAfterFirstUnlock"}
        1.1 s work.end kind=keychain name=token
      """,
      """
        0 s process.start
        0.5 s app.didFinishLaunching
        1 s app.didBecomeActive
        2 s app.willResignActive
        3 s app.didEnterBackground
        4 s app.protectedDataWillBecomeUnavailable
        60 s app.didReceiveRemoteNotification
      ▸ 61 s work.begin kind=keychain name=token attributes={"accessible":"kSecAttrAccessibleWhenUnlocked"}
        61.1 s work.end kind=keychain name=token
      """,
    ],
    clean: [
      """
        0 s process.start
        0.1 s process.main attributes={"protectedData":false,"firstUnlock":true}
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
        2 s data.save name=inbox attributes={"protection":"none"}
      """,
      """
        0 s process.start
        0.1 s process.main attributes={"protectedData":false}
        0.5 s app.didFinishLaunching
        1 s work.begin kind=keychain name=token
        1.1 s work.end kind=keychain name=token success=true
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
    needs: [
      [
        .appWillFinishLaunching, .appDidFinishLaunching, .appDecodeState, .appDidBecomeActive, .sceneDidActivate,
        .appProtectedDataDidBecomeAvailable,
      ], [.dataChange, .dataSave], [.workBegin],
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

  /// A locked device gives protected data for ten seconds more (Apple Platform Security, *Data Protection classes*):
  /// one that is unlocked sooner after the launch began was locked before.
  private static let graceNanos: Int64 = 10_000_000_000
  /// Enough for each of the kinds of access to be seen often; later ones say nothing new.
  private static let mostAccesses = 64
  /// By these iOS runs a process that it had suspended.
  private static let wakes: KindSet = [
    .processResume, .appDidReceiveRemoteNotification, .appPerformFetch, .appHandleEventsForBackgroundURLSession,
  ]

  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.lock == .locked || facts.summary.kinds.contains(.appProtectedDataWillBecomeUnavailable)
  }

  /// An access to data, or its creation after one, that was not there as far as the log says.
  private struct Access {
    var candidate: Candidate
    var makesAnew: Bool
  }

  /// Whether the device is locked, as far as the log shows it.
  private enum Lock {
    case unlocked
    case sinceBefore
    /// Since this instant of the launch's clock; woken once iOS has run the process again.
    case since(Int64, isWoken: Bool)
  }

  private var accesses: [Access] = []
  private var protections: [TextID: DataProtection] = [:]
  private var lock: Lock?
  /// The app's mark of whether the device was unlocked since it was started.
  private var isAfterFirstUnlock: Bool?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let context = replay.context
    if step.kind == .workEnd {
      if let work = replay.stays.work.latest { end(work, step, context) }
      return nil
    }
    noteLock(step, context)
    let isSetup = isWork(step, of: [.setup], context)
    let isSave = step.kind == .dataSave
    // An app that holds changed data asks for none, but may say how that is protected.
    let isChange = step.kind == .dataChange
    guard isChange || isSave || isSetup && !accesses.isEmpty || isAccess(step, context) else { return nil }
    let protection = protection(of: step, context)
    guard !isChange, accesses.count < Self.mostAccesses, var found = found(step, context) else { return nil }
    let outcome = outcome(of: step, context)
    // Set-up work without a class of its own creates again what the last access did not find: it has that one's class.
    if isSetup, protection == nil, let before = accesses.last {
      found.doubts = found.doubts.union(before.candidate.doubts)
      found.explanations = before.candidate.explanations
    } else {
      switch protection {
      case .always: return nil
      case .afterFirstUnlock:
        if isSeenUnlocked || isAfterFirstUnlock == true, outcome != .refused { return nil }
        if isAfterFirstUnlock != false { found.doubts.insert(.unlockedBefore) }
      case nil: found.doubts.insert(.unknownProtection)
      case .whileUnlocked: break
      }
    }
    if outcome == .found { return nil }
    if outcome == .refused { found.settle() }
    accesses.append(Access(candidate: found, makesAnew: isSave || isSetup))
    return nil
  }

  /// True if the device was locked in this launch, so that it was unlocked before.
  private var isSeenUnlocked: Bool { if case .since = lock { true } else { false } }

  private func noteLock(_ step: Step, _ context: ReplayContext) {
    let texts = context.symbols.texts
    if lock == nil { lock = context.facts.summary.lock == .locked ? .sinceBefore : .unlocked }
    if let mark = LockSigns.isAfterFirstUnlock(step.event, step.kind, texts) { isAfterFirstUnlock = mark }
    if LockSigns.isUnlocked(by: step, texts) {
      lock = .unlocked
    } else if step.kind == .appProtectedDataWillBecomeUnavailable {
      lock = .since(step.orderedEvent.clock, isWoken: false)
    } else if case .since(let begin, _) = lock, step.orderedEvent.clock &- begin > Self.graceNanos {
      let kind = step.kind == .taskBegin ? context.words.taskKinds[step.signature.taskKind] : nil
      let isTask = kind.map { $0 != .assertion } ?? false
      if Self.wakes.contains(step.kind) || isTask { lock = .since(begin, isWoken: true) }
    }
  }

  /// A candidate at a step; nil if the device is not known to be locked.
  private func found(_ step: Step, _ context: ReplayContext) -> Candidate? {
    let detail = step.kind == .workBegin ? Candidate.Detail.work(kind: step.signature.taskKind) : .none
    var found = Candidate(Self.rule, step.orderedEvent, detail, name: step.signature.name)
    // An unlock may be lost.
    if step.lostCount > 0 { found.doubts.insert(.unrecordedUnlock) }
    switch lock {
    case .unlocked, .since(_, isWoken: false), nil: return nil
    case .since(_, isWoken: true): return found.missing(.appProtectedDataDidBecomeAvailable)
    case .sinceBefore:
      let signs = context.facts.lockSigns
      let began = context.facts.summary.firstInstant
      let isLate = signs.location.time == Event.absent || signs.location.time &- began > Self.graceNanos
      return signs.isUnlocking && isLate ? found.missing(.appProtectedDataWillBecomeUnavailable) : found
    }
  }

  private func end(_ work: Work, _ step: Step, _ context: ReplayContext) {
    let location = work.begin.orderedEvent.event.location
    guard let index = accesses.firstIndex(where: { $0.candidate.location == location }) else { return }
    switch outcome(of: step, context) {
    case .found: accesses.remove(at: index)
    case .refused: accesses[index].candidate.settle()
    case nil: break
    }
  }

  private func outcome(of step: Step, _ context: ReplayContext) -> AccessOutcome? {
    let attributes = step.event.attributes.isNone ? "" : context.text(step.event.attributes)
    return AccessOutcome(success: step.signature.success, attributes: attributes)
  }

  /// What the log says of the step's data: there, or where it named that data before.
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

  /// The surest: of equally sure ones what makes data anew, and of those the first.
  func finish(at end: Int64) -> [Candidate] {
    func rank(_ access: Access) -> Int {
      let doubts = access.candidate.doubts
      let sure = doubts.isEmpty ? 0 : doubts.contains(.unlockedBefore) ? 4 : 2
      return sure + (access.makesAnew ? 0 : 1)
    }
    return Array(accesses.min { rank($0) < rank($1) }.map(\.candidate))
  }
}

extension Candidate {
  /// Takes the doubts away that the system's refusal answers.
  fileprivate mutating func settle() {
    doubts = doubts.subtracting([.unknownProtection, .unlockedBefore, .unrecordedUnlock])
    explanations = []
  }
}
