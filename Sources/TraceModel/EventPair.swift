/// One kind of event that followed another in one instance of a machine.
public struct EventPair: Hashable, Sendable, Comparable {
  /// The kind that came first; `unknown` if `next` is the first event of its instance.
  public var previous: EventKind
  public var next: EventKind

  /// The pair of a kind and the one that followed it.
  public init(previous: EventKind, next: EventKind) {
    self.previous = previous
    self.next = next
  }

  /// Pairs in the order of the vocabulary.
  public static func < (a: Self, b: Self) -> Bool {
    a.previous == b.previous ? a.next.rawValue < b.next.rawValue : a.previous.rawValue < b.previous.rawValue
  }
}
