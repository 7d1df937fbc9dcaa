import TraceModel

/// Finds the first sign in a launch of whether the device was locked when it began.
///
/// iOS posts that protected data becomes available, or will become unavailable; the app's mark on one of its first
/// events, `attributes.protectedData`, is the value of `UIApplication.isProtectedDataAvailable`.
struct LockSigns: Sendable {
  static let marked = KindSet([.processStart, .processMain, .appWillFinishLaunching, .appDidFinishLaunching])
  private static let active = KindSet([.appDidBecomeActive, .sceneDidActivate])
  private static let lockedMark = Array("\"protectedData\":false".utf8)
  private static let unlockedMark = Array("\"protectedData\":true".utf8)
  /// The app's mark on the same events: whether the device was unlocked since it was started.
  private static let beforeMark = Array("\"firstUnlock\":false".utf8)
  private static let afterMark = Array("\"firstUnlock\":true".utf8)

  private(set) var lock = DeviceLock.unknown
  private(set) var location = EventLocation()
  /// The sign is an unlocking: a lock in this launch would have to come before it.
  private(set) var isUnlocking = false
  private var isOver = false
  /// The first instant that shows the device unlocked now or since its start; looked for until the app is active.
  private(set) var unlocked = Event.absent
  private(set) var isDone = false

  /// True if the app's mark says that protected data can be read; `nil` without a mark.
  static func isAvailable(_ event: Event, _ kind: EventKind, _ texts: TextTable) -> Bool? {
    guard !event.attributes.isNone, marked.contains(kind) else { return nil }
    if texts.holds(lockedMark, event.attributes) { return false }
    return texts.holds(unlockedMark, event.attributes) ? true : nil
  }

  /// True if the app's mark says that the device was unlocked since it was started; `nil` without a mark.
  static func isAfterFirstUnlock(_ event: Event, _ kind: EventKind, _ texts: TextTable) -> Bool? {
    guard !event.attributes.isNone, marked.contains(kind) else { return nil }
    if texts.holds(beforeMark, event.attributes) { return false }
    return texts.holds(afterMark, event.attributes) ? true : nil
  }

  mutating func note(_ event: Event, _ kind: EventKind, at instant: Int64, _ texts: TextTable) {
    let isShown =
      Self.shown.contains(kind) || Self.isAvailable(event, kind, texts) == true
      || Self.isAfterFirstUnlock(event, kind, texts) == true
    if isShown, unlocked == Event.absent { unlocked = instant }
    if !isOver { noteLock(event, kind, texts) }
    isDone = isOver && unlocked != Event.absent || Self.active.contains(kind)
  }

  /// The events by which iOS says that the device is unlocked, or was until now.
  private static let shown = KindSet([.appProtectedDataDidBecomeAvailable, .appProtectedDataWillBecomeUnavailable])

  private mutating func noteLock(_ event: Event, _ kind: EventKind, _ texts: TextTable) {
    switch kind {
    case .appProtectedDataDidBecomeAvailable:
      lock = .locked
      isUnlocking = true
    case .appProtectedDataWillBecomeUnavailable: lock = .unlocked
    // Whoever uses an app has unlocked the device: a later sign is of a later lock.
    case let kind where Self.active.contains(kind): break
    default:
      // Before the first unlock the device is locked.
      let isFirst = Self.isAfterFirstUnlock(event, kind, texts) == false ? false : nil
      guard let isAvailable = Self.isAvailable(event, kind, texts) ?? isFirst else { return }
      lock = isAvailable ? .unlocked : .locked
    }
    location = event.location
    isOver = true
  }

  static func isUnlocked(by step: Step, _ texts: TextTable) -> Bool {
    step.kind == .appProtectedDataDidBecomeAvailable || active.contains(step.kind)
      || isAvailable(step.event, step.kind, texts) == true
  }
}
