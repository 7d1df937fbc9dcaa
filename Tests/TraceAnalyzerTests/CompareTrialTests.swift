import Foundation
import Testing

@testable import TraceAnalyzer

/// Trials of made launches with a known difference: how often `compare` is wrong, and how often it sees a difference.
///
/// `COMPARE_TRIALS=1 swift test --filter CompareTrialTests` prints the table that `Tests/Compare/README.md` keeps.
@Suite(.tags(.small)) struct CompareTrialTests {
  /// Of so many trials of each scenario.
  private static let trials = 1000

  /// How often the test saw a difference of a true `shift` in milliseconds, which `p < 0.05` means.
  private static func rejections(_ scenario: CompareScenario, shift: Double, trials: Int = trials) -> Int {
    (0..<trials).count { trial in
      // Each trial has a seed of its own, so that one can be run again alone.
      var generator = SeededGenerator(state: UInt64(trial) &* 7919 &+ 1)
      let (base, head) = scenario.sides(shift: shift, &generator)
      let test = RankTest(base: base, head: head)
      return !test.hasTooFewUnits && test.result().tests.allSatisfy { $0.p < 0.05 }
    }
  }

  @Test("without any change at most 7 % of trials are decided, by chance", arguments: CompareScenario.allCases)
  func falseAlarms(scenario: CompareScenario) {
    // No verdict but `same` and `undecided` is possible where the test does not reject.
    let rejections = Self.rejections(scenario, shift: 0)
    #expect(rejections <= 70, "seeds 1 + 7919 n, n < 1000")
  }

  @Test(
    "a real change is seen as often as it can be",
    arguments: [
      (.independent100, 40, 0.53), (.independent300, 40, 0.95), (.mixedModels, 20, 0.5), (.laboratory, 20, 0.55),
      (.devices100x5, 40, 0.6),
    ] as [(CompareScenario, Double, Double)])
  func power(scenario: CompareScenario, shift: Double, least: Double) {
    let rejections = Self.rejections(scenario, shift: shift, trials: 300)
    #expect(Double(rejections) >= 300 * least)
  }

  @Test("the table of all trials", .enabled(if: ProcessInfo.processInfo.environment["COMPARE_TRIALS"] != nil))
  func table() {
    print("| launches | no change | +20 ms | +40 ms |\n| --- | ---: | ---: | ---: |")
    for scenario in CompareScenario.allCases {
      let cells = [0.0, 20, 40].map { shift in
        let tenths = Self.rejections(scenario, shift: shift) * 1000 / Self.trials
        return "\(tenths / 10).\(tenths % 10) %"
      }
      print("| \(scenario.name) | \(cells.joined(separator: " | ")) |")
    }
  }
}
