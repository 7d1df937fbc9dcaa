import Foundation

/// How many trials the tests make of each scenario of made launches.
enum TrialCount {
  /// `TRACETOOL_TRIALS`; without it few, as most people run the tests to see that nothing broke.
  static let everyTime = max(1, ProcessInfo.processInfo.environment["TRACETOOL_TRIALS"].flatMap { Int($0) } ?? 250)

  /// How many of them may be decided by chance where 5 % should be: three standard deviations more, 7.1 % of 1,000 and 8.8 % of 250.
  static var mostByChance: Int {
    let mean = 0.05 * Double(everyTime)
    return Int(mean + 3 * (0.95 * mean).squareRoot())
  }
}
