import TraceModel

/// The parts of a launch that no view shows, in one blob of `launch_parts`.
///
/// Stays are the most: a row for each took a tenth of an ingest's time and of the file's room.
enum LaunchParts {
  /// The table's name.
  static let table = "launch_parts"

  /// The blob of a launch.
  ///
  /// The names of its work are not in it: the row has them in a column of their own.
  ///
  /// - Parameters:
  ///   - launch: The launch.
  ///   - base: The first event of its stream.
  /// - Returns: The blob; `nil` where there is nothing to be kept.
  static func packed(_ launch: LaunchSummary, after base: StreamBase) -> [UInt8]? {
    let unjudged = launch.unjudged.counted
    let hasParts =
      !launch.stays.isEmpty || !launch.resumes.isEmpty || !launch.tasks.isEmpty || !launch.candidates.isEmpty
    if unjudged.isEmpty, !hasParts, launch.order.isEmpty, launch.use == LaunchUse(), launch.named.isEmpty {
      return nil
    }
    var numbers = NumberPacker(after: base)
    var launch = launch
    pass(&launch, &numbers)
    return numbers.bytes
  }

  /// Adds to a launch, of which tasks and candidates are known, what its blob holds.
  ///
  /// - Parameters:
  ///   - bytes: The blob.
  ///   - launch: The launch.
  ///   - base: The first event of its stream.
  ///   - tasks: Of the launch's tasks, in their order, the places of those that are known; nil if all are.
  static func unpack(
    _ bytes: [UInt8], into launch: inout LaunchSummary, after base: StreamBase, tasks: [Int]? = nil
  ) {
    var numbers = NumberUnpacker(bytes, after: base)
    pass(&launch, tasks: tasks, &numbers)
  }

  /// Names all numbers in their order.
  private static func pass(
    _ launch: inout LaunchSummary, tasks: [Int]? = nil, _ numbers: inout some PackedNumbers
  ) {
    passUnjudged(&launch.unjudged, &numbers)
    let kinds = KindPlaces(launch.kinds)
    // All at once: to change each by itself takes twice the instructions.
    launch.changeDetails { details in pass(&details, of: kinds, tasks: tasks, &numbers) }
  }

  private static func pass(
    _ details: inout LaunchDetails, of kinds: KindPlaces, tasks: [Int]?, _ numbers: inout some PackedNumbers
  ) {
    pass(&details.order, of: kinds, &numbers)
    let stays = numbers.count(details.stays.count)
    if numbers.isReading { details.stays = Array(repeating: StaySummary(), count: stays) }
    var bits = StayBits()
    forEach(&details.stays, &numbers) { stay, numbers in pass(&stay, after: &bits, &numbers) }
    let resumes = numbers.count(details.resumes.count)
    if numbers.isReading { details.resumes = Array(repeating: 0, count: resumes) }
    forEach(&details.resumes, &numbers) { nanos, numbers in numbers.whole(&nanos) }
    guard pass(&details.tasks, at: tasks, &numbers) else { return }
    guard numbers.count(details.candidates.count) == details.candidates.count else { return }
    forEach(&details.candidates, &numbers) { candidate, numbers in pass(&candidate, &numbers) }
    pass(&details.use, &numbers)
    let named = numbers.count(details.named.count)
    if numbers.isReading { details.named = Array(repeating: NamedWork(), count: named) }
    forEach(&details.named, &numbers) { work, numbers in pass(&work, &numbers) }
  }

  /// Passes each part of a list; a list that is written is not changed, so that it is not copied.
  @inline(__always)
  private static func forEach<Part, Numbers: PackedNumbers>(
    _ parts: inout [Part], _ numbers: inout Numbers, _ pass: (inout Part, inout Numbers) -> Void
  ) {
    for place in parts.indices {
      if numbers.isReading {
        pass(&parts[place], &numbers)
      } else {
        var part = parts[place]
        pass(&part, &numbers)
      }
    }
  }

  /// The counts of named work, but for its name: first its kind, and as bits which counts follow.
  private static func pass(_ work: inout NamedWork, _ numbers: inout some PackedNumbers) {
    var marks = work.kind.rawValue | (work.atLaunch == 0 ? 0 : 8)
    marks |= (work.atConnect == 0 ? 0 : 16) | (work.atReturn == 0 ? 0 : 32)
    numbers.integer(&marks)
    work.kind = NamedWork.Kind(rawValue: marks & 7) ?? work.kind
    numbers.integer(&work.runs)
    if marks & 8 != 0 { numbers.integer(&work.atLaunch) }
    if marks & 16 != 0 { numbers.integer(&work.atConnect) }
    if marks & 32 != 0 { numbers.integer(&work.atReturn) }
  }

  /// The counts of a launch's use: first, as bits, which of them follow, as most are 0.
  private static func pass(_ use: inout LaunchUse, _ numbers: inout some PackedNumbers) {
    var counts = use.lanes
    var bits: Int64 = 0
    for place in counts.indices where counts[place] != 0 { bits |= 1 << Int64(place) }
    numbers.whole(&bits)
    for place in counts.indices where bits >> Int64(place) & 1 == 1 { numbers.integer(&counts[place]) }
    if numbers.isReading { use.lanes = counts }
  }

