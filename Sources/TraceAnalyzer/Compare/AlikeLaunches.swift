/// The launches of both sides that have others to be compared with, in strata.
///
/// If the same devices ran both sides with one major version of their system, as in a laboratory, each device is a
/// stratum, launches that follow each other count as one draw (`LaunchRuns`), and the answer holds for these devices.
/// Else a stratum is a model with the major version of its system, the launches of a device count as one draw, and the
/// answer holds for such devices.
struct AlikeLaunches {
  /// The least number of launches of each side in a stratum: this project's number.
  static let fewest = 5

  let isByDevice: Bool
  let base, head: [Observation]
  let baseEntries, headEntries: [CompareEntry]
  /// All launches, also those without others like them.
  let baseCount, headCount: Int
  let strataCount: Int
  /// Draws of each side: devices, or runs of launches if strata are devices.
  let baseUnits, headUnits: Int

  /// True if less than half of a side's launches have others like them on the other side.
  var areTooFew: Bool {
    base.isEmpty || head.isEmpty || base.count * 2 < baseCount || head.count * 2 < headCount
  }

  /// The alike entries; devices have numbers below `deviceCount`.
  init(
    base baseEntries: [CompareEntry], head headEntries: [CompareEntry], deviceCount: Int
  ) {
    let devices = Self.strata(baseEntries, headEntries, by: Self.deviceKey)
    let isByDevice = Self.areByDevice(baseEntries, headEntries, in: devices)
    let key = isByDevice ? Self.deviceKey : Self.modelKey
    let strata = isByDevice ? devices : Self.strata(baseEntries, headEntries, by: key)
    self.isByDevice = isByDevice
    baseCount = baseEntries.count
    headCount = headEntries.count
    strataCount = strata.count
    self.baseEntries = baseEntries.filter { entry in key(entry).map { strata[$0] != nil } ?? false }
    self.headEntries = headEntries.filter { entry in key(entry).map { strata[$0] != nil } ?? false }
    func observations(_ entries: [CompareEntry]) -> (all: [Observation], units: Int) {
      let numbers = entries.map { entry in key(entry).flatMap { strata[$0] } ?? -1 }
      func all(_ units: [Int32]) -> [Observation] {
        entries.indices.map { index in
          Observation(nanos: entries[index].nanos, stratum: numbers[index], unit: units[index])
        }
      }
      if isByDevice {
        let runs = LaunchRuns(strata: numbers, indices: entries.map(\.index), count: strata.count)
        return (all(runs.units), runs.count)
      }
      var next = Int32(deviceCount)
      var devices: Set<Int32> = []
      var last: Int32 = -1
      let units = entries.map { entry in
        if entry.device >= 0 {
          devices.insert(entry.device)
          return entry.device
        }
        // The resumes of one launch follow each other.
        if entry.index != last { next += 1 }
        last = entry.index
        return next - 1
      }
      return (all(units), devices.count + Int(next) - deviceCount)
    }
    let baseSide = observations(self.baseEntries)
    let headSide = observations(self.headEntries)
    base = baseSide.all
    head = headSide.all
    baseUnits = baseSide.units
    headUnits = headSide.units
  }

  /// True if the strata of all launches of both sides, counted or not, are devices.
  static func areByDevice(_ sides: [[Launch]], _ numbers: CompareNumbers) -> Bool {
    let entries = sides.enumerated().map { side, launches in
      launches.enumerated().map { numbers.entry(of: $1, nanos: 0, side: side, index: $0) }
    }
    return areByDevice(entries[0], entries[1], in: strata(entries[0], entries[1], by: deviceKey))
  }

  private static func areByDevice(
    _ base: [CompareEntry], _ head: [CompareEntry], in devices: [UInt64: Int32]
  ) -> Bool { areMost(base, in: devices) && areMost(head, in: devices) }

