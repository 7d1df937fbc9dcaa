/// The fields of an event that repeat across launches, such as its kind, thread and name.
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

  /// A hash of the fields in which most signatures differ: a signature is looked up for every event.
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
  /// Key paths would take six times as long.
  public mutating func changeTexts(_ change: (inout TextID) -> Void) {
    change(&thread)
    change(&reason)
    change(&view)
    change(&name)
    change(&taskKind)
    change(&sceneRole)
  }
}

/// The begin or the end of a callback: the field `phase` of the record.
///
/// `instant` is an event without a phase; `unknown` has one that is neither `begin` nor `end`.
public enum CallbackPhase: UInt8, Sendable {
  case instant, begin, end, unknown

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}

/// Who reported an event: the field `source` of the record.
///
/// An event of an `unknown` source drives the machines, but does not show whether the app lives by scenes.
public enum EventSource: UInt8, Named, Sendable, CaseIterable {
  case unknown, delegate, notification, system, swiftui, app

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}
