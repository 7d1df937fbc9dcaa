/// The launches of one side cut into runs, where each device is a stratum: those of a run are one draw.
///
/// Launches of a device that follow each other resemble each other: it is warm for an hour, or something else runs on it.
/// A test that takes each for a draw of its own sees a difference without any change in 15 % of the trials in which
/// neighbours correlate by 0.3, and in 30 % if by 0.6; with runs in 7 % and 11 %. Where launches are independent, runs cost
/// little (`Tests/Compare/README.md`). The resumes of one launch are always in one run.
///
/// Source: the method of batch means, as in Law and Kelton, *Simulation Modeling and Analysis* (1982).
struct LaunchRuns {
  /// By the place of a launch, or of a resume, the number of its run.
  let units: [Int32]
  /// How many runs there are.
  let count: Int

  /// A device has so many runs a side, and all devices together at least so many: this project's numbers, by trials.
  private static let runsOfDevice = 4
  private static let runsOfAll = 12

  /// The runs of launches in the order in which they began, each of a stratum below `count`.
  ///
  /// - Parameters:
  ///   - strata: The strata of launches, or of resumes.
  ///   - places: The places of the launches that these are of; those of one launch follow each other.
  ///   - count: The number of strata.
  init(strata: [Int32], places: [Int32], count: Int) {
    let runs = max(Self.runsOfDevice, (Self.runsOfAll + count - 1) / max(1, count))
    let isFirst = places.indices.map { $0 == 0 || places[$0] != places[$0 - 1] }
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
      let place = Int(stratum)
      if isFirst { seen[place] += 1 }
      return Int32(starts[place] + (seen[place] - 1) * min(runs, launches[place]) / launches[place])
    }
  }
}
