/// Units of time, as `--map FIELD=KEY:UNIT` takes them and as keys end in them, as in `took_ms`.
package enum KeyUnit {
  /// By unit the power of ten that makes nanoseconds of a number.
  package static let powers = ["ns": 0, "us": 3, "ms": 6, "s": 9]

  /// Endings of keys that hold a number in a unit.
  private static let endings = [
    ("milliseconds", "ms"), ("Milliseconds", "ms"), ("_millis", "ms"), ("Millis", "ms"), ("_MILLIS", "ms"),
    ("_ms", "ms"), ("Ms", "ms"), ("MS", "ms"), ("microseconds", "us"), ("Microseconds", "us"), ("_micros", "us"),
    ("Micros", "us"), ("_us", "us"), ("_nanos", "ns"), ("Nanos", "ns"), ("nanoseconds", "ns"), ("_ns", "ns"),
    ("_seconds", "s"), ("Seconds", "s"), ("_secs", "s"), ("Secs", "s"), ("_sec", "s"), ("_s", "s"),
  ]

  /// The unit that the end of a key says, as `ms` of `took_ms`; nil if it says none.
  package static func unit(ofKey key: String) -> String? { endings.first { key.hasSuffix($0.0) }?.1 }

  /// The unit in which a number of this size says when something was, in the years from 1970 on: numbers of the four
  /// units never meet before the year 2255.
  static func unit(ofInstant number: DecimalNumber) -> String? {
    let whole = number.integer(cutting: true)?.magnitude
    return whole.map {
      $0 < 9_000_000_000 ? "s" : $0 < 9_000_000_000_000 ? "ms" : $0 < 9_000_000_000_000_000 ? "us" : "ns"
    }
  }
}
