/// Numbers for the kinds of a launch, so that a file need not repeat their names: each has its place among them, from 1.
///
/// 0 stands for the start of an instance, before its first event. The numbers depend on the launch's kinds alone.
public struct KindPlaces: Sendable {
  /// The kinds that have numbers.
  public let set: KindSet

  /// The numbers for these kinds.
  public init(_ set: KindSet) { self.set = set }

  /// The number of a kind; 0 for one that the launch lacks.
  public func place(of kind: EventKind) -> Int {
    let lower = (1 as UInt128) << UInt128(kind.rawValue) - 1
    return set.contains(kind) ? (set.bits & lower).nonzeroBitCount + 1 : 0
  }

  /// The kind with this number; nil if there is none.
  public func kind(at place: Int) -> EventKind? {
    if place == 0 { return .unknown }
    if place < 0 || place > set.count { return nil }
    var rest = set.bits
    for _ in 1..<place { rest &= rest - 1 }
    return EventKind(rawValue: UInt8(truncatingIfNeeded: rest.trailingZeroBitCount))
  }

  /// A pair as one number, which rises in the order of pairs.
  public func number(of pair: EventPair) -> Int { place(of: pair.previous) * count + place(of: pair.next) }

  /// The pair with this number; nil if there is none.
  public func pair(of number: Int) -> EventPair? {
    guard let previous = kind(at: number / count), number > 0 else { return nil }
    return kind(at: number % count).map { EventPair(previous: previous, next: $0) }
  }

  /// How many numbers there are, with 0.
  private var count: Int { self.set.count + 1 }
}
