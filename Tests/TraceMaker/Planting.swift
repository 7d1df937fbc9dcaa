/// Plants faults of order into a legal launch.
struct Planting: Sendable {
  var records: [Record]
  var random: Random

  /// True if the process planted this fault as it lived.
  func has(_ fault: Fault) -> Bool { records.contains { $0.fault == fault } }

  /// Pairs of neighbours in one window's life of which the second is illegal without the first.
  private static let pairs: [(String, [String])] = [
    ("scene.willDeactivate", ["scene.didEnterBackground", "scene.didActivate"]),
    ("scene.willEnterForeground", ["scene.didActivate"]),
    ("app.willResignActive", ["app.didEnterBackground", "app.didBecomeActive"]),
  ]

  /// The places of such pairs: the first event's records and the second's entry.
  private func places() -> [(first: Int, second: Int)] {
    var places: [(Int, Int)] = []
    // What the application posts about its scenes is not a window's own life.
    for index in records.indices where records[index].isEntry && records[index].source == nil {
      let family = records[index].event.prefix { $0 != "." }
      guard let (_, next) = Self.pairs.first(where: { $0.0 == records[index].event }) else {
        continue
      }
      let following = records[(index + 1)...].firstIndex { other in
        other.isEntry && other.scene == records[index].scene
          && other.source == records[index].source && other.event.prefix { $0 != "." } == family
      }
      if let following, next.contains(records[following].event) {
        places.append((index, following))
      }
    }
    return places
  }

  mutating func pickPlace() -> (first: Int, second: Int)? {
    let places = places()
    return places.isEmpty ? nil : random.pick(places)
  }

  mutating func drop() -> Bool {
    guard let place = pickPlace() else { return false }
    records[place.second].fault = .dropped
    removeCallback(at: place.first)
    return true
  }

  mutating func double(at place: Int) -> Bool {
    var copy = records[place]
    let last = copy.phase == nil ? place : nil
    guard let last = last ?? records[place...].firstIndex(where: { $0.isEnd(of: copy) })
    else { return false }
    copy.phase = nil
    copy.duration = nil
    copy.fault = .doubled
    insert(copy, after: last, by: 100_000)
    return true
  }

  mutating func double() -> Bool {
    pickPlace().map { double(at: $0.first) } ?? false
  }

  mutating func swap() -> Bool {
    guard let place = pickPlace() else { return false }
    let instants = [place.first, place.second].allSatisfy { records[$0].phase == nil }
    guard instants else {  // The first goes before the second's return no more, but after it.
      let second = records[place.second]
      let end = records[place.second...].firstIndex { $0.isEnd(of: second) } ?? place.second
      var moved = records[place.first]
      moved.phase = nil
      moved.duration = nil
      records[place.second].fault = .swapped
      insert(moved, after: end, by: 100_000)
      removeCallback(at: place.first)
      return true
    }
    records.swapAt(place.first, place.second)
    let times = (records[place.first].time, records[place.second].time)
    (records[place.second].time, records[place.first].time) = times
    records[place.first].fault = .swapped
    return true
  }

  mutating func removeCallback(at index: Int) {
    let gone = records[index]
    if gone.phase == "begin", let end = records[index...].firstIndex(where: { $0.isEnd(of: gone) }) {
      records.remove(at: end)
    }
    records.remove(at: index)
  }

  mutating func repeatTask(_ event: String, _ fault: Fault, after ns: Int64) -> Bool {
    let places = records.indices.filter { records[$0].event == event && records[$0].kind == nil }
    guard !places.isEmpty else { return false }
    let place = random.pick(places)
    var copy = records[place]
    copy.fault = fault
    insert(copy, after: place, by: ns)
    return true
  }

  mutating func endWithoutBegin() -> Bool {
    let ends = records.indices.filter { records[$0].event == "task.end" && records[$0].kind == nil }
    guard let end = ends.first else { return false }
    let gone = records[end].task
    guard
      let begin = records[..<end].firstIndex(where: { $0.event == "task.begin" && $0.task == gone }
      ),
      !records[..<end].contains(where: { $0.event == "task.expire" && $0.task == gone })
    else { return false }
    records[end].fault = .endWithoutBegin
    records.remove(at: begin)
    return true
  }

  mutating func liveOn() -> Bool {
    guard
      let alive = records.last(where: { $0.event.hasPrefix("scene.") || $0.event.hasPrefix("app.") }
      )
    else { return false }
    if records.last?.event != "process.exit" {
      var exit = Record("process.exit", time: 0)
      exit.reason = "memoryPressure"
      exit.source = "system"
      insert(exit, after: records.count - 1, by: 200_000_000)
    }
    var ghost = alive
    ghost.phase = nil
    ghost.duration = nil
    ghost.reason = nil
    ghost.fault = .afterDeath
    insert(ghost, after: records.count - 1, by: 900_000_000)
    return true
  }

  mutating func connectEarly() -> Bool {
    guard
      let launched = records.firstIndex(where: {
        $0.event == "app.didFinishLaunching" && $0.isEntry
      }),
      let connect = records.firstIndex(where: { $0.event == "scene.willConnect" && $0.isEntry })
    else { return false }
    var early = records[connect]
    early.phase = nil
    early.duration = nil
    early.fault = .connectBeforeLaunch
    early.time = records[launched].time - (records[launched].duration ?? 0) - 500_000
    removeCallback(at: connect)
    records.insert(early, at: launched)
    return true
  }

  /// Empties a place in the middle; the record after it shows the hole.
  mutating func hole() -> Bool {
    guard records.count > 12 else { return false }
    let place = Int(random.number(8, Int64(records.count - 3)))
    records[place].event = Record.lost
    records[place + 1].fault = .hole
    return true
  }

  mutating func insert(_ record: Record, after index: Int, by ns: Int64) {
    var record = record
    let next = index + 1 < records.count ? records[index + 1].time : .max
    record.time = min(records[index].time + ns, next - 1000)
    records.insert(record, at: index + 1)
  }
}

extension Record {
  /// The mark of a record that takes a number and is not written.
  static let lost = "lost"

  var isEntry: Bool { phase != "end" }

  func isEnd(of begin: Record) -> Bool {
    phase == "end" && event == begin.event && scene == begin.scene && time >= begin.time
  }
}
