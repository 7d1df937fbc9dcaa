/// What the numbers in events mean: texts, signatures, contexts, streams and sources.
package struct Symbols: Sendable {
  package var texts = TextTable()
  package var signatures = InternTable<Signature>()
  package var contexts = InternTable<Context>()
  package var streams = InternTable<StreamKey>()
  /// Paths as they were given, by `SourceID`.
  package var sourceNames: [String] = []

  /// Symbols for no events yet.
  package init() {}

  /// The signature of `event`.
  package func signature(_ event: Event) -> Signature { signatures[event.signature.rawValue] }

  /// The context with this number.
  package func context(_ id: ContextID) -> Context { contexts[id.rawValue] }

  /// The stream key with this number.
  package func stream(_ id: StreamID) -> StreamKey { streams[id.rawValue] }

  /// The stream's name in words: the launch id, or the parts joined with `/`.
  package func streamName(_ id: StreamID) -> String {
    let key = stream(id)
    if key.isLaunch { return texts.string(key.launch) }
    if !key.source.isNone { return texts.string(key.source) }
    let pid = key.pid == Event.absent ? "" : String(key.pid)
    return [texts.string(key.device), texts.string(key.app), texts.string(key.boot), pid].joined(
      separator: "/")
  }

  /// The launch's id: the one that its records name, else one made from its stream and first instant.
  package func launchID(_ summary: LaunchSummary) -> String {
    let (name, first) = (streamName(summary.stream), summary.firstInstant)
    if stream(summary.stream).isLaunch { return name }
    return "\(name)@\(summary.hasWallClock ? Timestamp.rfc3339(first) : "+\(first)")"
  }
}
