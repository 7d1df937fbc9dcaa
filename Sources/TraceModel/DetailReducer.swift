/// Leaves out of launches what `JudgedDetails` does not name, and holds once what many of them have alike.
///
/// For memory: a launch of the benchmark trace needs 3 kB, of which 2 kB are tasks and stays without a finding, and its
/// events have the order of hundreds of other launches. An array that equals an earlier one shares its elements; a
/// launch that can have no finding shares all of its details with another one.
public struct DetailReducer: Sendable {
  private let details: JudgedDetails
  private var orders = SharedLists<EventPair>()
  private var named = SharedLists<NamedWork>()
  private var stays: [StayCounts: [StaySummary]] = [:]
  /// By hash, details that other launches may have as well.
  private var wholes: [UInt64: HeldDetails] = [:]

  /// A reducer that has seen no launch.
  public init(_ details: JudgedDetails) { self.details = details }

  /// Leaves out scenes, tasks and candidates that do not count, and of stays what `reduceStays` does, and shares what
  /// others have alike; `isKnown` says which kinds of tasks the vocabulary has.
  public mutating func reduce(_ launch: inout LaunchSummary, isKnown: (TextID) -> Bool) {
    // A launch without details has no memory for them, and a change would allocate it.
    if !launch.details.isInMemory { return }
    launch.changeDetails { reduce(&$0, isKnown: isKnown) }
    share(&launch)
  }

  private mutating func reduce(_ launch: inout LaunchDetails, isKnown: (TextID) -> Bool) {
    launch.scenes = []
    // New lists, as one of which elements were removed keeps their room.
    if !launch.tasks.isEmpty {
      launch.tasks = launch.tasks.filter { details.include($0, isOfKnownKind: $0.kind.isNone || isKnown($0.kind)) }
    }
    if launch.candidates.contains(where: { !details.include($0) }) {
      launch.candidates = launch.candidates.filter(details.include)
    }
    if canReduceStays(launch) { launch.stays = ends(of: launch.stays) }
    if !details.holdsResumes { launch.resumes = [] }
  }

  /// Leaves out of stays all but how they ended, unless a finding may rest on one, or on a task that was kept; shares what
  /// others have alike.
  ///
  /// - Returns: About how many bytes of memory the launch's details use, without those that it shares.
  @discardableResult public mutating func reduceStays(_ launch: inout LaunchSummary) -> Int {
    reduceResumes(&launch)
    let isReduced = launch.details.value(canReduceStays) ?? true
    if isReduced { launch.stays = ends(of: launch.stays) }
    let bytes = share(&launch)
    if isReduced || bytes == 0 { return bytes }
    return bytes + launch.stays.count * MemoryLayout<StaySummary>.stride
  }

  /// Leaves out the times of resumes, unless they are asked for.
  private func reduceResumes(_ launch: inout LaunchSummary) {
    if !details.holdsResumes, !launch.resumes.isEmpty { launch.resumes = [] }
  }

  /// True if no finding can rest on the stays of a launch.
  private func canReduceStays(_ launch: LaunchDetails) -> Bool {
    launch.tasks.isEmpty && !launch.stays.contains(where: details.include)
  }

  /// Stays that ended as these did, one after the other in the order of their ends: they are counted, and no more.
  private mutating func ends(of list: [StaySummary]) -> [StaySummary] {
    if list.isEmpty { return list }
    var counts = StayCounts()
    // Of too many a count is not exact: they stay as they are.
    for stay in list where !counts.add(stay) { return list }
    return ends(counts)
  }

  /// As many stays as were counted, with their ends alone; launches with the same counts share the elements.
  public mutating func ends(_ counts: StayCounts) -> [StaySummary] {
    if let shared = stays[counts] { return shared }
    let sorted = counts.stays
    stays[counts] = sorted
    return sorted
  }

