import TraceModel

/// `launch.locked-access`: data that a locked device does not give was asked for.
final class LockedAccess: PatternRule {
  static let rule = RuleID.`launch.locked-access`
  /// A device that is locked gives protected data for ten seconds more (Apple Platform Security, *Data Protection
  /// classes*): one that is unlocked sooner after the launch began was locked before.
  private static let graceNanos: Int64 = 10_000_000_000
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.lock == .locked }
  /// The first access; and what makes data anew after one.
  private var access, renewal: Candidate?
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
    guard isSave || isSetup && access != nil || isAccess(step, context) else { return nil }
    var found = Candidate(Self.rule, step.orderedEvent, name: step.signature.name)
    // The page's `view` is the kind of work.
    found.view = step.kind == .workBegin ? step.signature.taskKind : .none
    // A lock that the launch saw may be among what was lost.
    if step.lostCount > 0 { found.confidence = .possible }
    let began = context.facts.summary.firstInstant
    let isLate = signs.place.time == Event.absent || signs.place.time &- began > Self.graceNanos
    if signs.isUnlocking, isLate { found = found.missing(.appProtectedDataWillBecomeUnavailable) }
    if access == nil { access = found }
    if isSave || isSetup, renewal == nil { renewal = found }
    return nil
  }

  private func isAccess(_ step: Step, _ context: ReplayContext) -> Bool {
    step.kind == .dataChange || step.kind == .appDecodeState || isWork(step, of: [.keychain, .disk], context)
  }

  private func isWork(_ step: Step, of kinds: [WorkKind], _ context: ReplayContext) -> Bool {
    step.kind == .workBegin && context.words.workKinds[step.signature.taskKind].map(kinds.contains) ?? false
  }

  func finish(at end: Int64) -> [Candidate] { Array(renewal ?? access) }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    var told = page?.told(candidate, launch)
    let makesAnew = candidate.kind == .dataSave || launch.judging.words.workKinds[candidate.view] == .setup
    told?.severity = makesAnew ? .error : .warning
    return told
  }
}
