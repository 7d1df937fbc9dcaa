/// Makes traces of launches: of a user, their phones, and the callbacks that UIKit makes in an app on them.
///
/// It knows neither the analyzer nor its machines, so that the two can be compared.
struct Simulator: Sendable {
  /// A trace with what was planted in it.
  struct Trace: Sendable {
    var launches: [[Record]]
    var lines: [Record]
    var planted: [Planted]
  }

  /// A planted fault, and the record that shows it.
  struct Planted: Sendable {
    var fault: Fault
    /// The launch's place among the launches, from 0.
    var index: Int
    /// The line that shows it, from 1.
    var line: Int
    var record: Record

    var jsonLine: String {
      var object = JSONLine()
      object.add("fault", fault.rawValue)
      object.add("launchIndex", Int64(index))
      object.add("line", Int64(line))
      object.add("launch", record.launch)
      object.add("seq", record.seq.map(Int64.init))
      object.add("event", record.event)
      object.add("scene", record.scene)
      object.add("task", record.task.map(Int64.init))
      return object.text
    }
  }

  private static let epoch: Int64 = 1_760_000_000_000_000_000

  let options: Options
  private var random: Random
  private var phones: [Phone]
  private var made = 0
  /// The longest time between two launches of a device, in seconds; nil unless they are spread over days.
  private var longestPause: Int64?

  init(seed: UInt64, options: Options = Options()) {
    self.options = options
    var random = Random(seed: seed)
    let windows = options.model == .scenes ? options.windows : 1
    phones = (0..<max(options.devices, 1)).map { _ in
      Phone(epoch: Self.epoch, within: options.days == nil ? 60_000 : 86_400_000, windows: windows, &random)
    }
    self.random = random
  }

  /// The next `count` launches, each in the order of its log.
  mutating func launches(_ count: Int) -> [[Record]] { trace(count).launches }

  /// The next `count` launches as one trace.
  mutating func trace(_ count: Int) -> Trace {
    let first = made
    var faults: [Int: Fault] = [:]
    for (number, fault) in options.faults.enumerated() {
      faults[(2 * number + 1) * count / (2 * options.faults.count)] = fault
    }
    let stages = max(options.versions.count, 2)
    if let days = options.days { longestPause = 2 * days * 86_400 * Int64(options.devices) / Int64(count) }
    let launches = (0..<count).map { launch(faults[$0], stage: max(stages * $0 - 1, 0) / count).records }
    var places: [(launch: Int, record: Record)] = launches.enumerated().flatMap { index, records in
      records.map { (first + index, $0) }
    }
    if options.interleaves {
      let order = places.indices.sorted {
        (places[$0].record.time, $0) < (places[$1].record.time, $1)
      }
      places = order.map { places[$0] }
    }
    let planted = places.enumerated().compactMap { line, place in
      place.record.fault.map {
        Planted(fault: $0, index: place.launch, line: line + 1, record: place.record)
      }
    }
    return Trace(launches: launches, lines: places.map(\.record), planted: planted)
  }

  /// The next launch, and whether the fault is in it.
  mutating func launch(
    _ fault: Fault?, stage: Int
  ) -> (records: [Record], isPlanted: Bool) {
    made += 1
    // Some faults have no place in some launches, and some in no launch of an app.
    for _ in 0..<50 {
      let records = launchEvents(fault, stage: stage)
      guard let fault else { return (Recorder(options: options).write(records, &random), false) }
      var planting = Planting(records: records.map(\.record), random: Random(seed: random.next()))
      let planter = options.isRich ? fault.row.plantAnywhere : fault.row.plantInLaunch
      guard planter?(&planting) == true else { continue }
      let place = records[0].place
      let recorder = Recorder(options: options, isWhole: !options.isRich || fault.isOfTime)
      return (recorder.write(planting.records.map { (place, $0) }, &random), true)
    }
    return (Recorder(options: options).write(launchEvents(nil, stage: stage), &random), false)
  }

  /// The events of one launch before they are recorded, on the phone whose owner opens the app first.
  private mutating func launchEvents(
    _ fault: Fault?, stage: Int
  ) -> [(place: Recorder.Place, record: Record)] {
    let chosen = phones.indices.min { phones[$0].nextOpening < phones[$1].nextOpening } ?? 0
    if random.chance(0.2) { phones[chosen].restart(&random) }
    let version = options.versions.isEmpty ? "1.0" : options.versions[min(stage, options.versions.count - 1)]
    let isNewer = stage == max(options.versions.count, 2) - 1
    let (context, isCold) = phones[chosen].launch(options.app, version: version, &random)
    var process = Process(
      options: options, sessions: phones[chosen].sessions, random: Random(seed: random.next()),
      now: phones[chosen].nextOpening)
    process.pending = fault.flatMap {
      [.leaked, .overrun, .handlerOverrun].contains($0) ? $0 : nil
    }
    process.reusesTasks = options.isRich && fault == nil
    process.isSpared = fault?.isOfTime ?? false
    process.awaitsRefresh = phones[chosen].awaitsRefresh
    process.forgetsRefresh = options.versions.count > 2 && isNewer
    if fault == .outlived { process.pending = random.pick([.leaked, .overrun]) }
    let isRefresh = phones[chosen].awaitsRefresh && fault == nil && random.chance(0.4)
    let opening: Person.Opening =
      isRefresh
      ? .backgroundTask : options.isRich ? .rich(&random) : fault == nil ? Person.opening(&random) : .user
    process.launch(opening, isCold: isCold, isNewer: isNewer)
    let script: [Person.Action]? =
      fault == nil || options.isRich
      ? nil : [.interrupt(reason: "alert"), .leave(reason: "home"), .look, .leave(reason: "lock")]
    process.live(opening, script: script)
    phones[chosen].awaitsRefresh = process.awaitsRefresh
    let shortest: Int64 = options.interleaves ? 20 : 600
    let longest: Int64 = longestPause ?? (options.interleaves ? 120 : 40_000)
    phones[chosen].nextOpening = process.now + random.number(shortest, longest) * 1_000_000_000
    let place = Recorder.Place(
      context: context, booted: phones[chosen].booted, launch: random.uuid())
    return process.records.map { (place, $0) }
  }
}
