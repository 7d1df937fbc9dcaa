import Testing

@testable import TraceAnalyzer

/// Which launches are compared with which, and what is one draw.
@Suite(.tags(.small)) struct CompareAlikeTests {
  /// So many launches of each pair of a device and a model, of 1 ms, 2 ms and so on.
  private func entries(_ groups: [(device: Int32, model: Int32, count: Int)]) -> [CompareEntry] {
    var place: Int32 = 0
    return groups.flatMap { group in
      (0..<group.count).map { _ in
        place += 1
        return CompareEntry(nanos: Int64(place) * 1_000_000, device: group.device, model: group.model, index: place - 1)
      }
    }
  }

  @Test("devices that nearly all launches of both sides are of are compared with themselves")
  func laboratory() {
    let base = entries([(0, 0, 20), (1, 0, 20), (2, 1, 3)])
    let head = entries([(0, 0, 9), (1, 0, 9), (3, 1, 2)])
    let alike = AlikeLaunches(base: base, head: head, deviceCount: 4)
    #expect(alike.isByDevice)
    #expect(alike.strataCount == 2)
    #expect([alike.base.count, alike.head.count] == [40, 18])
    // Twelve runs a side at least, here six of each device.
    #expect([alike.baseUnits, alike.headUnits] == [12, 12])
    #expect(Set(alike.base.map(\.unit)).count == 12)
  }

  @Test("launches of a device that follow each other are one run")
  func runs() {
    let runs = LaunchRuns(
      strata: [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 2, 2], indices: (0..<14).map { Int32($0) }, count: 3)
    #expect(runs.units == [0, 4, 0, 0, 5, 1, 1, 2, 2, 3, 3, 6, 7, 8])
    #expect(runs.count == 9)
    #expect(LaunchRuns(strata: [], indices: [], count: 0).count == 0)
    let one = [Int32](repeating: 0, count: 60)
    #expect(LaunchRuns(strata: one, indices: (0..<60).map { Int32($0) }, count: 1).count == 12)
  }

  @Test func `the resumes of a launch are of one run`() {
    // Two launches of a device have five resumes and one, another has three.
    let runs = LaunchRuns(strata: [0, 0, 0, 0, 0, 1, 1, 1, 0], indices: [2, 2, 2, 2, 2, 5, 5, 5, 7], count: 2)
    #expect(runs.units == [0, 0, 0, 0, 0, 2, 2, 2, 1])
    #expect(runs.count == 3)
  }

  @Test("what one unit has may be by chance, and what few units have that stand in a stratum of one side alone")
  func chances() {
    func units(_ draws: [(stratum: Int, unit: Int, launches: Int)]) -> StratifiedUnits {
      StratifiedUnits(
        draws.flatMap { [LaunchDraw](repeating: LaunchDraw(stratum: $0.stratum, unit: $0.unit), count: $0.launches) })
    }
    let base = units((0..<6).map { (0, $0, 20) })
    let head = units((10..<16).map { (0, $0, 20) } + (20..<30).map { (1, $0, 20) })
    let chances = SideChances(base: base, head: head)
    #expect(chances.probability(thatAllAreOf: 1, units: [0: 1]) == 0.5)
    #expect(chances.probability(thatAllAreOf: 1, units: [0: 3, 1: 10]).isNear(0.125, within: 1e-12))
    #expect(chances.probability(thatAllAreOf: 0, units: [0: 2]).isNear(0.25, within: 1e-12))
    #expect(head.hits([LaunchDraw(stratum: 1, unit: 21), LaunchDraw(stratum: 1, unit: 21)]) == [1: [1: 2]])
    #expect(SideChances.testCount([], alpha: 0.05) == 1)
    // Tarone's example: of many that are too rare to show anything, the count is that of the others.
    #expect(SideChances.testCount([0.5, 0.5, 0.001, 0.002, 0.5, 0.03], alpha: 0.05) == 2)
  }

  @Test("a device that was updated is compared within each major version of its system")
  func updatedDevices() {
    let base = entries([(0, 0, 20), (0, 1, 6), (1, 0, 20), (1, 1, 6)])
    let head = entries([(0, 0, 6), (0, 1, 20), (1, 0, 6), (1, 1, 20)])
    let alike = AlikeLaunches(base: base, head: head, deviceCount: 2)
    #expect(alike.isByDevice)
    #expect(alike.strataCount == 4)
  }

  @Test("below nine tenths strata are models, and the launches of a device are one draw")
  func field() {
    let base = entries([(0, 0, 20), (1, 0, 20), (2, 1, 5)])
    let head = entries([(0, 0, 9), (1, 0, 9), (3, 1, 5), (-1, 0, 2)])
    let alike = AlikeLaunches(base: base, head: head, deviceCount: 4)
    #expect(!alike.isByDevice)
    #expect(alike.strataCount == 2)
    #expect([alike.base.count, alike.head.count] == [45, 25])
    #expect([alike.baseUnits, alike.headUnits] == [3, 5])
  }

  @Test("a model with fewer than five launches on a side drops out, and below one half nothing is left")
  func fewAlike() {
    let base = entries([(0, 0, 10), (1, 1, 4)])
    let head = entries([(2, 0, 10), (3, 1, 50)])
    let alike = AlikeLaunches(base: base, head: head, deviceCount: 4)
    #expect(alike.strataCount == 1)
    #expect([alike.base.count, alike.head.count] == [10, 10])
    #expect(alike.areTooFew)
    #expect(!AlikeLaunches(base: base, head: entries([(2, 0, 10), (3, 1, 10)]), deviceCount: 4).areTooFew)
    #expect(AlikeLaunches(base: [], head: head, deviceCount: 4).areTooFew)
  }

  /// The share of launches of these units of one stratum, of which some are hits.
  private func share(units: [Int], hits: [Int]) -> StratifiedShare {
    let draws = units.map { LaunchDraw(stratum: 0, unit: $0) }
    let all = StratifiedUnits(draws)
    return StratifiedShare(hits: all.hits(hits.map { draws[$0] }), units: all, weights: [(0, 1)])
  }

  @Test("a share is worth as many launches as that of a sample", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func shares(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let units = (0..<60).map { _ in Int32.random(in: 0..<12, using: &generator) }
    let observations = units.enumerated().map { Observation(nanos: Int64($0), stratum: 0, unit: $1) }
    let chosen = Set((0..<20).map { _ in Int.random(in: 0..<60, using: &generator) })
    let whole = WeightedSample(observations).effectiveSize { chosen.contains(Int($0.nanos)) }
    let share = share(units: units.map { Int($0) }, hits: Array(chosen))
    #expect(share.share.isNear(Double(chosen.count) / 60, within: 1e-14))
    #expect(share.effectiveSize.isNear(whole, within: 1e-9))
  }

  @Test("one device shows nothing of how devices differ")
  func oneDevice() {
    #expect(share(units: [Int](repeating: 0, count: 20), hits: Array(0..<5)).effectiveSize <= 1)
    #expect(share(units: [0, 1, 2], hits: []).effectiveSize == 3)
  }

  @Test("a share of 0 or 1 is worth no more than there are devices", arguments: [0, 200])
  func uniformShare(hits: Int) {
    let units = (0..<10).flatMap { [Int](repeating: $0, count: 20) }
    #expect(share(units: units, hits: Array(0..<hits)).effectiveSize == 10)
    let few = WeightedSample((0..<60).map { Observation(nanos: 1, stratum: 0, unit: $0 % 3) })
    #expect(few.effectiveSize { _ in hits > 0 } < 3)
  }

  @Test("what one side alone has is real if chance does not keep it from the other")
  func oneSide() {
    // 20 devices of 10 launches a side; of head 4, 8 or 12 devices have it once.
    let draws = (0..<2).map { side in (0..<200).map { LaunchDraw(stratum: 0, unit: 20 * side + $0 / 10) } }
    let test = ShareTest(draws, isByDevice: false)
    for (devices, isReal) in [(4, false), (8, true), (12, true)] {
      let found = test.difference([[], (0..<devices).map { draws[1][10 * $0] }])
      #expect(found.interval(alpha: 0.05).isReal == isReal)
      // Half of the devices are of head, and it may be of either side.
      #expect(found.chance?.isNear(Array(repeating: 0.5, count: devices).reduce(2, *), within: 1e-12) == true)
      // Base is held to vary as head does.
      #expect(found.base.effectiveSize.isNear(found.head.effectiveSize, within: 1e-12))
    }
  }

  @Test(
    "devices that have most of the launches are worth few",
    arguments: [
      ([200], true, 1), ([200, 200], true, 2), ([200, 10, 10], true, 1.204), ([20, 20, 20], false, 3),
      ([1, 1], false, 2), ([20, 20, 20, 20, 20, 20], false, 6),
    ] as [([Int], Bool, Double)])
  func effectiveUnits(sizes: [Int], areTooFew: Bool, effective: Double) {
    let counts = UnitCounts(units: sizes.enumerated().flatMap { unit, size in [Int](repeating: unit, count: size) })
    #expect(counts.areTooFew == areTooFew)
    #expect(counts.effectiveUnits.isNear(effective, within: 1e-3))
    // Launches of their own, and those of devices enough, count fully.
    #expect((counts.sizeFactor == 1) == (sizes.max() == 1 || effective >= 6))
  }
}
