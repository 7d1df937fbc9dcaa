import TraceModel

/// The numbers of the instances that an entry drove: of each machine one at most.
///
/// For speed: no array, of which each entry would need one of its own.
struct DrivenInstances: Sendable {
  private var numbers = SIMD8<Int32>(repeating: 0)
  private(set) var count = 0

  /// Adds an instance; of a machine that is driven twice, the second would be left out.
  mutating func append(_ number: Int) {
    guard count < numbers.scalarCount else { return }
    numbers[count] = Int32(truncatingIfNeeded: number)
    count += 1
  }

  /// Leaves out all that are not in `kept`.
  mutating func keep(where isKept: (Int) -> Bool) {
    var kept = DrivenInstances()
    for place in 0..<count where isKept(Int(numbers[place])) { kept.append(Int(numbers[place])) }
    self = kept
  }

  /// True if this holds for all instances.
  func allSatisfy(_ holds: (Int) -> Bool) -> Bool {
    for place in 0..<count where !holds(Int(numbers[place])) { return false }
    return true
  }
}
