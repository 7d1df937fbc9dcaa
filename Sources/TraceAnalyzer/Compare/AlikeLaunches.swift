/// The launches of both sides that have others to be compared with, in strata.
///
/// Where the same devices ran both sides, as in a laboratory, each device is a stratum, and the answer holds for these
/// devices. Else a stratum is a model with the major version of its system, the launches of a device count as one draw,
/// and the answer holds for such devices.
struct AlikeLaunches {
  /// A stratum has so many launches of each side at least: this project's number.
  static let fewest = 5

  /// True if strata are devices, and each launch is a draw of its own.
  let isByDevice: Bool
  let base, head: [Observation]
  /// The entries behind the observations, in the same order.
  let baseEntries, headEntries: [CompareEntry]
  /// How many launches there were before those without others like them were left out.
  let baseCount, headCount: Int
  let strataCount: Int
  /// Draws of each side: devices, or launches where those are draws of their own.
  let baseUnits, headUnits: Int

  /// True if less than half of a side's launches have others like them on the other side.
  var areTooFew: Bool {
    base.isEmpty || head.isEmpty || base.count * 2 < baseCount || head.count * 2 < headCount
  }

  /// The alike ones of these entries; devices have numbers below `deviceCount`.
  init(base baseEntries: [CompareEntry], head headEntries: [CompareEntry], deviceCount: Int) {
    let devices = Self.shared(baseEntries, headEntries, count: deviceCount, by: \.device)
    let isByDevice = Self.areMost(baseEntries, in: devices) && Self.areMost(headEntries, in: devices)
    let modelCount = Int((baseEntries + headEntries).lazy.map(\.model).max() ?? -1) + 1
    let path: KeyPath<CompareEntry, Int32> = isByDevice ? \.device : \.model
    let strata = isByDevice ? devices : Self.shared(baseEntries, headEntries, count: modelCount, by: path)
    self.isByDevice = isByDevice
    baseCount = baseEntries.count
    headCount = headEntries.count
    strataCount = strata.count { $0 >= 0 }
    func kept(_ entries: [CompareEntry]) -> [CompareEntry] {
      entries.filter { $0[keyPath: path] >= 0 && strata[Int($0[keyPath: path])] >= 0 }
    }
    self.baseEntries = kept(baseEntries)
    self.headEntries = kept(headEntries)
    func observations(_ entries: [CompareEntry]) -> (all: [Observation], units: Int) {
      var next = Int32(deviceCount)
      var devices: Set<Int32> = []
      let all = entries.map { entry in
        let stratum = strata[Int(entry[keyPath: path])]
        if !isByDevice, entry.device >= 0 {
          devices.insert(entry.device)
          return Observation(nanos: entry.nanos, stratum: stratum, unit: entry.device)
        }
        next += 1
        return Observation(nanos: entry.nanos, stratum: stratum, unit: next - 1)
      }
      return (all, devices.count + Int(next) - deviceCount)
    }
    let baseSide = observations(self.baseEntries)
    let headSide = observations(self.headEntries)
    base = baseSide.all
    head = headSide.all
    baseUnits = baseSide.units
    headUnits = headSide.units
  }

  /// A stratum for each number that has enough launches on both sides; -1 for all others.
  private static func shared(
    _ base: [CompareEntry], _ head: [CompareEntry], count: Int, by path: KeyPath<CompareEntry, Int32>
  ) -> [Int32] {
    func counts(_ entries: [CompareEntry]) -> [Int] {
      var counts = [Int](repeating: 0, count: count)
      for entry in entries where entry[keyPath: path] >= 0 { counts[Int(entry[keyPath: path])] += 1 }
      return counts
    }
    var next: Int32 = 0
    return zip(counts(base), counts(head)).map { base, head in
      guard base >= fewest, head >= fewest else { return -1 }
      next += 1
      return next - 1
    }
  }

  /// True if nine tenths of the launches are of devices that have enough on both sides.
  private static func areMost(_ entries: [CompareEntry], in devices: [Int32]) -> Bool {
    let count = entries.count { $0.device >= 0 && devices[Int($0.device)] >= 0 }
    return !entries.isEmpty && count * 10 >= entries.count * 9
  }
}
