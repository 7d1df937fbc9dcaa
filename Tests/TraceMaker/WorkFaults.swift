/// Faults in what an app marks of itself, its work and its data, planted in a whole life.
extension Planting {
  private static let ms: Int64 = 1_000_000
  private static let leaving = ["scene.willDeactivate", "app.willResignActive"]
  private static let active = ["scene.didActivate", "app.didBecomeActive"]

  private static let lives: Set<String> = [
    "willConnect", "didDisconnect", "willEnterForeground", "didEnterBackground", "didActivate", "willDeactivate",
    "didBecomeActive", "willResignActive",
  ]

  /// The steps of the scenes' lives, or without scenes of the app's, that are recorded at their entry.
  private var steps: [Int] {
    let family = records.contains { $0.event.hasPrefix("scene.") } ? "scene." : "app."
    return records.indices.filter { index in
      let record = records[index]
      return record.isEntry && record.source == nil && record.event.hasPrefix(family)
        && Self.lives.contains(String(record.event.dropFirst(family.count)))
    }
  }

  private var isOneWindow: Bool { Set(records.compactMap(\.sceneInstance)).count < 2 }

  private func entry(_ index: Int) -> Int64 { records[index].time - (records[index].duration ?? 0) }

  /// Where the callback returns that was entered there.
  private func end(of index: Int) -> Int {
    records[index].phase == nil ? index : records[index...].firstIndex { $0.isEnd(of: records[index]) } ?? index
  }

  private func gap(after index: Int) -> Int64 {
    index + 1 < records.count ? entry(index + 1) - records[index].time : .max
  }

  private func work(_ event: String, _ kind: String, at time: Int64, fault: Fault? = nil) -> Record {
    var record = Record(event, time: time)
    record.kind = kind
    record.name = "planted"
    record.fault = fault
    return record
  }

  /// Puts work before a record, if there is room for it.
  private mutating func begin(_ kind: String, before index: Int, ends: Bool = false, fault: Fault? = nil) -> Int? {
    let time = entry(index)
    guard index > 0, time - records[index - 1].time > 8 * Self.ms else { return nil }
    let begin = work("work.begin", kind, at: time - 6 * Self.ms, fault: fault)
    let all = [begin] + (ends ? [work("work.end", kind, at: time - 3 * Self.ms)] : [])
    records.insert(contentsOf: all, at: index)
    return index + all.count
  }

  mutating func playOn() -> Bool {
    guard isOneWindow else { return false }
    let steps = steps
    for (place, index) in steps.enumerated().reversed() where Self.leaving.contains(records[index].event) {
      let next = steps[(place + 1)...].first { entry($0) - records[index].time >= 1100 * Self.ms }
      let early = steps[(place + 1)...].first.map { entry($0) - records[index].time }
      // Where the app is active again before, the work has not run on.
      let between = steps[(place + 1)...].prefix { $0 != next }
      guard let next, early.map({ $0 < 900 * Self.ms || $0 > 1100 * Self.ms }) ?? false,
        !between.contains(where: { Self.active.contains(records[$0].event) }),
        !records[index..<next].contains(where: {
          Self.leaving.contains($0.event) && $0.time > records[index].time + 60_000
            && $0.source == nil && $0.isEntry
        }), let moved = begin("game", before: index)
      else { continue }
      records[next + moved - index].fault = .playedOn
      return true
    }
    return false
  }

  mutating func resumeItself() -> Bool {
    let steps = steps
    for (place, index) in steps.enumerated().reversed() where Self.active.contains(records[index].event) {
      let last = end(of: index)
      guard let left = steps[..<place].last(where: { Self.leaving.contains(records[$0].event) }),
        isOneWindow, gap(after: last) > 30 * Self.ms, records[last].time - entry(index) < 300 * Self.ms
      else { continue }
      insert(work("work.begin", "game", at: 0, fault: .resumedItself), after: last, by: 10 * Self.ms)
      if begin("game", before: left, ends: true) != nil { return true }
      records.remove(at: last + 1)
    }
    return false
  }

  mutating func uncover() -> Bool {
    guard isOneWindow else { return false }
    for index in steps.reversed() where records[index].event.hasSuffix(".didEnterBackground") {
      let last = end(of: index)
      let begun = records[...last].count { $0.event == "task.begin" && $0.task != 0 }
      let ended = records[...last].count { $0.event == "task.end" && $0.task != 0 }
      guard gap(after: last) > 9000 * Self.ms, begun == ended else { continue }
      insert(work("work.begin", "network", at: 0), after: last, by: 200 * Self.ms)
      insert(work("work.end", "network", at: 0, fault: .uncovered), after: last + 1, by: 7000 * Self.ms)
      return true
    }
    return false
  }

