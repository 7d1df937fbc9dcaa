/// A set of event kinds, as bits.
public struct KindSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The bits, by `EventKind.rawValue`.
  public var bits: UInt128

  /// A set from its bits.
  public init(bits: UInt128 = 0) { self.bits = bits }

  /// The set of these kinds.
  public init(_ kinds: some Sequence<EventKind>) {
    self.init()
    for kind in kinds { insert(kind) }
  }

  /// The set of these kinds, as in `[.dataChange, .dataSave]`.
  public init(arrayLiteral kinds: EventKind...) { self.init(kinds) }

  /// Adds a kind.
  @inlinable public mutating func insert(_ kind: EventKind) { bits |= 1 &<< UInt128(kind.rawValue) }

  /// Whether the kind is in the set.
  @inlinable public func contains(_ kind: EventKind) -> Bool { bits &>> UInt128(kind.rawValue) & 1 == 1 }

  /// Whether every kind of this set is in `other`.
  public func isSubset(of other: KindSet) -> Bool { bits & ~other.bits == 0 }

  /// The kinds of both sets.
  public func union(_ other: KindSet) -> KindSet { KindSet(bits: bits | other.bits) }

  /// The kinds of all these sets.
  public init(union sets: [KindSet]) { self = sets.reduce(KindSet()) { $0.union($1) } }

  /// The kinds that are in both sets.
  public func intersection(_ other: KindSet) -> KindSet { KindSet(bits: bits & other.bits) }

  /// The kinds of this set that are not in `other`.
  public func subtracting(_ other: KindSet) -> KindSet { KindSet(bits: bits & ~other.bits) }

  /// How many kinds there are.
  public var count: Int { bits.nonzeroBitCount }

  /// The kinds, in the order of the vocabulary.
  public var kinds: [EventKind] {
    var kinds: [EventKind] = []
    kinds.reserveCapacity(count)
    forEach { kinds.append($0) }
    return kinds
  }

  /// Calls `body` with each kind in the order of the vocabulary, one step a kind.
  @inlinable public func forEach(_ body: (EventKind) -> Void) {
    var rest = bits
    while rest != 0, let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)) {
      rest &= rest &- 1
      body(kind)
    }
  }
}

/// Numbers for the kinds of a launch, from 1, so that a file need not repeat their names.
///
/// 0 stands for the start of an instance. The numbers depend on the launch's kinds alone.
public struct KindNumbers: Sendable {
  /// The kinds that have numbers.
  public let set: KindSet

  /// The numbers for these kinds.
  public init(_ set: KindSet) { self.set = set }

  /// The number of a kind; 0 for one that the launch lacks.
  public func number(of kind: EventKind) -> Int {
    let lower = (1 as UInt128) &<< UInt128(kind.rawValue) &- 1
    return set.contains(kind) ? (set.bits & lower).nonzeroBitCount + 1 : 0
  }

  /// The kind with this number; nil if there is none.
  public func kind(numbered number: Int) -> EventKind? {
    if number == 0 { return .unknown }
    if number < 0 || number > set.count { return nil }
    var rest = set.bits
    for _ in 1..<number { rest &= rest - 1 }
    return EventKind(rawValue: UInt8(truncatingIfNeeded: rest.trailingZeroBitCount))
  }

  /// A pair as one number, which rises in the order of pairs.
  public func number(of pair: EventPair) -> Int { number(of: pair.previous) * count + number(of: pair.next) }

  /// The pair with this number; nil if there is none.
  public func pair(of number: Int) -> EventPair? {
    guard let previous = kind(numbered: number / count), number > 0 else { return nil }
    return kind(numbered: number % count).map { EventPair(previous: previous, next: $0) }
  }

  private var count: Int { self.set.count + 1 }
}