  /// Why steps were not judged: by cause, how many.
  private static func passUnjudged(_ steps: inout UnjudgedSteps, _ numbers: inout some PackedNumbers) {
    var counts = steps.counted
    let count = numbers.count(counts.count)
    if numbers.isReading { counts = Array(repeating: UnjudgedCount(), count: count) }
    for part in counts {
      var cause = part.cause.rawValue
      var number = part.steps
      numbers.integer(&cause)
      numbers.integer(&number)
      if let cause = UnjudgedCause(rawValue: cause) { steps[cause] = number }
    }
  }

  /// The order of events: each pair, and each kind before the first frame, as what differs from the one before it.
  private static func pass(_ order: inout EventOrder, of kinds: KindPlaces, _ numbers: inout some PackedNumbers) {
    var pairs = order.pairs.map(kinds.number)
    passRising(&pairs, &numbers)
    passMany(&order.untilFirstFrame, of: kinds, &numbers)
    passFew(&order.withFirstFrame, of: kinds, &numbers)
    if numbers.isReading { order.pairs = pairs.compactMap(kinds.pair) }
  }

  /// A set of many of a launch's kinds: by their places, a bit for each kind of the launch.
  private static func passMany(_ set: inout KindSet, of kinds: KindPlaces, _ numbers: inout some PackedNumbers) {
    var bits: UInt128 = 0
    for kind in set.kinds { bits |= 1 &<< UInt128(kinds.place(of: kind)) }
    var read: UInt128 = 0
    // A number has room for 63 bits; place 0 is no kind.
    for shift in stride(from: 1, through: kinds.set.count, by: 56) {
      var part = Int64(bits >> UInt128(shift) & 0xff_ffff_ffff_ffff)
      numbers.whole(&part)
      read |= UInt128(UInt64(bitPattern: part)) << UInt128(shift)
    }
    if !numbers.isReading { return }
    set = KindSet((1...max(1, kinds.set.count)).filter { read >> UInt128($0) & 1 == 1 }.compactMap(kinds.kind))
  }

  /// A set of few kinds: the place of each.
  private static func passFew(_ set: inout KindSet, of kinds: KindPlaces, _ numbers: inout some PackedNumbers) {
    var places = set.kinds.map(kinds.place)
    passRising(&places, &numbers)
    if numbers.isReading { set = KindSet(places.compactMap(kinds.kind).filter { $0 != .unknown }) }
  }

  /// Numbers from 0 on that rise.
  private static func passRising(_ list: inout [Int], _ numbers: inout some PackedNumbers) {
    let count = numbers.count(list.count)
    if numbers.isReading { list = [Int](repeating: 0, count: count) }
    var last = 0
    for place in list.indices {
      var difference = Int64(list[place] - last)
      numbers.whole(&difference)
      // Somebody may have changed the blob: no number is so large that a sum overflows.
      last += Int(min(max(difference, 0), Int64(UInt16.max)))
      list[place] = last
    }
  }

  /// Which parts the places of a stay have, as `EventLocation.partBits` says it: most stays of a launch have the same.
  private struct StayBits {
    var begin: Int64 = 0
    var assertion: Int64 = 0
  }

  /// A stay: first, as bits, what is there of it, and in which parts its places differ from those of the stay before it.
  private static func pass(_ stay: inout StaySummary, after bits: inout StayBits, _ numbers: inout some PackedNumbers) {
    var marks = Int64(stay.end.rawValue) | (stay.isCovered ? 8 : 0) | (stay.handlerNanos == Event.absent ? 0 : 16)
    if stay.assertionPlace == EventLocation() { marks |= 32 }
    if stay.awayNanos != Event.absent { marks |= 64 }
    if !numbers.isReading {
      marks |= (stay.begin.partBits(after: numbers.last) ^ bits.begin) << 7
      let assertion = stay.assertionPlace.partBits(after: numbers.last.followed(by: stay.begin))
      if marks & 32 == 0 { marks |= (assertion ^ bits.assertion) << 12 }
    }
    numbers.whole(&marks)
    stay.end = StayEnd(rawValue: UInt8(marks & 7)) ?? stay.end
    stay.isCovered = marks & 8 != 0
    bits.begin ^= marks >> 7 & 31
    bits.assertion ^= marks >> 12 & 31
    numbers.whole(&stay.nanos)
    if marks & 16 != 0 { numbers.number(&stay.handlerNanos) }
    if marks & 64 != 0 {
      // Where the return ended the stay, the two are the same.
      var longer = stay.awayNanos &- stay.nanos
      numbers.whole(&longer)
      stay.awayNanos = longer &+ stay.nanos
    }
    // An app's assertion mostly takes nearly all of the stay, and ends with it.
    var rest = stay.assertionNanos &- stay.nanos
    numbers.whole(&rest)
    stay.assertionNanos = rest &+ stay.nanos
    numbers.place(&stay.begin, bits.begin)
    if marks & 32 != 0 { return }
    numbers.last = numbers.last.later(stay.nanos)
    numbers.place(&stay.assertionPlace, bits.assertion)
  }