  /// Shares the details of a launch with those before it that have the same, or else its lists.
  ///
  /// - Returns: About how many bytes of memory they use, without stays; 0 where it shares all of them.
  @discardableResult public mutating func share(_ launch: inout LaunchSummary) -> Int {
    let hash = launch.details.sharedHash
    if let hash, let shared = wholes[hash], shared.isSame(launch.details) {
      launch.details = shared
      return 0
    }
    var bytes = launch.details.value(\.ownByteCount) ?? 0
    launch.changeDetails { details in
      bytes += orders.share(&details.order.pairs) { UInt64($0.previous.rawValue) << 8 | UInt64($0.next.rawValue) }
      bytes += named.share(&details.named) { work in
        UInt64(truncatingIfNeeded: work.name.rawValue) << 16 ^ UInt64(work.runs) ^ UInt64(work.kind.rawValue) << 56
      }
    }
    if let hash, wholes[hash] == nil { wholes[hash] = launch.details }
    return bytes
  }
}

/// Lists of which those that are equal share their elements.
private struct SharedLists<Element: Equatable & Sendable>: Sendable {
  /// By a hash; of two lists that differ and have one hash the first is shared.
  private var lists: [UInt64: [Element]] = [:]

  /// Replaces the list by the first one that equals it.
  ///
  /// - Returns: About how many bytes the list uses; 0 if an earlier launch has it.
  mutating func share(_ list: inout [Element], number: (Element) -> UInt64) -> Int {
    if list.isEmpty { return 0 }
    // Like FNV-1a with words for bytes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for element in list {
      hash = (hash ^ number(element)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    let first = lists[hash]
    if first == nil { lists[hash] = list }
    if let first, first == list {
      list = first
      return 0
    }
    return list.count * MemoryLayout<Element>.stride
  }
}

/// Which tasks, stays and candidates of launches findings and comparisons rest on: most launches have few, and of a million
/// launches the others need not be held.
///
/// A rule that looks at more than this says must have it added here: `JudgedDetailsTests` holds findings in launches with
/// these details alone against those in whole launches.
public struct JudgedDetails: Sendable, Equatable {
  /// No budget of a task or a stay is lower, in nanoseconds.
  public let leastNanos: Int64
  /// By rule that finds only durations over a budget, the lowest of its budgets in nanoseconds.
  public let leastDurations: [RuleID: Int64]
  /// True if the times of resumes are asked for: no finding rests on them, but a comparison of them does.
  public var holdsResumes = false

  /// The details that count where tasks and stays are held against budgets from `leastNanos` on.
  public init(leastNanos: Int64, leastDurations: [RuleID: Int64] = [:]) {
    self.leastNanos = max(0, leastNanos)
    self.leastDurations = leastDurations.mapValues { max(0, $0) }
  }

  /// True if the candidate may become a finding, or shows what its recorder can record.
  public func include(_ candidate: Candidate) -> Bool {
    guard case .duration(let nanos, let slack, isOpen: false) = candidate.detail,
      let least = leastDurations[candidate.rule]
    else { return true }
    // The end of a process is the system's finding, whatever the budget.
    return nanos > least || slack < 0 || candidate.kind == .processExit || !candidate.explanations.isEmpty
  }

  /// True if a finding, or the count of words that are in no vocabulary, may rest on the task.
  @inlinable public func include(_ task: TaskSummary, isOfKnownKind: @autoclosure () -> Bool) -> Bool {
    task.outcome == .leaked || task.outcome == .open || task.expirationNanos > 0 || task.longestStayNanos > leastNanos
      || !isOfKnownKind()
  }

  /// True if a finding may rest on the stay, where no task that counts shares its launch.
  public func include(_ stay: StaySummary) -> Bool { stay.assertionNanos > leastNanos }
}

/// How many stays ended in each way: all that is kept of stays that can have no finding.
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

  /// Hashes one word: hashing each count by itself needs five times as long, for each launch of a check.
  public func hash(into hasher: inout Hasher) {
    var hash = WordHash()
    for half in [counts.lowHalf, counts.highHalf] {
      hash.add(UInt64(half[0]) | UInt64(half[1]) << 16 | UInt64(half[2]) << 32 | UInt64(half[3]) << 48)
    }
    hasher.combine(hash.value)
  }

  /// As many stays as were counted, with their ends alone, in the order of `StayEnd`.
  var stays: [StaySummary] {
    StayEnd.allCases.flatMap { end in
      var stay = StaySummary()
      stay.end = end
      return Array(repeating: stay, count: Int(counts[Int(end.rawValue)]))
    }
  }
}
