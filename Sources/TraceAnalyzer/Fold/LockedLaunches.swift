package import TraceModel

/// How many launches began on a locked device, of those whose log would show it.
package struct LockedLaunches: Sendable, Encodable {
  /// Launches seen from their start, of app versions that record protected data.
  package var launches: Int
  package var beganLocked: Int
  /// Of these, launches that read the keychain before the device was unlocked.
  package var keychainRead: Int
  /// Of these, launches that asked for data that was not there, as `launch.locked-access` found.
  package var notThere = NotThere()
  /// The bounds of the share that began locked, in tenths of a percent: 95 % by Wilson, rounded outwards.
  package var lowPerMille, highPerMille: Int

  /// How many launches asked for data that was not there.
  package struct NotThere: Sendable, Encodable {
    /// For certain, and possibly: a launch counts once.
    package var certain = 0
    package var possible = 0
  }

  /// The count of `launches`, nil if none says anything of protected data; `notThere` tells by index how sure it is
  /// that a launch asked for data that was not there.
  package init?(_ launches: [Launch], notThere found: [Int32: Confidence] = [:]) {
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
    for launch in locked {
      guard let confidence = found[launch.index] else { continue }
      if confidence == .certain { notThere.certain += 1 } else { notThere.possible += 1 }
    }
  }

  /// The share of launches that began before the first unlock, and its interval; `launches` is at least 1.
  package init(launches: Int, beganLocked: Int, keychainRead: Int) {
    let bounds = WilsonInterval(share: Double(beganLocked) / Double(launches), size: Double(launches))
    self.launches = launches
    self.beganLocked = beganLocked
    self.keychainRead = keychainRead
    lowPerMille = Int((bounds.low * 1000).rounded(.down))
    highPerMille = Int((bounds.high * 1000).rounded(.up))
  }
}
