/// Leaves out of launches what `JudgedDetails` does not name, and holds once what many of them have alike.
///
/// For memory: a launch of the benchmark trace needs 3 kB, of which 2 kB are tasks and stays without a finding, and its
/// events have the order of hundreds of other launches. Equal arrays share their elements; a launch that can have no
/// finding shares all its details.
public struct DetailReducer: Sendable {
  private let details: JudgedDetails
  private var orders = SharedLists<EventPair>()
  private var named = SharedLists<NamedWork>()
  private var stays: [StayCounts: [StaySummary]] = [:]
  /// By hash, details to be shared.
  private var wholes: [UInt64: HeldDetails] = [:]

  /// A reducer that has seen no launch.
  public init(_ details: JudgedDetails) { self.details = details }

  /// Leaves out scenes, tasks and candidates that do not count, reduces stays, and shares equal lists.
  ///
  /// `isKnown` says which kinds of tasks the vocabulary has.
  public mutating func reduce(_ launch: inout LaunchSummary, isKnown: (TextID) -> Bool) {
    // A launch without details has no memory for them, and a change would allocate it.
    if !launch.details.areHeld { return }
    launch.changeDetails { reduce(&$0, isKnown: isKnown) }
    share(&launch)
  }

  private mutating func reduce(_ launch: inout LaunchDetails, isKnown: (TextID) -> Bool) {
    launch.scenes = []
    // New lists: removing elements keeps their room.
    if !launch.tasks.isEmpty {
      launch.tasks = launch.tasks.filter { details.include($0, isOfKnownKind: $0.kind.isNone || isKnown($0.kind)) }
    }
    if launch.candidates.contains(where: { !details.include($0) }) {
      launch.candidates = launch.candidates.filter(details.include)
    }
    if canReduceStays(launch) { launch.stays = ends(of: launch.stays) }
    if !details.holdsResumes { launch.resumes = [] }
  }

  /// Keeps of stays only their ends, unless a finding may rest on one or on a kept task, and shares equal lists.
  public mutating func reduceStays(_ launch: inout LaunchSummary) {
    reduceResumes(&launch)
    if launch.details.value(canReduceStays) ?? true { launch.stays = ends(of: launch.stays) }
    share(&launch)
  }

  private func reduceResumes(_ launch: inout LaunchSummary) {
    if !details.holdsResumes, !launch.resumes.isEmpty { launch.resumes = [] }
  }

  private func canReduceStays(_ launch: LaunchDetails) -> Bool {
    launch.tasks.isEmpty && !launch.stays.contains(where: details.include)
  }

  /// Stays that only have the ends of these, in the order of ends.
  private mutating func ends(of list: [StaySummary]) -> [StaySummary] {
    if list.isEmpty { return list }
    var counts = StayCounts()
    // Counts may overflow: then the stays are kept.
    for stay in list where !counts.add(stay) { return list }
    return ends(counts)
  }

  /// As many stays as were counted, with only their ends; equal counts share the elements.
  public mutating func ends(_ counts: StayCounts) -> [StaySummary] {
    if let shared = stays[counts] { return shared }
    let sorted = counts.stays
    stays[counts] = sorted
    return sorted
  }

  /// Shares the details of a launch with equal ones before it, or else its lists.
  public mutating func share(_ launch: inout LaunchSummary) {
    let hash = launch.details.sharedHash
    if let hash, let shared = wholes[hash], shared.isSame(launch.details) {
      launch.details = shared
      return
    }
    launch.changeDetails { details in
      orders.share(&details.order.pairs) { UInt64($0.previous.rawValue) << 8 | UInt64($0.next.rawValue) }
      named.share(&details.named) { work in
        UInt64(truncatingIfNeeded: work.name.rawValue) << 16 ^ UInt64(work.runs) ^ UInt64(work.kind.rawValue) << 56
      }
    }
    if let hash, wholes[hash] == nil { wholes[hash] = launch.details }
  }
}

private struct SharedLists<Element: Equatable & Sendable>: Sendable {
  /// By hash; of different lists with one hash, the first is shared.
  private var lists: [UInt64: [Element]] = [:]

  /// Replaces the list by the first equal one.
  mutating func share(_ list: inout [Element], number: (Element) -> UInt64) {
    if list.isEmpty { return }
    // FNV-1a with words for bytes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for element in list {
      hash = (hash ^ number(element)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    let first = lists[hash]
    if first == nil { lists[hash] = list }
    if let first, first == list { list = first }
  }
}

/// Which tasks, stays and candidates findings and comparisons rest on: most launches have few, so the others of a
/// million launches need not be held.
///
/// A rule that needs more adds it here: `JudgedDetailsTests` compares findings with those from whole launches.
public struct JudgedDetails: Sendable, Equatable {
  /// The lowest budget of a task or a stay, in nanoseconds.
  public let leastNanos: Int64
  /// The lowest budget of each rule that only finds durations over a budget, in nanoseconds.
  public let leastDurations: [RuleID: Int64]
  /// True if the times of resumes are wanted: for a comparison; no finding rests on them.
  public var holdsResumes = false

  /// The details that count where tasks and stays have budgets from `leastNanos` on.
  public init(leastNanos: Int64, leastDurations: [RuleID: Int64] = [:]) {
    self.leastNanos = max(0, leastNanos)
    self.leastDurations = leastDurations.mapValues { max(0, $0) }
  }

  /// True if the candidate may become a finding, or shows what its recorder can record.
  public func include(_ candidate: Candidate) -> Bool {
    guard case .duration(let nanos, let slack, isOpen: false, _) = candidate.detail,
      let least = leastDurations[candidate.rule]
    else { return true }
    // The end of a process is the system's finding, whatever the budget.
    return nanos > least || slack < 0 || candidate.kind == .processExit || !candidate.explanations.isEmpty
  }

  /// True if a finding, or the count of unknown words, may rest on the task.
  @inlinable public func include(_ task: TaskSummary, isOfKnownKind: @autoclosure () -> Bool) -> Bool {
    task.outcome == .leaked || task.outcome == .open || task.expirationNanos > 0 || task.longestStayNanos > leastNanos
      || !isOfKnownKind()
  }

  /// True if a finding may rest on the stay, in a launch without a task that counts.
  public func include(_ stay: StaySummary) -> Bool { stay.assertionNanos > leastNanos }
}

/// How many stays ended in each way: all that is kept of stays without a finding.
public struct StayCounts: Hashable, Sendable {
  /// By `StayEnd.rawValue`.
  private var counts = SIMD8<UInt16>(repeating: 0)
  private var count: UInt16 = 0

  /// No stays.
  public init() {}

  /// Counts a stay; returns false if there are too many to be counted.
  public mutating func add(_ stay: StaySummary) -> Bool {
    if count == .max { return false }
    count += 1
    counts[Int(stay.end.rawValue)] += 1
    return true
  }

  /// Hashes one word: hashing each count takes five times as long, for each launch of a check.
  public func hash(into hasher: inout Hasher) {
    var hash = WordHash()
    for half in [counts.lowHalf, counts.highHalf] {
      hash.add(UInt64(half[0]) | UInt64(half[1]) << 16 | UInt64(half[2]) << 32 | UInt64(half[3]) << 48)
    }
    hasher.combine(hash.value)
  }

  /// As many stays as were counted, with only their ends, in the order of `StayEnd`.
  var stays: [StaySummary] {
    StayEnd.allCases.flatMap { end in
      var stay = StaySummary()
      stay.end = end
      return Array(repeating: stay, count: Int(counts[Int(end.rawValue)]))
    }
  }
}
