/// The tables that the numbers in events refer to: texts, signatures, contexts, streams and sources.
///
/// A value: a copy is a snapshot, and grows by itself.
public struct Symbols: Sendable {
  public var texts = TextTable()
  public var signatures = InternTable<Signature>()
  public var contexts = InternTable<Context>()
  public var streams = InternTable<StreamKey>()
  /// Paths as they were given, by `SourceID`.
  public var sourceNames: [String] = []
  /// By stream, which of its launches, by their places in it, begin at the same instant as one before them.
  ///
  /// Of each stream of a launch id that names several launches there is a set, if only an empty one.
  private var sharedIDs: [StreamID: Set<Int32>] = [:]

  /// Symbols for no events yet.
  public init() {}

  /// The path of a source; empty for one that is not known.
  public func name(_ id: SourceID) -> String { sourceNames.dropFirst(max(Int(id.rawValue), 0)).first ?? "" }

  /// The signature of `event`.
  public func signature(_ event: Event) -> Signature { signatures[event.signature.rawValue] }

  /// The context with this number.
  public func context(_ id: ContextID) -> Context { contexts[id.rawValue] }

  /// The stream key with this number.
  public func stream(_ id: StreamID) -> StreamKey { streams[id.rawValue] }

  /// The stream's name in words: the launch id, or the parts joined with `/`.
  public func streamName(_ id: StreamID) -> String {
    let key = stream(id)
    if key.isLaunch { return texts.string(key.launch) }
    let parts = [key.device, key.app, key.boot].map(texts.string) + [key.pid == Event.absent ? "" : String(key.pid)]
    if key.source.isNone { return parts.joined(separator: "/") }
    return ([texts.string(key.source)] + parts).filter { !$0.isEmpty }.joined(separator: "/")
  }

  /// The launch's id: the one that its records name, if that names no other launch; else one made from its stream and
  /// its first instant, as in `1@2025-10-09T08:53:20.000000000Z`.
  public func launchID(_ summary: LaunchSummary) -> String {
    let name = streamName(summary.stream)
    let first = summary.firstInstant
    let ties = sharedIDs[summary.stream]
    if ties == nil, stream(summary.stream).isLaunch { return name }
    let id = "\(name)@\(summary.hasWallClock ? Timestamp.rfc3339(first) : "+\(first)")"
    return ties?.contains(summary.ordinal) == true ? "\(id)#\(Int64(summary.ordinal) + 1)" : id
  }

  /// Learns from all launches which launch ids name several of them, and which launches of one process begin at one
  /// instant: a clock of whole seconds does not tell them apart.
  public mutating func noteSharedIDs(_ launches: [LaunchSummary]) {
    let later = launches.indices.filter { launches[$0].ordinal > 0 && !launches[$0].isEarlier }
    let shared = Set(later.map { launches[$0].stream })
    sharedIDs = [:]
    for stream in shared where self.stream(stream).isLaunch { sharedIDs[stream] = [] }
    if shared.isEmpty { return }
    let places = launches.indices.filter { shared.contains(launches[$0].stream) }
    let inOrder = places.sorted { a, b in
      (launches[a].stream, launches[a].ordinal) < (launches[b].stream, launches[b].ordinal)
    }
    var instants: Set<Int64> = []
    var last: StreamID?
    for place in inOrder {
      let stream = launches[place].stream
      if stream != last { instants.removeAll(keepingCapacity: true) }
      last = stream
      if !instants.insert(launches[place].firstInstant).inserted {
        sharedIDs[stream, default: []].insert(launches[place].ordinal)
      }
    }
  }
}
