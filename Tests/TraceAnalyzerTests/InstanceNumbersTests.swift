import Testing
import TraceModel

@testable import TraceAnalyzer

/// Names of instances keep their numbers, however many there are.
@Suite(.tags(.small)) struct InstanceNumbersTests {
  @Test func `each of many names has its own number`() {
    var numbers = InstanceNumbers()
    let keys = MachineID.allCases.flatMap { machine in
      (-20...20).flatMap { a in
        (-20...20).map { b in
          InstanceKey(machine: machine, a: TextID(rawValue: Int32(a)), b: TextID(rawValue: Int32(b) << 16))
        }
      }
    }
    for (number, key) in keys.enumerated() {
      #expect(numbers[key] == nil)
      numbers[key] = number
    }
    for key in keys.prefix(100) { numbers[key] = 7 }
    let known = keys.map { numbers[$0] }
    #expect(known == keys.indices.map { $0 < 100 ? 7 : $0 })
  }
}
