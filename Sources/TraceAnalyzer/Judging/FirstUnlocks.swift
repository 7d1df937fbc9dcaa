import TraceModel

/// When each device was first seen unlocked since it was started, by the launches of all apps on it.
///
/// Between a restart and the first unlock a device gives only data without protection (Apple Platform Security, *Data
/// Protection classes*). A launch shows only what happened while it ran, so the other launches of the boot are asked
/// whether the device was unlocked before.
struct FirstUnlocks: Sendable {
  /// One start of one device, on one of the two clocks.
  private struct Boot: Hashable {
    let device, boot: TextID
    let isOnWallClock: Bool

    init?(_ launch: LaunchSummary, _ context: Context) {
      if context.device.isNone || context.boot.isNone { return nil }
      device = context.device
      boot = context.boot
      isOnWallClock = launch.hasWallClock
    }
  }

  private var earliest: [Boot: Int64] = [:]

  init() {}

  /// The first unlocks that these launches show, whose numbers are of `symbols`.
  init(_ launches: [LaunchSummary], _ symbols: Symbols) {
    for launch in launches where launch.nature != .mixed {
      guard let unlocked = launch.firstSeenUnlocked, let boot = Boot(launch, symbols.context(launch.context)) else {
        continue
      }
      earliest[boot] = min(earliest[boot] ?? .max, unlocked)
    }
  }

  func isUnlocked(before location: EventLocation, of launch: LaunchSummary, _ context: Context) -> Bool {
    guard let boot = Boot(launch, context), let unlocked = earliest[boot] else { return false }
    let instant = boot.isOnWallClock ? location.time : location.uptime
    return instant != Event.absent && unlocked < instant
  }
}

extension LaunchSummary {
  /// When the launch first shows that the device is unlocked, or at the latest was; nil if it does not.
  fileprivate var firstSeenUnlocked: Int64? {
    let known = unlocked == Event.absent ? nil : unlocked
    if lock == .unlocked { return firstInstant }
    guard kinds.intersects([.appDidBecomeActive, .sceneDidActivate]) else { return known }
    return min(known ?? .max, activation ?? lastInstant)
  }

  /// When it became active, on the clock of `firstInstant`.
  private var activation: Int64? {
    let active = milestones[.active]
    if active == Event.absent { return nil }
    if milestones.isUptime != hasWallClock { return active }
    // Its first milestone is its first event, or came before that.
    let passed = Milestones.Name.allCases.map { milestones[$0] }.filter { $0 != Event.absent }
    return milestones.isUptime ? firstInstant &+ (active &- (passed.min() ?? active)) : nil
  }
}

extension JudgedLaunch {
  /// True if another launch shows that the device was unlocked before a location, and since it was started.
  func wasUnlocked(before location: EventLocation) -> Bool {
    judging.firstUnlocks.isUnlocked(before: location, of: summary, context)
  }
}
