/// One measured launch as the statistics of `compare` see it.
struct Observation: Equatable {
  /// The largest time that is kept apart from larger ones, 36 years: no difference of two times overflows.
  static let longest: Int64 = 1 << 60
  /// The weight of a draw that counts once: a whole number, so that sums of weights are exact, of which each number up to
  /// 22 is a divisor.
  static let whole: Int32 = 232_792_560

  /// The time in nanoseconds, from 0 to `longest`.
  let nanos: Int64
  /// Which launches it may be compared with: those of the other side with the same number, from 0.
  let stratum: Int32
  /// Whose launch it is: launches with the same number, from 0, of one side may resemble each other.
  let unit: Int32
  /// How much it counts, `whole` for once; launches of one unit have one weight.
  let weight: Int32

  /// A launch of `unit` in `stratum`; a time out of range is taken as the nearest within it.
  init(nanos: Int64, stratum: Int32, unit: Int32, weight: Int32 = whole) {
    self.nanos = min(max(nanos, 0), Self.longest)
    self.stratum = stratum
    self.unit = unit
    self.weight = weight
  }

  /// The weight of one of so many launches that count once together.
  static func weight(ofOneIn launches: Int) -> Int32 {
    let whole = Int(Self.whole)
    return Int32(max(1, (whole + launches / 2) / max(1, launches)))
  }

  /// The weight as a number, 1 for once.
  var share: Double { Double(weight) / Double(Self.whole) }
}

extension [Observation] {
  /// The observations in an order in which no two that differ are equal, so that sums over them are always the same.
  var inTotalOrder: [Observation] {
    sorted { a, b in
      if a.nanos != b.nanos { return a.nanos < b.nanos }
      if a.stratum != b.stratum { return a.stratum < b.stratum }
      return a.unit != b.unit ? a.unit < b.unit : a.weight < b.weight
    }
  }
}
