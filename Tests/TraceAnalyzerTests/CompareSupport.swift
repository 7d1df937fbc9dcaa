@testable import TraceAnalyzer

extension Double {
  /// True if the number differs from another by at most so large a part of it, or is equal.
  func isNear(_ other: Double, within part: Double) -> Bool {
    self == other || (self - other).magnitude <= part * Swift.max(other.magnitude, 1e-3)
  }
}

/// Launches in milliseconds, as published examples have them.
enum CompareExample {
  /// One stratum, and each launch of a device of its own.
  static func independent(_ milliseconds: [Int64]) -> [Observation] {
    milliseconds.enumerated().map { place, value in
      Observation(nanos: value * 1_000_000, stratum: 0, unit: Int32(place))
    }
  }

  /// Launches as milliseconds, stratum and unit.
  static func launches(_ rows: [(Int64, Int32, Int32)]) -> [Observation] {
    rows.map { Observation(nanos: $0.0 * 1_000_000, stratum: $0.1, unit: $0.2) }
  }

  static let base = independent([312, 335, 347, 352, 361, 374, 389, 402, 418, 455])
  static let head = independent([341, 358, 366, 379, 388, 401, 417, 436, 462, 510])

  /// Two models, of which head has more launches on the slower one; devices with several launches.
  static let mixedBase = launches([
    (300, 0, 1), (310, 0, 1), (290, 0, 2), (330, 0, 3), (305, 0, 4), (315, 0, 5), (620, 1, 6), (640, 1, 6),
    (600, 1, 7), (660, 1, 8), (630, 1, 9),
  ])
  static let mixedHead = launches([
    (320, 0, 1), (325, 0, 1), (311, 0, 2), (345, 0, 3), (650, 1, 4), (655, 1, 4), (640, 1, 5), (690, 1, 6),
    (670, 1, 7), (665, 1, 8), (700, 1, 9),
  ])
}