  /// The marks of a task that ended in its first source, on the line where its number lets expect that, and never expired.
  private static let usualMarks: Int64 = 4 << 3

  /// What `tasks` does not have of a launch's tasks, of which those at some places are known, or all; false if somebody has
  /// deleted some of them, as nobody knows whose the rest is.
  private static func pass(_ tasks: inout [TaskSummary], at places: [Int]?, _ numbers: inout some PackedNumbers) -> Bool
  {
    // Mostly all are as usual: then nothing more is said of them than how many there are.
    var head = Int64(tasks.count) << 1
    if !numbers.isReading, !tasks.allSatisfy({ marks(of: $0) == usualMarks }) { head |= 1 }
    numbers.whole(&head)
    let isUsual = head & 1 == 0
    let count = Int(clamping: max(0, head >> 1))
    guard let places else {
      if count != tasks.count { return false }
      forEach(&tasks, &numbers) { task, numbers in pass(&task, isUsual: isUsual, &numbers) }
      return true
    }
    if isUsual {
      forEach(&tasks, &numbers) { task, numbers in pass(&task, isUsual: true, &numbers) }
      return true
    }
    var known = 0
    var other = TaskSummary()
    // Each takes a byte at least.
    for place in 0..<min(count, numbers.remaining) {
      if known < places.count, places[known] == place {
        pass(&tasks[known], isUsual: false, &numbers)
        known += 1
      } else {
        pass(&other, isUsual: false, &numbers)
      }
    }
    return true
  }

  /// The sources and lines at which a task ended and expired.
  private static func pass(_ task: inout TaskSummary, isUsual: Bool, _ numbers: inout some PackedNumbers) {
    numbers.last = task.begin
    var marks = numbers.isReading || isUsual ? usualMarks : Self.marks(of: task)
    if !isUsual { numbers.number(&marks) }
    numbers.line(of: &task.end, marks & 7)
    numbers.line(of: &task.expire, marks >> 3)
  }

  /// What of the places of a task follows, as `EventLocation.lineBits` says it.
  private static func marks(of task: TaskSummary) -> Int64 {
    task.end.lineBits(after: task.begin) | task.expire.lineBits(after: task.begin) << 3
  }

  /// How much of a duration may be due to the clock's steps, and where a hole begins, or the later event of a pair.
  private static func pass(_ candidate: inout Candidate, _ numbers: inout some PackedNumbers) {
    var columns = CandidateColumns(candidate.detail)
    var marks: Int64 = (columns.slack == 0 ? 0 : 1) | (columns.other == EventLocation() ? 0 : 2)
    numbers.number(&marks)
    if marks & 1 != 0 { numbers.whole(&columns.slack) }
    if marks & 2 != 0 {
      numbers.last = candidate.place
      numbers.place(&columns.other)
    }
    if marks != 0, numbers.isReading { candidate.detail = Candidate.Detail(columns, of: candidate.rule) }
  }
}

extension LaunchUse {
  /// All counts in the order in which a store keeps them, which is never changed.
  fileprivate var lanes: SIMD32<UInt16> {
    get {
      let app = SIMD8(lowHalf: appHandled.lanes, highHalf: appUnhandled.lanes)
      let scenes = SIMD8(lowHalf: sceneHandled.lanes, highHalf: sceneUnhandled.lanes)
      let entries = SIMD8(lowHalf: coldEntries.lanes, highHalf: warmEntries.lanes)
      let rest = SIMD8<UInt16>(
        UInt16(restoration.rawValue), reasonedConnects, restoredConnects, reconnects, secondWindows, interruptions,
        windowConnects, returns)
      return SIMD32(lowHalf: SIMD16(lowHalf: app, highHalf: scenes), highHalf: SIMD16(lowHalf: entries, highHalf: rest))
    }
    set {
      let moves = newValue.lowHalf
      let entries = newValue.highHalf.lowHalf
      let rest = newValue.highHalf.highHalf
      appHandled.lanes = moves.lowHalf.lowHalf
      appUnhandled.lanes = moves.lowHalf.highHalf
      sceneHandled.lanes = moves.highHalf.lowHalf
      sceneUnhandled.lanes = moves.highHalf.highHalf
      coldEntries.lanes = entries.lowHalf
      warmEntries.lanes = entries.highHalf
      restoration = StateRestoration(rawValue: UInt8(truncatingIfNeeded: rest[0])) ?? .none
      reasonedConnects = rest[1]
      restoredConnects = rest[2]
      reconnects = rest[3]
      secondWindows = rest[4]
      interruptions = rest[5]
      windowConnects = rest[6]
      returns = rest[7]
    }
  }
}
