/// Faults planted anywhere in a life, whether a log can show them or not.
extension Planting {
  mutating func removeBegin() -> Bool {
    let ended = Set(records.filter { $0.event == "task.end" }.map(\.task))
    let begins = entries { $0.event == "task.begin" && ended.contains($0.task) }
    return act(at: begins) { $0.records.remove(at: $1) }
  }

  mutating func repeatAnywhere(_ event: String, _ fault: Fault) -> Bool {
    act(at: entries { $0.event == event }) { $0.again($1, fault) }
  }

  mutating func prolongHandler() -> Bool {
    act(at: entries { $0.event.hasSuffix(".didEnterBackground") && $0.source == nil }) { $0.prolong($1) }
  }

  func entries(_ isMeant: (Record) -> Bool = { _ in true }) -> [Int] {
    records.indices.filter { records[$0].isEntry && isMeant(records[$0]) }
  }

  mutating func act(at places: [Int], _ body: (inout Planting, Int) -> Void) -> Bool {
    guard !places.isEmpty else { return false }
    body(&self, random.pick(places))
    return true
  }

  mutating func again(_ index: Int, _ fault: Fault) {
    var copy = records[index]
    copy.fault = fault
    insert(copy, after: index, by: random.number(1, 900) * 1_000_000)
  }

  mutating func exchange(_ index: Int) {
    records.swapAt(index, index + 1)
    let times = (records[index].time, records[index + 1].time)
    (records[index + 1].time, records[index].time) = times
    records[index].fault = .swapped
  }

  mutating func giveAway() -> Bool {
    let scenes = Set(records.compactMap(\.scene))
    let places = entries { $0.scene != nil }
    guard scenes.count > 1, !places.isEmpty else { return false }
    let index = random.pick(places)
    let old = records[index]
    let others = records.filter { $0.scene != nil && $0.scene != old.scene }
    let other = random.pick(others)
    let end = records[index...].firstIndex { old.phase != nil && $0.isEnd(of: old) }
    for place in [index] + (end.map { [$0] } ?? []) {
      records[place].scene = other.scene
      records[place].sceneInstance = other.sceneInstance
      records[place].sceneRole = other.sceneRole
    }
    records[index].fault = .wrongScene
    return true
  }

  /// Moves a callback to before the launch was entered, or the process begun.
  mutating func hurry() -> Bool {
    let launch = random.pick(["app.didFinishLaunching", "process.start"])
    guard let early = records.firstIndex(where: { $0.event == launch && $0.isEntry }) else {
      return false
    }
    let later = entries { $0.isCallback && $0.event != "app.willFinishLaunching" }
      .filter { $0 > early }.prefix(8)
    return act(at: Array(later)) { planting, index in
      var moved = planting.records[index]
      let entry = planting.records[early].time - (planting.records[early].duration ?? 0)
      planting.removeCallback(at: index)
      moved.phase = nil
      moved.duration = nil
      moved.fault = .beforeLaunch
      // A callback that is recorded at its return comes after the events within it.
      let place = planting.records.firstIndex { $0.time > entry - 1000 } ?? early
      let before = place > 0 ? planting.records[place - 1].time : entry - 1_000_000
      moved.time = before + (entry - before) / 2
      planting.records.insert(moved, at: place)
    }
  }

  mutating func moveOffMain(_ index: Int) {
    let callback = records[index]
    let end = records[index...].firstIndex { callback.phase != nil && $0.isEnd(of: callback) }
    for place in [index] + (end.map { [$0] } ?? []) { records[place].thread = "Thread 7" }
    records[index].fault = .offMain
  }

  /// Lets a move to the background take more than five seconds, and all that follows come later.
  mutating func prolong(_ index: Int) {
    let entry = records[index]
    let delay = random.number(5300, 8200) * 1_000_000
    records[index].fault = .handlerOverrun
    if entry.duration != nil { records[index].duration? += delay }
    let end = records[index...].firstIndex { entry.phase != nil && $0.isEnd(of: entry) }
    for place in (end ?? (entry.duration == nil ? index + 1 : index))..<records.count {
      records[place].time += delay
    }
  }
}

extension Record {
  /// Whether a delegate or a view controller is called.
  var isCallback: Bool {
    source == nil && ["app.", "scene.", "view."].contains { event.hasPrefix($0) }
  }
}
