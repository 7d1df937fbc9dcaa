import TraceAnalyzer
import TraceModel

/// Some launches of one stream.
struct StreamLaunches {
  let stream: StreamID
  /// The numbers of these launches in the stream, rising.
  private(set) var ordinals: [Int]

  /// Launches by their streams, in the order in which these come first.
  static func grouped(_ launches: [LaunchKey]) -> [StreamLaunches] {
    var streams: [StreamID] = []
    var ordinals: [StreamID: Set<Int>] = [:]
    for launch in launches {
      if ordinals[launch.stream] == nil { streams.append(launch.stream) }
      ordinals[launch.stream, default: []].insert(Int(launch.ordinal))
    }
    return streams.map { StreamLaunches(stream: $0, ordinals: ordinals[$0, default: []].sorted()) }
  }
}
