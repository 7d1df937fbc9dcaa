/// The states that a machine may be in, as bits by the state's place in `Machine.states`.
public struct StateSet: Hashable, Sendable {
  /// At most 16 states.
  public var bits: UInt16

  /// A set from its bits.
  public init(bits: UInt16) { self.bits = bits }

  /// Whether no state is left.
  public var isEmpty: Bool { bits == 0 }

  /// Whether the state is in the set.
  public func contains(_ state: Int) -> Bool { bits >> UInt16(state) & 1 == 1 }

  /// Places of the states in the set, rising.
  public var states: [Int] { (0..<16).filter(contains) }
}
