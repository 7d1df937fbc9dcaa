import Foundation
import Testing

@testable import TraceAnalyzer

/// Trials of findings that come to devices or to launches alike on both sides: how often `compare` calls one of them new,
/// gone, or more or less often.
@Suite(.tags(.small)) struct FindingTrialTests {
  /// Launches that some of eight findings come to.
  struct Scenario: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// How many devices a side has, and launches each.
    var devices, launches: Int
    /// The chance of a device to be of the old model, in base and in head.
    var old = [0.0, 0.0]
    /// The chance that a device has a finding, and that a launch of such a device shows it.
    var ofDevice, ofLaunch: Double
    /// How much more often the old model has it.
    var ofOld = 1.0
    /// The same devices on both sides, each compared with itself.
    var isLaboratory = false
    /// How many times as often head has them.
    var change = 1.0
  }

  static let scenarios = [
    Scenario(
      testDescription: "6 devices of 20 launches, some of them faulty", devices: 6, launches: 20, ofDevice: 0.2,
      ofLaunch: 0.9),
    Scenario(
      testDescription: "30 devices of 10, some of them faulty", devices: 30, launches: 10, ofDevice: 0.1, ofLaunch: 0.5),
    Scenario(
      testDescription: "100 devices of 5, 1 launch of 50", devices: 100, launches: 5, ofDevice: 1, ofLaunch: 0.02),
    Scenario(
      testDescription: "300 devices of 1, 1 launch of 10", devices: 300, launches: 1, ofDevice: 1, ofLaunch: 0.1),
    Scenario(
      testDescription: "60 devices of 6, more of an old model in head", devices: 60, launches: 6, old: [0.2, 0.6],
      ofDevice: 0.1, ofLaunch: 0.5, ofOld: 6),
    Scenario(
      testDescription: "60 devices of 6, an old model in head alone", devices: 60, launches: 6, old: [0, 0.3],
      ofDevice: 0.1, ofLaunch: 0.5, ofOld: 6),
    Scenario(
      testDescription: "3 devices of 20, each compared with itself", devices: 3, launches: 20, ofDevice: 1,
      ofLaunch: 0.1,
      isLaboratory: true),
  ]

  /// How many of so many trials have a wrong statement, or any where there is a change.
  private static func statements(_ scenario: Scenario, trials: Int) -> Int {
    (0..<trials).count { trial in
      var generator = SeededGenerator(state: UInt64(trial) &* 7919 &+ 1)
      return hasStatement(scenario, &generator)
    }
  }

  private static func hasStatement(_ scenario: Scenario, _ generator: inout SeededGenerator) -> Bool {
    var draws: [[LaunchDraw]] = []
    var places = [[Set<Int32>]](repeating: [], count: 8)
    for side in 0...1 {
      var all: [LaunchDraw] = []
      var found = [Set<Int32>](repeating: [], count: 8)
      for device in 0..<scenario.devices {
        let isOld = generator.fraction() < scenario.old[side]
        let chance = scenario.ofDevice * (isOld ? scenario.ofOld : 1)
        let isFaulty = (0..<8).map { _ in generator.fraction() < chance }
        for _ in 0..<scenario.launches {
          let draw =
            scenario.isLaboratory
            ? LaunchDraw(stratum: device, unit: all.count)
            : LaunchDraw(stratum: isOld ? 1 : 0, unit: side * scenario.devices + device)
          all.append(draw)
          for finding in 0..<8 where isFaulty[finding] {
            let share = scenario.ofLaunch * (side == 1 ? scenario.change : 1)
            if generator.fraction() < share { found[finding].insert(Int32(all.count - 1)) }
          }
        }
      }
      draws.append(all)
      for finding in 0..<8 { places[finding].append(found[finding]) }
    }
    let test = ShareTest(draws, isByDevice: scenario.isLaboratory)
    let shares = places.filter { !$0[0].isEmpty || !$0[1].isEmpty }.map { places in
      test.difference(zip(draws, places).map { draws, places in places.map { draws[Int($0)] } })
    }
    let testCount = SideChances.testCount(shares.map(\.smallestChance), alpha: CompareOptions.alpha)
    return shares.contains { $0.areAlike && $0.interval(alpha: CompareOptions.alpha / Double(testCount)).isReal }
  }

  @Test(
    "without any change no more trials call a finding new, gone, or more or less often than by chance",
    arguments: scenarios)
  func falseStatements(scenario: Scenario) {
    let statements = Self.statements(scenario, trials: TrialCount.everyTime)
    #expect(statements <= TrialCount.mostByChance, "seeds 1 + 7919 n, n < \(TrialCount.everyTime)")
  }

  @Test("the table of findings", .enabled(if: ProcessInfo.processInfo.environment["COMPARE_TRIALS"] != nil))
  func table() {
    print("| findings | no change | three times as often |\n| --- | ---: | ---: |")
    for scenario in Self.scenarios {
      var changed = scenario
      changed.change = min(3, 1 / scenario.ofLaunch)
      let cells = [scenario, changed].map { Self.statements($0, trials: 1000) }
      print("| \(scenario.testDescription) | \(cells.map { "\($0 / 10).\($0 % 10) %" }.joined(separator: " | ")) |")
    }
  }
}
