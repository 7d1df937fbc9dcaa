/// Writes the events of a process as a recorder would: with its names, numbers, ids, clocks and losses.
struct Recorder: Sendable {
  /// Where a launch ran.
  struct Place: Sendable {
    var context: Context
    var booted: Int64
    var launch: String
  }

  let options: Options
  /// Whether nothing may be lost, a fault being planted.
  var isWhole = false

  func write(_ reported: [(place: Place, record: Record)], _ random: inout Random) -> [Record] {
    guard let place = reported.first?.place else { return [] }
    var records = reported.map(\.record).filter { !options.leftOut.contains($0.event) }
    if options.hasEchoes { records = echoed(records) }
    for index in records.indices { records[index].seq = index }
    if !isWhole { lose(&records, &random) }
    records.removeAll { $0.event == Record.lost }
    for index in records.indices { dress(&records[index], place, isFirst: index == 0) }
    if options.shufflesTies { shuffleTies(&records, &random) }
    return records
  }

  /// The same with the notification of each callback right after it.
  private func echoed(_ records: [Record]) -> [Record] {
    records.indices.flatMap { index -> [Record] in
      let record = records[index]
      // An instant is the entry: this one's notification comes only after what is done in it.
      let isEntry = options.isRich && record.event == "app.didFinishLaunching"
      if isEntry, record.phase == nil, record.duration == nil { return [record] }
      guard record.phase != "begin", record.source == nil,
        Names.notification(record.event) != nil
      else { return [record] }
      var echo = record
      echo.source = "notification"
      echo.phase = nil
      echo.duration = nil
      echo.fault = nil
      let next = index + 1 < records.count ? records[index + 1].time : .max
      echo.time = min(record.time + 50_000, next - 500)
      return [record, echo]
    }
  }

  private func lose(_ records: inout [Record], _ random: inout Random) {
    if random.chance(options.holes), records.count > 4 {
      let first = Int(random.number(1, Int64(records.count - 2)))
      let size = Int(random.number(1, 4))
      for index in first..<min(first + size, records.count - 1) {
        records[index].event = Record.lost
      }
    }
    let most = Int64(records.count / 2)
    if random.chance(options.cutFront) { records.removeFirst(Int(random.number(0, most))) }
    if random.chance(options.cutBack) { records.removeLast(Int(random.number(0, most - 1))) }
  }

  /// Brings a few lines of one instant into some order.
  private func shuffleTies(_ records: inout [Record], _ random: inout Random) {
    var first = records.startIndex
    while first < records.endIndex {
      let size = records[first...].prefix { $0.instant == records[first].instant }.count
      if size > 1, size <= 4 {
        for index in 0..<size - 1 {
          records.swapAt(first + index, first + Int(random.number(Int64(index), Int64(size - 1))))
        }
      }
      first += size
    }
  }

  private func dress(_ record: inout Record, _ place: Place, isFirst: Bool) {
    name(&record)
    record.clock = options.clock
    if options.hasUptime { record.uptime = record.time - place.booted }
    if !options.hasSeq { record.seq = nil }
    if !(options.windows > 1) { record.sceneInstance = nil }
    if !options.hasSceneIDs { (record.scene, record.sceneInstance) = (nil, nil) }
    if !options.hasTaskIDs, record.kind == nil { record.task = nil }
    if options.hasThreads, record.thread == nil { record.thread = "main" }
    if options.hasLaunch { record.launch = place.launch }
    if isFirst || options.repeatsContext {
      record.context = place.context
    } else if !options.hasLaunch {
      record.context = Context(
        device: place.context.device, boot: place.context.boot, pid: place.context.pid,
        app: place.context.app)
    }
    if isFirst || options.repeatsContext, options.hasRecords { record.records = Names.all(options) }
  }

  private func name(_ record: inout Record) {
    let isPosted = record.source == "notification"
    switch options.naming {
    case .canonical:
      let isCallback = ["app.", "scene.", "view."].contains { record.event.hasPrefix($0) }
      if options.hasSources, isCallback, !isPosted { record.source = "delegate" }
      return
    case .selectors where !isPosted:
      record.written = Names.selector(record.event) ?? record.event
    case .selectors, .notifications:
      guard let name = Names.notification(record.event) else { return }
      record.written = name
      record.source = nil
    }
  }
}
