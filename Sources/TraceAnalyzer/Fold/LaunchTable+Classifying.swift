import TraceModel

extension LaunchTable {
  /// All launches in one total order (first instant, name, ordinal), classified and timed.
  ///
  /// - Parameters:
  ///   - include: The environments in which launches count.
  ///   - noise: True if messages of a system log that only look like a launch are among them.
  ///   - earlier: True if what stands for a launch whose events are not here is among them.
  /// - Returns: The launches.
  func classified(
    _ include: Set<ExcludedEnvironment>, noise: Bool = false, earlier: Bool = false
  ) -> [ClassifiedLaunch] {
    // Launches of one app on one device follow each other: the last of each, for each clock that instants are read on.
    var previous = [Int32?](repeating: nil, count: 2 * contexts.ownerCount)
    func owner(_ place: Int32) -> Int { 2 * Int(traits(place).owner) + (hasWallClock(place) ? 1 : 0) }
    let order = order(noise: noise)
    // Where a launch's own events are here as well, the event that stood for it does not count.
    var known: Set<SIMD2<Int64>> = []
    if order.contains(where: { nature($0) == .earlier }) {
      for place in order where nature(place) != .earlier {
        known.insert(SIMD2(Int64(owner(place)), firstInstant(place)))
      }
    }
    var launches: [ClassifiedLaunch] = []
    launches.reserveCapacity(order.count)
    for place in order {
      let owner = owner(place)
      let isEarlier = nature(place) == .earlier
      let launch = classified(place, after: previous[owner], include)
      let isKnown = isEarlier && known.contains(SIMD2(Int64(owner), firstInstant(place)))
      if launch.kind != .extension, !isKnown { previous[owner] = place }
      if !isEarlier || earlier { launches.append(launch) }
    }
    return launches
  }

  /// A launch, counted even on a simulator or under a debugger.
  func withEveryEnvironment(_ launch: ClassifiedLaunch) -> ClassifiedLaunch {
    classified(launch.place, after: launch.previous, Set(ExcludedEnvironment.allCases))
  }

  private func classified(
    _ place: Int32, after previous: Int32?, _ include: Set<ExcludedEnvironment>
  ) -> ClassifiedLaunch {
    launch(place, of: kind(place, after: previous).0, after: previous, include)
  }

  /// A launch whose kind is known.
  func launch(
    _ place: Int32, of kind: LaunchKind, after previous: Int32?, _ include: Set<ExcludedEnvironment>
  ) -> ClassifiedLaunch {
    let time = time(place, of: kind, include)
    return ClassifiedLaunch(time: time, kind: kind, place: place, previous: previous)
  }
}
