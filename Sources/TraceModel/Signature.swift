/// The part of an event that repeats across launches, such as its kind, thread and name.
///
/// Events share signatures, so that a log of a million events holds some hundred.
public struct Signature: Hashable, Internable {
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

  /// A hash of the fields in which most signatures differ, and no others: a signature is looked up for every event.
  public var internHash: UInt64 {
    var hash = WordHash()
    let kinds = UInt64(kind.rawValue) << 32 | UInt64(phase.rawValue) << 40 | UInt64(eventSource.rawValue) << 48
    hash.add(kinds | UInt64(UInt32(bitPattern: unknownName.rawValue)))
    hash.add(view, name)
    hash.add(thread, reason)
    return hash.value
  }

  /// Hashes what `internHash` does.
  public func hash(into hasher: inout Hasher) { hasher.combine(internHash) }

  /// Calls `change` for each field of `texts`, in their order.
  ///
  /// In place, as to read and write through a key path takes six times as long.
  public mutating func changeTexts(_ change: (inout TextID) -> Void) {
    change(&thread)
    change(&reason)
    change(&view)
    change(&name)
    change(&taskKind)
    change(&sceneRole)
  }
}
