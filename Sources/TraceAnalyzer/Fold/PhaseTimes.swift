import TraceModel

/// How long some launches took, as a whole and in each phase, in nanoseconds.
///
/// For memory: only these numbers are held of launches that are compared with another one.
struct PhaseTimes: Sendable {
  /// What a launch has, as bits by the indices of phases.
  private struct Bits {
    var present: UInt16 = 0
    /// The present ones that are not really known.
    var approximate: UInt16 = 0
    var count: Int { present.nonzeroBitCount }
  }

  private var bits: [Bits] = []
  /// For each launch, how long it took, and then each of its phases.
  private var lengths: [Int64] = []
  /// The shortest times that the launches can have taken; empty while these are the same.
  private var surely: [Int64] = []

  init() {}

  init(_ launches: [Launch]) {
    for launch in launches { add(launch) }
  }

  mutating func add(_ launch: Launch) {
    guard let nanos = launch.time.nanos else { return }
    add(nanos, slack: launch.timeSlack, launch.milestones, launch.nature)
  }

  /// Adds a time, which may look longer than it was by `slack`, and those of the phases between these milestones.
  mutating func add(_ time: Int64, slack: Int64, _ milestones: Milestones, _ nature: LaunchNature) {
    if slack != 0, surely.isEmpty { surely = nanos }
    if slack != 0 || !surely.isEmpty { surely.append(time &- slack) }
    lengths.append(time)
    var bits = Bits()
    milestones.forEachPhase(nature) { phase in
      bits.present |= 1 << UInt16(phase.index)
      if phase.isApproximate { bits.approximate |= 1 << UInt16(phase.index) }
      lengths.append(phase.nanos)
    }
    self.bits.append(bits)
  }

  var launchCount: Int { bits.count }

  var nanos: [Int64] {
    var next = 0
    return bits.map { bits in
      defer { next += 1 + bits.count }
      return lengths[next]
    }
  }

  /// The shortest times that the launches can have taken, whatever their clocks were rounded by.
  var surelyNanos: [Int64] { surely.isEmpty ? nanos : surely }

  /// How long a phase took in each launch that has it; `exactly`, only in launches in which that is really known.
  func nanos(ofPhase index: Int, exactly: Bool = false) -> [Int64] {
    let bit: UInt16 = 1 << UInt16(index)
    var values: [Int64] = []
    values.reserveCapacity(launchCount)
    var next = 0
    for bits in bits {
      if bits.present & bit != 0, !exactly || bits.approximate & bit == 0 {
        values.append(lengths[next + 1 + (bits.present & (bit - 1)).nonzeroBitCount])
      }
      next += 1 + bits.count
    }
    return values
  }

  /// How many launches took so long, and by phase how long it took in all of them together.
  func sums(ofLaunches range: ClosedRange<Int64>) -> (launches: Int, phases: [Int128]) {
    var launches = 0
    var sums = [Int128](repeating: 0, count: LaunchPhase.names.count)
    var end = 0
    for bits in bits {
      var next = end
      end += 1 + bits.count
      guard range.contains(lengths[next]) else { continue }
      launches += 1
      for index in sums.indices where bits.present >> UInt16(index) & 1 == 1 {
        next += 1
        sums[index] += Int128(lengths[next])
      }
    }
    return (launches, sums)
  }
}

extension [PhaseTimes] {
  var launchCount: Int { reduce(0) { $0 + $1.launchCount } }

  func sums(ofLaunches range: ClosedRange<Int64>) -> (launches: Int, phases: [Int128]) {
    reduce((0, [Int128](repeating: 0, count: LaunchPhase.names.count))) { sums, times in
      let more = times.sums(ofLaunches: range)
      return (sums.0 + more.launches, zip(sums.1, more.phases).map { $0 + $1 })
    }
  }
}
