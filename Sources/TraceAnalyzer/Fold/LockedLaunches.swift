import TraceModel

/// How many launches began on a locked device, of those whose log would show it.
package struct LockedLaunches: Sendable, Encodable {
  /// Launches seen from their start of app versions that record protected data.
  package var launches: Int
  package var beganLocked: Int
  /// Those of them that read the keychain before the device was unlocked.
  package var keychainRead: Int
  /// The bounds of the share that began locked, in tenths of a percent: 95 % by Wilson, rounded outwards.
  package var lowPerMille, highPerMille: Int

  /// The count of `launches`; nil if no launch says anything of protected data.
  package init?(_ launches: [Launch]) {
    func version(_ launch: Launch) -> [String] { [launch.context.app, launch.context.appVersion] }
    let signs = KindSet([.appProtectedDataDidBecomeAvailable, .appProtectedDataWillBecomeUnavailable])
    let concerned = launches.filter { $0.summary.lock != .unknown || $0.summary.kinds.intersects(signs) }
    let versions = Set(concerned.map(version))
    let counted = launches.filter {
      $0.summary.isSeenFromStart && $0.kind != .extension && versions.contains(version($0))
    }
    guard !counted.isEmpty else { return nil }
    let locked = counted.filter { $0.summary.lock == .locked }
    let reads = locked.count { $0.summary.readsKeychainLocked }
    self.init(launches: counted.count, beganLocked: locked.count, keychainRead: reads)
  }

  /// So many of so many launches, of which there is one at least.
  package init(launches: Int, beganLocked: Int, keychainRead: Int) {
    let bounds = Self.wilson(beganLocked, of: launches)
    self.launches = launches
    self.beganLocked = beganLocked
    self.keychainRead = keychainRead
    lowPerMille = Int((bounds.low * 1000).rounded(.down))
    highPerMille = Int((bounds.high * 1000).rounded(.up))
  }

  /// The 95 % interval of a share.
  ///
  /// Source: Wilson, *Probable Inference, the Law of Succession, and Statistical Inference* (1927).
  static func wilson(_ count: Int, of all: Int) -> (low: Double, high: Double) {
    // The standard normal distribution's 97.5th percentile.
    let z = 1.959963984540054
    let n = Double(all)
    let share = Double(count) / n
    let centre = share + z * z / (2 * n)
    let half = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    let scale = 1 + z * z / n
    // At either end the bound is exact, and its difference of two equals may not be.
    return (count == 0 ? 0 : (centre - half) / scale, count == all ? 1 : (centre + half) / scale)
  }
}