  /// A device with its model and system, which an update changes; nil if the log does not name the device.
  private static func deviceKey(_ entry: CompareEntry) -> UInt64? {
    entry.device < 0 ? nil : UInt64(UInt32(bitPattern: entry.device)) << 32 | UInt64(UInt32(bitPattern: entry.model))
  }

  private static func modelKey(_ entry: CompareEntry) -> UInt64? {
    entry.model < 0 ? nil : UInt64(UInt32(bitPattern: entry.model))
  }

  /// A stratum for each key with enough launches on both sides, by key, so that the order of launches changes no sum.
  private static func strata(
    _ base: [CompareEntry], _ head: [CompareEntry], by key: (CompareEntry) -> UInt64?
  ) -> [UInt64: Int32] {
    func counts(_ entries: [CompareEntry]) -> [UInt64: Int] {
      var counts: [UInt64: Int] = [:]
      for entry in entries { if let key = key(entry) { counts[key, default: 0] += 1 } }
      return counts
    }
    let headCounts = counts(head)
    let shared = counts(base).filter { $0.value >= fewest && headCounts[$0.key, default: 0] >= fewest }
    return Dictionary(uniqueKeysWithValues: shared.keys.sorted().enumerated().map { ($1, Int32($0)) })
  }

  /// True if nine tenths of the launches are of devices that have enough on both sides.
  private static func areMost(_ entries: [CompareEntry], in devices: [UInt64: Int32]) -> Bool {
    let count = entries.count { entry in deviceKey(entry).map { devices[$0] != nil } ?? false }
    return !entries.isEmpty && count * 10 >= entries.count * 9
  }
}

/// The launches of one side cut into runs, if each device is a stratum: a run is one draw.
///
/// Launches of a device that follow each other resemble each other: it is warm for an hour, or another program runs. A
/// test that treats each as a draw of its own sees a difference without any change in 15 % of the trials in which
/// neighbours correlate by 0.3, and in 30 % if by 0.6; with runs in 7 % and 11 %. For independent launches runs cost
/// little (`Tests/Compare/README.md`). The resumes of one launch are always in one run.
///
/// Source: the method of batch means, as in Law and Kelton, *Simulation Modeling and Analysis* (1982).
struct LaunchRuns {
  /// The run of each launch, or of each resume.
  let units: [Int32]
  let count: Int

  /// The least numbers of runs a side, of a device and of all devices: this project's numbers, by trials.
  private static let runsOfDevice = 4
  private static let runsOfAll = 12

  /// Cuts launches, or resumes, which are in order of their begin; resumes of one launch have one index, and follow
  /// each other.
  init(strata: [Int32], indices: [Int32], count: Int) {
    let runs = max(Self.runsOfDevice, (Self.runsOfAll + count - 1) / max(1, count))
    let isFirst = indices.indices.map { $0 == 0 || indices[$0] != indices[$0 - 1] }
    var launches = [Int](repeating: 0, count: count)
    for (stratum, isFirst) in zip(strata, isFirst) where isFirst { launches[Int(stratum)] += 1 }
    var starts: [Int] = []
    var next = 0
    for size in launches {
      starts.append(next)
      next += min(runs, size)
    }
    self.count = next
    var seen = [Int](repeating: 0, count: count)
    units = zip(strata, isFirst).map { stratum, isFirst in
      let index = Int(stratum)
      if isFirst { seen[index] += 1 }
      return Int32(starts[index] + (seen[index] - 1) * min(runs, launches[index]) / launches[index])
    }
  }
}

/// What a launch is drawn from: its unit among the launches of its stratum.
struct LaunchDraw: Hashable, Comparable {
  /// Equal for launches that may be compared with each other.
  var stratum: Int
  /// Launches of one unit may resemble each other.
  var unit: Int

  static func < (a: LaunchDraw, b: LaunchDraw) -> Bool {
    a.stratum == b.stratum ? a.unit < b.unit : a.stratum < b.stratum
  }
}

extension Observation {
  var draw: LaunchDraw { LaunchDraw(stratum: Int(stratum), unit: Int(unit)) }
}
