import TraceModel

/// The numbers that the symbols of a block have in the whole run.
struct SummaryNumbers {
  private var texts = [TextID.none]
  private var contexts: [ContextID] = []
  private var streams: [StreamID] = []
  private var sources: [SourceID] = []

  /// Adds the symbols of a block to the run, in order: they get the numbers that parsing all lines in turn would give.
  init(of block: Symbols, in symbols: inout Symbols, _ runSources: inout [String: SourceID]) {
    texts.reserveCapacity(block.texts.count + 1)
    for number in 0..<block.texts.count {
      texts.append(symbols.texts.intern(TextID(rawValue: Int32(number + 1)), of: block.texts))
    }
    for var context in block.contexts.values {
      context.changeTexts { renumber(&$0) }
      contexts.append(ContextID(rawValue: symbols.contexts.intern(context)))
    }
    for number in 0..<block.streams.count {
      var stream = block.streams[Int32(number)]
      stream.changeTexts { renumber(&$0) }
      streams.append(StreamID(rawValue: symbols.streams.intern(stream)))
    }
    for name in block.sourceNames {
      let source = runSources[name] ?? SourceID(rawValue: Int32(symbols.sourceNames.count))
      if runSources.updateValue(source, forKey: name) == nil { symbols.sourceNames.append(name) }
      sources.append(source)
    }
  }

  private func renumber(_ id: inout TextID) { id = texts[Int(id.rawValue)] }

  func renumber(_ id: inout SourceID) { id = sources[Int(id.rawValue)] }

  func renumber(_ launch: inout LaunchSummary) {
    launch.stream = streams[Int(launch.stream.rawValue)]
    launch.context = contexts[Int(launch.context.rawValue)]
    renumber(&launch.natureReason)
    renumber(&launch.exitReason)
    for index in launch.named.indices { renumber(&launch.named[index].name) }
    for index in launch.scenes.indices {
      renumber(&launch.scenes[index].scene)
      renumber(&launch.scenes[index].instance)
      renumber(&launch.scenes[index].role)
    }
    for index in launch.tasks.indices { renumber(&launch.tasks[index]) }
    // Stays with only their ends share their list, which writing would copy.
    if launch.stays.contains(where: { $0.begin.source.rawValue != 0 || $0.assertionLocation.source.rawValue != 0 }) {
      for index in launch.stays.indices {
        renumber(&launch.stays[index].begin.source)
        renumber(&launch.stays[index].assertionLocation.source)
      }
    }
    for index in launch.candidates.indices { renumber(&launch.candidates[index]) }
    for index in launch.metrics.indices {
      renumber(&launch.metrics[index].event)
      renumber(&launch.metrics[index].reason)
    }
  }

  private func renumber(_ task: inout TaskSummary) {
    renumber(&task.task)
    renumber(&task.name)
    renumber(&task.kind)
    renumber(&task.begin.source)
    renumber(&task.end.source)
    renumber(&task.expire.source)
  }

  private func renumber(_ candidate: inout Candidate) {
    renumber(&candidate.scene)
    renumber(&candidate.view)
    renumber(&candidate.task)
    renumber(&candidate.name)
    renumber(&candidate.location.source)
    var columns = CandidateColumns(candidate.detail)
    if columns.other.source.rawValue == 0 { return }
    renumber(&columns.other.source)
    candidate.detail = Candidate.Detail(columns)
  }
}
