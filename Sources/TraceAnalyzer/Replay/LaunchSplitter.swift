import TraceModel

/// Separates the launches that have one launch id: those of several devices, apps or versions of an app.
///
/// A stream is all that one launch id names, as a line need not say whose launch it is of: that may stand on the
/// launch's first line alone, in another file. An event is of the owner that its line names, with what the lines of that
/// id before it in its source have named. What this leaves open is decided by the line that follows, or by time.
struct LaunchSplitter {
  private let events: [Event]
  /// The owners that launches are made of; no two of them agree, or there is one alone.
  private let owners: [LaunchOwner]
  /// By event, which of `owners` it may be of.
  private let candidates: [[Int]]

  /// The events of each launch that one launch id names, in the order in which the launches began.
  static func parts(_ events: [Event], _ symbols: Symbols) -> [[Event]] {
    let splitter = LaunchSplitter(events, symbols)
    return splitter.owners.count > 1 ? splitter.parts() : [events]
  }

  /// Events whose records name as much of their launch's owner as is known, so that no other record is needed for it.
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

  /// True if owners are written in two ways: mostly they are not, and no text has to be looked at.
  static func mayBeShared(_ events: [Event], _ symbols: Symbols) -> Bool {
    guard let first = events.first?.context else { return false }
    guard events.contains(where: { $0.context != first }) else { return false }
    var seen: Set<ContextID> = []
    var owner = Context()
    var last: ContextID?
    for event in events where event.context != last {
      last = event.context
      guard seen.insert(event.context).inserted else { continue }
      if owner.differsInOwner(from: symbols.context(event.context)) { return true }
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
    let owners = Self.owners(Set(owned))
    let agreeing = Dictionary(
      uniqueKeysWithValues: Set(owned).map { owner in
        (owner, owners.indices.filter { !owners[$0].conflicts(with: owner) })
      })
    self.owners = owners
    candidates = owned.map { agreeing[$0] ?? [] }
  }

  /// The owners of launches, from all that lines name: those that know most first, as others agree with one of them or
  /// say too little to be of one of several.
  private static func owners(_ named: Set<LaunchOwner>) -> [LaunchOwner] {
    let sorted = named.sorted { $0.knownCount == $1.knownCount ? $0 < $1 : $0.knownCount > $1.knownCount }
    return sorted.reduce(into: [LaunchOwner]()) { owners, owner in
      let agreeing = owners.indices.filter { !owners[$0].conflicts(with: owner) }
      if agreeing.isEmpty { owners.append(owner) }
      if agreeing.count == 1 { owners[agreeing[0]] = owners[agreeing[0]].filled(from: owner) }
    }
  }

  private func parts() -> [[Event]] {
    let following = ownersThatFollow()
    let instants = owners.indices.map { owner in
      events.indices.filter { candidates[$0] == [owner] }.map { instant(events[$0]) }.sorted()
    }
    var parts = [[Event]](repeating: [], count: owners.count)
    for place in events.indices {
      let owner =
        candidates[place].count == 1
        ? candidates[place][0] : following[place] ?? nearest(to: instant(events[place]), candidates[place], instants)
      parts[owner].append(events[place])
    }
    let order = owners.indices.filter { !parts[$0].isEmpty }.sorted { a, b in
      let first = parts[a].map(instant).min() ?? 0
      let second = parts[b].map(instant).min() ?? 0
      return first == second ? owners[a] < owners[b] : first < second
    }
    return order.map { parts[$0] }
  }

  /// Of events that may be of several owners, that of the next line of their source which is of one of them alone, unless
  /// `seq` has begun again there.
  private func ownersThatFollow() -> [Int?] {
    var following = [Int?](repeating: nil, count: events.count)
    var next: [Int: Int] = [:]  // By owner, the place of the next event that is of it alone.
    var source: SourceID?
    let order = events.indices.sorted { a, b in
      (events[b].source.rawValue, events[b].line, b) < (events[a].source.rawValue, events[a].line, a)
    }
    for place in order {
      if events[place].source != source { next = [:] }
      source = events[place].source
      if candidates[place].count == 1 {
        next[candidates[place][0]] = place
        continue
      }
      let nearest = candidates[place].compactMap { next[$0] }.min { (events[$0].line, $0) < (events[$1].line, $1) }
      guard let nearest else { continue }
      let begins = events[nearest].seq != Event.absent && events[place].seq >= events[nearest].seq
      if begins { continue }
      following[place] = candidates[nearest][0]
    }
    return following
  }

  /// The one of several owners that has an event nearest to an instant; `instants` are all that each has, rising.
  private func nearest(to instant: Int64, _ candidates: [Int], _ instants: [[Int64]]) -> Int {
    func distance(_ owner: Int) -> UInt64 {
      let place = instants[owner].place { $0 >= instant }
      let near = instants[owner][max(0, place - 1)..<min(instants[owner].count, place + 1)]
      return near.map { ($0 &- instant).magnitude }.min() ?? .max
    }
    return candidates.min { (distance($0), $0) < (distance($1), $1) } ?? 0
  }

  private func instant(_ event: Event) -> Int64 { event.time == Event.absent ? event.uptime : event.time }
}
