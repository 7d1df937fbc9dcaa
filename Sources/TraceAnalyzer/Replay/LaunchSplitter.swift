import TraceModel

/// Separates the launches that have one launch id: those of several devices, apps or versions of an app.
///
/// A stream holds all events with one launch id, as a line need not name its launch's owner: the launch's first line
/// may be the only one that does, in another file. An event belongs to the owner that its line names, completed by the
/// lines of that id before it in its source. If several owners remain, the next line decides, or time.
struct LaunchSplitter {
  private let events: [Event]
  /// The owners that launches are made of; either no two of them agree, or there is only one.
  private let owners: [LaunchOwner]
  /// By event, the index of its list in `candidates`.
  private let lists: [Int]
  /// The indices in `owners`, rising, that an event may belong to; one list for all events that name alike.
  private let candidates: [[Int]]

  /// The events of each launch that one launch id names, in the order in which the launches began.
  static func split(_ events: [Event], _ symbols: Symbols) -> [[Event]] {
    let splitter = LaunchSplitter(events, symbols)
    return splitter.owners.count > 1 ? splitter.eventsByLaunch() : [events]
  }

  /// The events, each with all fields of the owner that any of them names, so that no other record is needed for it.
  static func named(_ events: [Event], _ symbols: inout Symbols) -> [Event] {
    var owner = Context()
    for event in events { owner.fillOwner(from: symbols.context(event.context)) }
    return events.map { event in
      var context = symbols.context(event.context)
      context.fillOwner(from: owner)
      var named = event
      named.context = ContextID(rawValue: symbols.contexts.intern(context))
      return named
    }
  }

  /// True if the events name owners in two ways; mostly not, and then no text is compared.
  static func mayBeShared(_ events: some Sequence<Event>, _ symbols: Symbols) -> Bool {
    var seen: Set<ContextID> = []
    var owner = Context()
    var last: ContextID?
    for event in events where event.context != last {
      let before = last
      last = event.context
      guard let before else { continue }
      if seen.insert(before).inserted, owner.differsInOwner(from: symbols.context(before)) { return true }
      if seen.insert(event.context).inserted, owner.differsInOwner(from: symbols.context(event.context)) { return true }
    }
    return false
  }

  private init(_ events: [Event], _ symbols: Symbols) {
    self.events = events
    var named: [ContextID: LaunchOwner] = [:]
    var history = OwnerHistory()
    // An event that stands for a launch names its owner itself; it may stand on any line.
    for event in events where !EarlierLaunch.isAbout(event, symbols) {
      let known = named[event.context]
      let owner = known ?? LaunchOwner(symbols.context(event.context), symbols.texts)
      if known == nil { named[event.context] = owner }
      if owner == LaunchOwner() { continue }
      history.note(owner, source: Int64(event.source.rawValue), line: Int64(event.line))
    }
    let owned = events.map { event in
      EarlierLaunch.isAbout(event, symbols)
        ? LaunchOwner(symbols.context(event.context), symbols.texts)
        : history.owner(source: Int64(event.source.rawValue), line: Int64(event.line))
    }
    let index = Self.index(of: Set(owned))
    owners = index.owners
    var numbers: [LaunchOwner: Int] = [:]
    var candidates: [[Int]] = []
    lists = owned.map { owner in
      if let known = numbers[owner] { return known }
      numbers[owner] = candidates.count
      candidates.append(index.indices(agreeingWith: owner))
      return candidates.count - 1
    }
    self.candidates = candidates
  }

  /// The owners of launches, those that know most first: others agree with one of them, or could belong to several.
  private static func index(of named: Set<LaunchOwner>) -> OwnerIndex {
    let sorted = named.sorted { $0.knownCount == $1.knownCount ? $0 < $1 : $0.knownCount > $1.knownCount }
    return sorted.reduce(into: OwnerIndex()) { index, owner in
      let agreeing = index.indices(agreeingWith: owner)
      if agreeing.isEmpty { index.append(owner) }
      if agreeing.count == 1 { index.fill(agreeing[0], from: owner) }
    }
  }

  private func eventsByLaunch() -> [[Event]] {
    let chosen = chosenOwners()
    var byOwner = [[Event]](repeating: [], count: owners.count)
    for index in events.indices { byOwner[chosen[index]].append(events[index]) }
    let firsts = byOwner.map { $0.map(instant).min() ?? 0 }
    let order = owners.indices.filter { !byOwner[$0].isEmpty }.sorted { a, b in
      firsts[a] == firsts[b] ? owners[a] < owners[b] : firsts[a] < firsts[b]
    }
    return order.map { byOwner[$0] }
  }

  private func chosenOwners() -> [Int] {
    var chosen = lists.map { candidates[$0].first ?? 0 }
    // By list of several owners, the events that may be of any of them; and by owner, the events of that owner alone.
    var open = [[Int]](repeating: [], count: candidates.count)
    var own = [[Int]](repeating: [], count: owners.count)
    for index in events.indices {
      let list = lists[index]
      if candidates[list].count > 1 { open[list].append(index) } else { own[chosen[index]].append(index) }
    }
    for list in candidates.indices where !open[list].isEmpty {
      let sure = candidates[list].flatMap { owner in own[owner].map { (index: $0, owner: owner) } }
      let byLine = sure.sorted { isBefore($0.index, $1.index) }
      let byTime = sure.map { (instant: instant(events[$0.index]), owner: $0.owner) }.sorted { $0 < $1 }
      for index in open[list] {
        let following = byLine[byLine.partitioningIndex { isBefore(index, $0.index) }...].first
        if let following, precedes(index, following.index) {
          chosen[index] = following.owner
        } else if let nearest = Self.nearest(to: instant(events[index]), byTime) {
          chosen[index] = nearest
        }
      }
    }
    return chosen
  }

  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    (events[one].source.rawValue, events[one].line, one) < (events[other].source.rawValue, events[other].line, other)
  }

  /// True if an event is of the owner of one that follows it: both are of one source, and `seq` has not begun again.
  private func precedes(_ index: Int, _ following: Int) -> Bool {
    let begins = events[following].seq != Event.absent && events[index].seq >= events[following].seq
    return events[index].source == events[following].source && !begins
  }

  /// The owner with the event nearest to an instant, the first of several, nil without one; `known` rises by instant.
  private static func nearest(to instant: Int64, _ known: [(instant: Int64, owner: Int)]) -> Int? {
    let later = known.partitioningIndex { $0.instant >= instant }
    let earlier = later == 0 ? 0 : known.partitioningIndex { $0.instant >= known[later - 1].instant }
    let near = [earlier, later].filter(known.indices.contains).map { index in
      (distance: (known[index].instant &- instant).magnitude, owner: known[index].owner)
    }
    return near.min { $0 < $1 }?.owner
  }

  private func instant(_ event: Event) -> Int64 { event.time == Event.absent ? event.uptime : event.time }
}
