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

  /// Calls `body` with each kind, in the order of the vocabulary; a set of a few kinds takes a few steps.
  @inlinable public func forEach(_ body: (EventKind) -> Void) {
    var rest = bits
    while rest != 0, let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)) {
      rest &= rest &- 1
      body(kind)
    }
  }
}
