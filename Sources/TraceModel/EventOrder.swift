/// The order of a launch's events: which kind followed which, and which came before the first frame.
///
/// It says that something happened in a launch, not how often: `compare` counts launches.
public struct EventOrder: Sendable, Equatable {
  /// Each pair of kinds that followed each other in the process and app, in a scene, in a view or in a task, once and in
  /// the order of the vocabulary.
  ///
  /// A pair is left out where events between the two may be lost.
  public var pairs: [EventPair] = []
  /// The kinds that came until the first frame, and the kind of the frame itself; empty where that is not known.
  ///
  /// A kind of the launch that is in neither this set nor `withFirstFrame` came after the first frame.
  public var untilFirstFrame = KindSet()
  /// The kinds that came first at the instant of the first frame, where nothing says which of them was earlier.
  public var withFirstFrame = KindSet()

  /// An order of which nothing is known.
  public init() {}

  /// True if nothing is known.
  public var isEmpty: Bool { pairs.isEmpty && untilFirstFrame == KindSet() }
}
