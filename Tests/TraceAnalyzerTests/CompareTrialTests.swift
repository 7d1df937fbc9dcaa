import Foundation
import Testing

@testable import TraceAnalyzer

/// Trials of made launches with a known difference: how often `compare` is wrong, and how often it sees a difference.
///
/// `COMPARE_TRIALS=1 swift test --filter CompareTrialTests` prints the table that `Tests/Compare/README.md` keeps.
@Suite(.tags(.small)) struct CompareTrialTests {
  /// The tables are of so many trials of each scenario.
  private static let trials = 1000

  /// How often the test saw a difference of a true `shift` in milliseconds, which `p < 0.05` means.
  private static func rejections(
    _ scenario: CompareScenario, shift: Double, trials: Int = trials
  ) -> Int {
    (0..<trials).count { trial in
      // Each trial has a seed of its own, so that one can be run again alone.
      var generator = SeededGenerator(state: UInt64(trial) &* 7919 &+ 1)
      let (base, head) = scenario.sides(shift: shift, &generator)
      let test = scenario.test(base, head)
      return !test.hasTooFewUnits && test.result().tests.allSatisfy { $0.p < 0.05 }
    }
  }

  @Test("without any change no more trials are decided than by chance", arguments: CompareScenario.allCases)
  func falseAlarms(scenario: CompareScenario) {
    // No verdict but `same` and `undecided` is possible where the test does not reject.
    let rejections = Self.rejections(scenario, shift: 0, trials: TrialCount.everyTime)
    #expect(rejections <= TrialCount.mostByChance, "seeds 1 + 7919 n, n < \(TrialCount.everyTime)")
  }

  /// Shares of launches on devices that differ in them: of base and of head.
  private static let shares = [(0.1, 0.1), (0.02, 0.02), (0.1, 0.15), (0.1, 0.2), (0.02, 0.05)]

  /// How often the interval of a difference of shares excludes 0.
  private static func shareRejections(
    _ scenario: CompareScenario, _ base: Double, _ head: Double, trials: Int = trials
  ) -> Int {
    (0..<trials).count { trial in
      var generator = SeededGenerator(state: UInt64(trial) &* 7919 &+ 1)
      let (base, head) = scenario.shares(base, head, &generator)
      if scenario.test(base, head).hasTooFewUnits { return false }
      let test = ShareTest([base, head].map { $0.map(\.draw) }, isByDevice: scenario.isByDevice)
      return test.difference([base, head].map { $0.filter { $0.nanos > 0 }.map(\.draw) }).interval(alpha: 0.05).isReal
    }
  }

  @Test(
    "a share that is the same on both sides is taken for another no more often than by chance",
    arguments: CompareScenario.allCases)
  func falseShares(scenario: CompareScenario) {
    for (base, head) in Self.shares where base == head {
      let rejections = Self.shareRejections(scenario, base, head, trials: TrialCount.everyTime)
      #expect(rejections <= TrialCount.mostByChance, "\(base)")
    }
  }

  /// How often the interval of a difference of a percentile excludes 0.
  private static func percentRejections(
    _ scenario: CompareScenario, percent: Int, shift: Double, trials: Int = trials
  ) -> Int {
    (0..<trials).count { trial in
      var generator = SeededGenerator(state: UInt64(trial) &* 7919 &+ 1)
      let (base, head) = scenario.sides(shift: shift, &generator)
      if scenario.test(base, head).hasTooFewUnits { return false }
      let sample = WeightedSample(base)
      let quantiles = WeightedSample.quantiles(
        percent: percent, base: sample, head: WeightedSample(head, inProportionsOf: sample), alpha: 0.05,
        isByDevice: scenario.isByDevice)
      return IntervalDifference(base: quantiles.base, head: quantiles.head).isReal
    }
  }

  @Test("without any change percentiles differ no more often than by chance", arguments: CompareScenario.allCases)
  func falsePercentiles(scenario: CompareScenario) {
    for percent in [50, 90] {
      let rejections = Self.percentRejections(scenario, percent: percent, shift: 0, trials: TrialCount.everyTime)
      #expect(rejections <= TrialCount.mostByChance, "p\(percent)")
    }
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

  private static func text(_ rejections: Int) -> String { "\(rejections / 10).\(rejections % 10) %" }

  @Test("the table of percentiles", .enabled(if: ProcessInfo.processInfo.environment["COMPARE_TRIALS"] != nil))
  func percentiles() {
    print("| percentiles | p50, no change | p50, +40 ms | p90, no change | p90, +40 ms |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for scenario in CompareScenario.allCases {
      let cells = [(50, 0.0), (50, 40), (90, 0), (90, 40)].map { percent, shift in
        Self.text(Self.percentRejections(scenario, percent: percent, shift: shift))
      }
      print("| \(scenario.name) | \(cells.joined(separator: " | ")) |")
    }
  }

  @Test("the table of shares", .enabled(if: ProcessInfo.processInfo.environment["COMPARE_TRIALS"] != nil))
  func shares() {
    print("| shares | 10 % | 2 % | 10 to 15 % | 10 to 20 % | 2 to 5 % |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for scenario in CompareScenario.allCases {
      let cells = Self.shares.map { Self.text(Self.shareRejections(scenario, $0.0, $0.1)) }
      print("| \(scenario.name) | \(cells.joined(separator: " | ")) |")
    }
  }
}
