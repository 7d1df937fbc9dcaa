/// What the numbers in events mean: texts, signatures, contexts, streams and sources.
public struct Symbols: Sendable {
  public var texts = TextTable()
  public var signatures = InternTable<Signature>()
  public var contexts = InternTable<Context>()
  public var streams = InternTable<StreamKey>()
  /// Paths as they were given, by `SourceID`.
  public var sourceNames: [String] = []

  /// Symbols for no events yet.
  public init() {}

  /// A copy for who asks what numbers mean: where this one grows, less of it must be copied.
  public var snapshot: Symbols {
    var copy = self
    (copy.signatures, copy.contexts) = (InternTable(signatures.values), InternTable(contexts.values))
    copy.streams = InternTable(streams.values)
    return copy
  }

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

  /// The launch's id: the one that its records name, else one made from its stream and first instant.
  public func launchID(_ summary: LaunchSummary) -> String {
    let (name, first) = (streamName(summary.stream), summary.firstInstant)
    if stream(summary.stream).isLaunch { return name }
    return "\(name)@\(summary.hasWallClock ? Timestamp.rfc3339(first) : "+\(first)")"
  }
}
