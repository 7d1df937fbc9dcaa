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
    pass(&launch.order, of: KindPlaces(launch.kinds), &numbers)
    let stays = numbers.count(launch.stays.count)
    if numbers.isReading { launch.stays = Array(repeating: StaySummary(), count: stays) }
    for place in launch.stays.indices { pass(&launch.stays[place], &numbers) }
    let resumes = numbers.count(launch.resumes.count)
    if numbers.isReading { launch.resumes = Array(repeating: 0, count: resumes) }
    for place in launch.resumes.indices { numbers.whole(&launch.resumes[place]) }
    // Where somebody has deleted some of them, nobody knows whose the rest is.
    let count = numbers.count(launch.tasks.count)
    guard tasks != nil || count == launch.tasks.count else { return }
    pass(&launch.tasks, of: count, at: tasks, &numbers)
    guard numbers.count(launch.candidates.count) == launch.candidates.count else { return }
    for place in launch.candidates.indices { pass(&launch.candidates[place], &numbers) }
    pass(&launch.use, &numbers)
    let named = numbers.count(launch.named.count)
    if numbers.isReading { launch.named = Array(repeating: NamedWork(), count: named) }
    for place in launch.named.indices { pass(&launch.named[place], &numbers) }
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
    pass(&order.untilFirstFrame, of: kinds, &numbers)
    pass(&order.withFirstFrame, of: kinds, &numbers)
    if numbers.isReading { order.pairs = pairs.compactMap(kinds.pair) }
  }

  private static func pass(_ set: inout KindSet, of kinds: KindPlaces, _ numbers: inout some PackedNumbers) {
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

  private static func pass(_ stay: inout StaySummary, _ numbers: inout some PackedNumbers) {
    numbers.whole(&stay.nanos)
    var marks = stay.end.rawValue | (stay.isCovered ? 8 : 0) | (stay.handlerNanos == Event.absent ? 0 : 16)
    numbers.integer(&marks)
    stay.end = StayEnd(rawValue: marks & 7) ?? stay.end
    stay.isCovered = marks & 8 != 0
    if marks & 16 != 0 { numbers.number(&stay.handlerNanos) }
    numbers.whole(&stay.assertionNanos)
    numbers.place(&stay.begin)
    // An app's assertion mostly begins with the stay.
    numbers.last.time &+= stay.assertionNanos
    numbers.place(&stay.assertionPlace)
  }

  /// The same of `count` tasks, of which those at some places are known, or all.
  private static func pass(
    _ tasks: inout [TaskSummary], of count: Int, at places: [Int]?, _ numbers: inout some PackedNumbers
  ) {
    guard let places else {
      for place in tasks.indices { pass(&tasks[place], &numbers) }
      return
    }
    var known = 0
    var other = TaskSummary()
    for place in 0..<count {
      if known < places.count, places[known] == place {
        pass(&tasks[known], &numbers)
        known += 1
      } else {
        pass(&other, &numbers)
      }
    }
  }

  /// The sources and lines at which a task ended and expired.
  private static func pass(_ task: inout TaskSummary, _ numbers: inout some PackedNumbers) {
    numbers.last = task.begin
    var marks = numbers.lineBits(task.end) | numbers.lineBits(task.expire) << 3
    numbers.number(&marks)
    numbers.line(of: &task.end, marks & 7)
    numbers.line(of: &task.expire, marks >> 3)
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
