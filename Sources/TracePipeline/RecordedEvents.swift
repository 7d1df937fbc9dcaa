package import TraceAnalyzer
package import TraceModel

/// Receives events in an order in which a log may hold them, with what their numbers mean.
package typealias EventHandler = (_ events: [Event], _ symbols: Symbols) throws -> Void

/// The events that launches were summarized from, wherever they are kept.
package protocol RecordedEvents {
  /// The events of one launch, and of the reports that describe its end, to be replayed.
  ///
  /// - Throws: `StoreError` if they are in a store that cannot be read.
  func recording(of launch: Launch) throws -> Recording

  /// Hands over the events of launches, a stream at a time, in the order of the first launch of each.
  ///
  /// - Parameters:
  ///   - launches: Some of the launches that were summarized.
  ///   - handler: Called once a stream.
  /// - Throws: `StoreError` if they are in a store that cannot be read, and whatever `handler` throws.
  func handOver(_ launches: [Launch], to handler: EventHandler) throws
}

extension RecordedEvents {
  /// Hands over the events of some launches of one stream, so that a reader of the written log can separate them.
  func handOver(
    _ launches: [LaunchEvents], ofLaunches ordinals: [Int], in stream: StreamID, symbols: inout Symbols,
    to handler: EventHandler
  ) throws {
    var launches = launches
    if launches.count > 1, symbols.stream(stream).isLaunch {
      for index in launches.indices { launches[index].events = StreamReplay.named(launches[index].events, &symbols) }
    }
    let events = ordinals.flatMap { launches[$0].events }
    try handler(LaunchOrder.fileOrder(events, symbols), symbols)
  }

  /// The numbers of launches in their streams, rising, by the streams, in the order in which these come first.
  func ordinals(of launches: [LaunchKey]) -> [(stream: StreamID, ordinals: [Int])] {
    var streams: [StreamID] = []
    var ordinals: [StreamID: Set<Int>] = [:]
    for launch in launches {
      if ordinals[launch.stream] == nil { streams.append(launch.stream) }
      ordinals[launch.stream, default: []].insert(Int(launch.ordinal))
    }
    return streams.map { ($0, ordinals[$0, default: []].sorted()) }
  }
}
