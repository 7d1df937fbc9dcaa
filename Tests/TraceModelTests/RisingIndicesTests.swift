import Testing
import TraceModel

/// Places of numbers are those that a sort gives, however the numbers lie.
@Suite(.tags(.small)) struct RisingIndicesTests {
  private static let bounds: [ClosedRange<Int64>] = [
    0...0, 0...5, -20...20, 0...1_000_000, .min ... .max, (.max - 40)...(.max), .min...(.min + 3),
  ]

  @Test(arguments: [0, 1, 2, 15, 16, 17, 300, 2000], bounds)
  func `places rise with the numbers, of equal ones the first comes first`(count: Int, bounds: ClosedRange<Int64>) {
    var random = SystemRandomNumberGenerator()
    let numbers = (0..<count).map { _ in Int64.random(in: bounds, using: &random) }
    #expect(numbers.risingIndices() == Self.sorted(numbers))
  }

  @Test func `one number far from the others changes nothing`() {
    let numbers: [Int64] = (0..<500).map { $0 * 7919 % 500 } + [.max, .min, .max]
    #expect(numbers.risingIndices() == Self.sorted(numbers))
  }

  private static func sorted(_ numbers: [Int64]) -> [Int32] {
    numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map(Int32.init)
  }
}
