@testable import tracemaker

extension Simulator.Trace {
  var jsonLines: [String] { lines.map(\.jsonLine) }
}

/// The lines of a made trace.
func madeLines(_ launches: Int, seed: UInt64, _ options: tracemaker.Options = .init()) -> [String] {
  var simulator = Simulator(seed: seed, options: options)
  return simulator.trace(launches).jsonLines
}

/// Changes a value in place.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
