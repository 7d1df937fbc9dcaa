/// The order of a launch's events: which kind followed which, and which came before the first frame.
///
/// It says that something happened in a launch, not how often: `compare` counts launches.
public struct EventOrder: Sendable, Equatable {
  /// Each pair of kinds that followed each other in the process and app, in a scene, in a view or in a task, once and in
  /// the order of the vocabulary.
  ///
  /// A pair is left out where events between the two may be lost.
  public var pairs: [EventPair] = []
  /// The kinds that came until the first frame, and the kind of the frame itself; empty where it is not recorded.
  ///
  /// A kind of the launch that is in neither this set nor `withFirstFrame` came after the first frame.
  public var untilFirstFrame = KindSet()
  /// The kinds that came first at the instant of the first frame, where the log does not say which of them was earlier.
  public var withFirstFrame = KindSet()

  /// An empty order.
  public init() {}

  /// True if it is empty.
  public var isEmpty: Bool { pairs.isEmpty && untilFirstFrame == KindSet() }
}

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
