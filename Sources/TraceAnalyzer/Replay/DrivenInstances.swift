import TraceModel

/// The numbers of the instances that an entry drove: of each machine one at most.
///
/// For speed it is no array: each entry would allocate one.
struct DrivenInstances: Sendable {
  private var numbers = SIMD8<Int32>(repeating: 0)
  private(set) var count = 0

  /// Adds an instance.
  ///
  /// There is room for eight, and an entry drives at most one of each of the five machines.
  mutating func append(_ number: Int) {
    guard count < numbers.scalarCount else { return }
    numbers[count] = Int32(truncatingIfNeeded: number)
    count += 1
  }

  /// Keeps only the instances for which `isKept` returns true.
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
