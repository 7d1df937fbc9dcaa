/// One measured launch as the statistics of `compare` see it.
struct Observation: Equatable {
  /// The largest time that is kept apart from larger ones, 36 years: no difference of two times overflows.
  static let longest: Int64 = 1 << 60

  /// The time in nanoseconds, from 0 to `longest`.
  let nanos: Int64
  /// Which launches it may be compared with: those of the other side with the same number, from 0.
  let stratum: Int32
  /// Whose launch it is: launches with the same number, from 0, of one side may resemble each other.
  let unit: Int32

  /// A launch of `unit` in `stratum`; a time out of range is taken as the nearest within it.
  init(nanos: Int64, stratum: Int32, unit: Int32) {
    self.nanos = min(max(nanos, 0), Self.longest)
    self.stratum = stratum
    self.unit = unit
  }
}

extension [Observation] {
  /// The observations in an order in which no two that differ are equal, so that sums over them are always the same.
  var inTotalOrder: [Observation] {
    sorted { a, b in
      if a.nanos != b.nanos { return a.nanos < b.nanos }
      return a.stratum != b.stratum ? a.stratum < b.stratum : a.unit < b.unit
    }
  }
}
