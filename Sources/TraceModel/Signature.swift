/// The part of an event that repeats across launches, such as its kind, thread and name.
///
/// Events share signatures, so that a log of a million events holds some hundred.
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

  /// The fields that are texts, in the order in which a store holds them; `unknownName` is not among them.
  public static let texts: [any WritableKeyPath<Self, TextID> & Sendable] = [
    \.thread, \.reason, \.view, \.name, \.taskKind, \.sceneRole,
  ]

  /// An unknown event without a name.
  public init() {}

  /// Hashes the fields in which most signatures differ, and no others: a signature is looked up for every event.
  public func hash(into hasher: inout Hasher) {
    let kinds = Int(kind.rawValue) << 32 | Int(phase.rawValue) << 40 | Int(eventSource.rawValue) << 48
    hasher.combine(kinds | Int(unknownName.rawValue))
    hasher.combine(Int(view.rawValue) << 32 | Int(name.rawValue))
    hasher.combine(Int(thread.rawValue) << 32 | Int(reason.rawValue))
  }
}
