/// The order of a launch's events: which kind followed which, and which came before the first frame.
///
/// It says that a pair came, not how often: `compare` counts launches.
public struct EventOrder: Sendable, Equatable {
  /// The pairs that followed each other in the process and app, a scene, a view or a task, each once, in order.
  ///
  /// A pair is left out where events between the two may be lost.
  public var pairs: [EventPair] = []
  /// The kinds up to the first frame, with the kind of the frame itself; empty if the frame is not recorded.
  ///
  /// A kind of the launch in neither this set nor `withFirstFrame` came after the first frame.
  public var untilFirstFrame = KindSet()
  /// The kinds that came first at the instant of the first frame, in an unknown order.
  public var withFirstFrame = KindSet()

  /// An empty order.
  public init() {}

  /// True if it is empty.
  public var isEmpty: Bool { pairs.isEmpty && untilFirstFrame == KindSet() }
}

/// One kind of event that followed another in one instance of a machine.
public struct EventPair: Hashable, Sendable, Comparable {
  /// `unknown` if `next` is the first event of its instance.
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
