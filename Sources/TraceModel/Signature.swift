/// What events of many launches have in common: the part of an event that repeats.
public struct Signature: Hashable, Sendable {
  public var kind = EventKind.unknown
  /// The name of an event that is not in the vocabulary.
  public var unknownName = TextID.none
  public var eventSource = EventSource.unknown
  public var phase = CallbackPhase.instant
  /// `main`, or any other name.
  public var thread = TextID.none
  public var reason = TextID.none
  public var view = TextID.none
  public var name = TextID.none
  /// `kind` of a task or of work.
  public var taskKind = TextID.none
  public var sceneRole = TextID.none
  public var success: Bool?
  public var prewarmed: Bool?

  /// Its texts, but for the unknown name.
  public static let texts: [any WritableKeyPath<Self, TextID> & Sendable] = [
    \.thread, \.reason, \.view, \.name, \.taskKind, \.sceneRole,
  ]

  /// An unknown event without a name.
  public init() {}

  /// What tells most signatures apart, in few words: it is asked for every event.
  public func hash(into hasher: inout Hasher) {
    let kinds = Int(kind.rawValue) << 32 | Int(phase.rawValue) << 40 | Int(eventSource.rawValue) << 48
    hasher.combine(kinds | Int(unknownName.rawValue))
    hasher.combine(Int(view.rawValue) << 32 | Int(name.rawValue))
    hasher.combine(Int(thread.rawValue) << 32 | Int(reason.rawValue))
  }
}
