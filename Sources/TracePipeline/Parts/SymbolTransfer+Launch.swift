import TraceModel

extension SymbolTransfer {
  /// Moves values into `symbols`, which are empty until those of the transfer are put back: so none of them is copied.
  ///
  /// `map` has what was moved before from the same symbols to these.
  init(from old: Symbols, movingInto symbols: inout Symbols, after map: SymbolMap? = nil) {
    var own = Symbols()
    swap(&own, &symbols)
    self.init(from: old, to: consume own, after: map)
  }

  /// The event in numbers of the new symbols, with its source by `sources`.
  mutating func event(_ event: Event, sources: [SourceID]) -> Event {
    var moved = self.event(event)
    moved.source = sources[Int(event.source.rawValue)]
    return moved
  }

  /// Gives a launch the numbers of the new symbols, and its locations the sources of `sources`.
  mutating func move(_ launch: inout LaunchSummary, sources: [SourceID]) {
    launch.stream = stream(launch.stream)
    launch.context = context(launch.context)
    move(&launch.natureReason)
    move(&launch.exitReason)
    for index in launch.named.indices { move(&launch.named[index].name) }
    for index in launch.scenes.indices {
      move(&launch.scenes[index].scene)
      move(&launch.scenes[index].instance)
      move(&launch.scenes[index].role)
    }
    for index in launch.tasks.indices { move(&launch.tasks[index], sources) }
    // Stays with only their ends share their list, which writing would copy.
    if launch.stays.contains(where: { $0.begin.source.rawValue != 0 || $0.assertionLocation.source.rawValue != 0 }) {
      for index in launch.stays.indices {
        Self.move(&launch.stays[index].begin, sources)
        Self.move(&launch.stays[index].assertionLocation, sources)
      }
    }
    for index in launch.candidates.indices { move(&launch.candidates[index], sources) }
    for index in launch.metrics.indices {
      move(&launch.metrics[index].event)
      move(&launch.metrics[index].reason)
    }
  }

  private static func move(_ location: inout EventLocation, _ sources: [SourceID]) {
    location.source = sources[Int(location.source.rawValue)]
  }

  private mutating func move(_ task: inout TaskSummary, _ sources: [SourceID]) {
    move(&task.task)
    move(&task.name)
    move(&task.kind)
    Self.move(&task.begin, sources)
    Self.move(&task.end, sources)
    Self.move(&task.expire, sources)
  }

  private mutating func move(_ candidate: inout Candidate, _ sources: [SourceID]) {
    move(&candidate.scene)
    move(&candidate.view)
    move(&candidate.task)
    move(&candidate.name)
    Self.move(&candidate.location, sources)
    var columns = CandidateColumns(candidate.detail)
    move(&columns.subject)
    Self.move(&columns.other, sources)
    candidate.detail = Candidate.Detail(columns)
  }
}
