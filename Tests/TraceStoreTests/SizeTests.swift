import Testing
import TraceModel

@testable import TraceStore

@Suite(.tags(.medium)) struct SizeTests {
  /// Launches of 52 events with seven background tasks, one scene and seven stays each.
  private func launch(_ maker: inout Maker, _ generator: inout SeededGenerator, _ time: inout Int64)
    -> (events: [Event], summary: LaunchSummary)
  {
    func id() -> String {
      let digits = Array("0123456789abcdef")
      return [8, 4, 4, 4, 12].map { count in
        String((0..<count).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
      }.joined(separator: "-")
    }
    let launch = id()
    let scene = id()
    var context = Context()
    context.device = maker.symbols.texts.intern(
      "device \(Int.random(in: 0..<997, using: &generator))")
    context.appVersion = maker.symbols.texts.intern("4.\(Int.random(in: 0..<4, using: &generator))")
    let contextID = ContextID(rawValue: maker.symbols.contexts.intern(context))
    var summary = LaunchSummary()
    var events: [Event] = []
    for seq in 0..<52 as Range<Int64> {
      time += Int64.random(in: 1_000_000...9_000_000_000, using: &generator)
      let kind = EventKind.allCases[Int(seq) % 20 + 1]
      var event = maker.event(
        kind, launch: launch, time: time, seq: seq, scene: seq % 3 == 0 ? "" : scene)
      event.context = contextID
      if seq % 7 > 4 { event.task = maker.symbols.texts.intern("\(seq / 7)") }
      events.append(event)
      summary.milestones[Milestones.Name.allCases[Int(seq) % 8]] = time
      guard seq % 7 == 6 else { continue }
      var task = TaskSummary()
      task.task = event.task
      task.begin = events[events.count - 2].location
      task.end = event.location
      task.backgroundNanos = task.end.time - task.begin.time
      summary.tasks.append(task)
      var stay = StaySummary()
      stay.begin = task.begin
      stay.nanos = task.backgroundNanos
      stay.assertionNanos = task.backgroundNanos
      stay.assertionLocation = task.end
      summary.stays.append(stay)
    }
    summary.stream = events[0].stream
    summary.context = contextID
    summary.firstInstant = events[0].time
    summary.lastInstant = time
    var part = SceneSummary()
    part.scene = events[1].scene
    part.firstInstant = events[1].time
    part.lastInstant = time
    summary.scenes = [part]
    return (events, summary)
  }

  @Test func `an event takes at most 48 bytes of file, everything included`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var generator = SeededGenerator(state: 5)
    var maker = Maker()
    var time: Int64 = 1_760_000_000_000_000_000
    maker.source = try store.addSource("a")
    for _ in 0..<8 {
      try store.begin()
      for _ in 0..<480 {
        let (events, summary) = launch(&maker, &generator, &time)
        _ = try store.append(events, symbols: maker.symbols)
        try store.writeSummaries([summary], of: summary.stream, symbols: maker.symbols)
      }
      try store.commit()
    }
    let counts = try ["events", "launches", "streams WHERE changed"].map(store.count)
    #expect(counts == [199_680, 3840, 0])
    let size = try store.integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    let bytes = Double(size) / Double(counts[0])
    #expect(bytes <= 48, "\(bytes) bytes an event")
  }
}