  mutating func forget() -> Bool {
    let ends = records.indices.filter { records[$0].event == "app.willTerminate" && records[$0].isEntry }
    let reported = ends.last.flatMap { records[$0].phase != nil || records[$0].duration != nil ? end(of: $0) : nil }
    let exit = records.firstIndex { $0.event == "process.exit" }
    guard let place = reported ?? exit ?? ends.last,
      let launched = records.firstIndex(where: { $0.event == "app.didFinishLaunching" }), launched < place - 2
    else { return false }
    records[place].fault = .unsaved
    var change = Record("data.change", time: 0)
    change.name = "draft"
    insert(change, after: end(of: launched), by: Self.ms)
    return true
  }

  mutating func reachEarly() -> Bool {
    guard let launch = records.firstIndex(where: { $0.event == "app.willFinishLaunching" }) else { return false }
    return begin(random.pick(["disk", "keychain"]), before: launch, ends: true, fault: .earlyAccess) != nil
  }

  /// Reads the keychain when the app was launched, before the device is unlocked.
  mutating func readLocked() -> Bool {
    guard let launch = records.firstIndex(where: { $0.event == "app.didFinishLaunching" && $0.isEntry }) else {
      return false
    }
    let last = end(of: launch)
    let isActive = records[..<last].contains { Self.active.contains($0.event) }
    // Of what is unlocked later it is not certain that it was locked from the start.
    let isSoon = records[last].time - entry(0) < 9000 * Self.ms
    // The first access is reported.
    let isFirst = !records[...last].contains { record in
      ["data.change", "data.save", "app.decodeState"].contains(record.event)
        || record.event == "work.begin" && ["keychain", "disk"].contains(record.kind ?? "")
    }
    guard gap(after: last) > 8 * Self.ms, !isActive, isSoon, isFirst else { return false }
    insert(work("work.begin", "keychain", at: 0, fault: .lockedAccess), after: last, by: Self.ms)
    insert(work("work.end", "keychain", at: 0), after: last + 1, by: Self.ms)
    insert(Record("app.protectedDataDidBecomeAvailable", time: 0), after: last + 2, by: Self.ms)
    return true
  }

  mutating func hold() -> Bool {
    guard let launch = records.firstIndex(where: { $0.event == "app.didFinishLaunching" && $0.phase == "begin" })
    else { return false }
    for index in (launch + 1)..<records.count { records[index].time += 340 * Self.ms }
    var begin = work("work.begin", "disk", at: 0)
    var end = work("work.end", "disk", at: 0, fault: .slowWork)
    begin.thread = "main"
    end.thread = "main"
    insert(begin, after: launch, by: 5 * Self.ms)
    insert(end, after: launch + 1, by: 310 * Self.ms)
    return true
  }

  mutating func workLate() -> Bool {
    let places = records.indices.filter { records[$0].event == "app.willTerminate" && records[$0].isEntry }
    guard let place = places.first, records[place].phase != nil || records[place].duration != nil,
      let moved = begin("network", before: place)
    else { return false }
    records[end(of: moved)].fault = .lateWork
    return true
  }

  mutating func leakScene() -> Bool {
    for index in records.indices.reversed()
    where records[index].event == "scene.didDisconnect" && records[index].isEntry {
      let scene = records[index].scene
      let last = end(of: index)
      guard gap(after: last) > 8000 * Self.ms, records[index].source == nil, let moved = begin("timer", before: index)
      else { continue }
      records[moved - 1].scene = scene
      insert(work("work.end", "timer", at: 0, fault: .sceneLeak), after: last + moved - index, by: 6000 * Self.ms)
      return true
    }
    return false
  }

  mutating func leaveUnanswered() -> Bool {
    let reasons = ["urlSession", "remoteNotification", "backgroundFetch", "backgroundTask", "location"]
    let answers = ["app.performFetch", "app.handleEventsForBackgroundURLSession", "app.didReceiveRemoteNotification"]
    guard let reason = records.first(where: { $0.event == "process.start" })?.reason, reasons.contains(reason)
    else { return false }
    records.removeAll {
      answers.contains($0.event) || $0.event.hasPrefix("work.")
        || ["task.begin", "task.expire", "task.end"].contains($0.event)
    }
    guard let launched = records.firstIndex(where: { $0.event == "app.didFinishLaunching" && $0.isEntry })
    else { return false }
    let foreground = Self.active + ["scene.willEnterForeground", "app.willEnterForeground"]
    let since = records[launched].time
    for index in records.indices.dropFirst(launched + 1) {
      if foreground.contains(records[index].event) { return false }
      let late = entry(index) - since
      let event = records[index].event
      if records[index].source == "system" || event.hasPrefix("launch.") { continue }
      if event != "process.suspend", late > 4900 * Self.ms, late < 5200 * Self.ms { return false }
      guard event == "process.suspend" || late > 5000 * Self.ms else { continue }
      records[index].fault = .unanswered
      return true
    }
    return false
  }
}
