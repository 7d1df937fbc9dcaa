/// Leaves out of launches what `JudgedDetails` does not name, and holds once what many of them have alike.
///
/// For memory: of the 3 kB that a launch of the benchmark trace takes, 2 are tasks and stays that nothing is found in, and
/// the order of its events is that of hundreds of others. An array that equals one that was seen before shares its
/// elements.
public struct DetailReducer: Sendable {
  private let details: JudgedDetails
  private var orders = SharedLists<EventPair>()
  private var named = SharedLists<NamedWork>()
  private var stays: [SIMD8<UInt16>: [StaySummary]] = [:]

  /// A reducer that has seen no launch.
  public init(_ details: JudgedDetails) { self.details = details }

  /// Leaves out scenes, tasks that do not count, and what `reduceStays` does; `isKnown` says which kinds of tasks the
  /// vocabulary has.
  public mutating func reduce(_ launch: inout LaunchSummary, isKnown: (TextID) -> Bool) {
    launch.scenes = []
    // A new list, as one of which elements were removed keeps their room.
    launch.tasks = launch.tasks.filter { details.include($0, isOfKnownKind: $0.kind.isNone || isKnown($0.kind)) }
    reduceStays(&launch)
  }

  /// Leaves out of stays all but how they ended, unless a finding may rest on one, or on a task that was kept; shares what
  /// others have alike.
  public mutating func reduceStays(_ launch: inout LaunchSummary) {
    if launch.tasks.isEmpty, !launch.stays.contains(where: details.include) { launch.stays = ends(of: launch.stays) }
    share(&launch)
  }

  /// Stays that ended as these did, one after the other in the order of their ends: they are counted, and no more.
  private mutating func ends(of list: [StaySummary]) -> [StaySummary] {
    var counts = SIMD8<UInt16>(repeating: 0)
    for stay in list { counts[Int(stay.end.rawValue)] &+= 1 }
    // Of so many a count is not exact: they stay as they are.
    if list.count > Int(UInt16.max) { return list }
    if let known = stays[counts] { return known }
    let sorted = StayEnd.allCases.flatMap { end in
      var stay = StaySummary()
      stay.end = end
      return Array(repeating: stay, count: Int(counts[Int(end.rawValue)]))
    }
    stays[counts] = sorted
    return sorted
  }

  /// Shares the lists of a launch with those before it that have the same.
  public mutating func share(_ launch: inout LaunchSummary) {
    orders.share(&launch.order.pairs) { UInt64($0.previous.rawValue) << 8 | UInt64($0.next.rawValue) }
    named.share(&launch.named) { work in
      UInt64(truncatingIfNeeded: work.name.rawValue) << 16 ^ UInt64(work.runs) ^ UInt64(work.kind.rawValue) << 56
    }
  }
}

/// Lists of which those that are equal share their elements.
private struct SharedLists<Element: Equatable & Sendable>: Sendable {
  /// By a hash; of two lists that differ and have one hash the first is shared.
  private var lists: [UInt64: [Element]] = [:]

  /// Puts the first of the lists that equal this one in its place.
  mutating func share(_ list: inout [Element], number: (Element) -> UInt64) {
    if list.isEmpty { return }
    // Like FNV-1a with words for bytes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for element in list {
      hash = (hash ^ number(element)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    guard let known = lists[hash] else { return lists[hash] = list }
    if known == list { list = known }
  }
}
