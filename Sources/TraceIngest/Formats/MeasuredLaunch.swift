import TraceModel

/// A launch as SDKs write it: its begin, its duration, and what was measured.
struct MeasuredLaunch {
  let measure: LaunchMeasure
  /// In nanoseconds since 1970.
  let begin: Int64
  let nanos: Int64
  let type: StartType?

  /// Nil without a begin, or without a duration above 0.
  init?(_ measure: LaunchMeasure, begin: Int64?, nanos: Int64?, type: StartType?) {
    guard let begin, let nanos, nanos > 0, !begin.addingReportingOverflow(nanos).overflow else { return nil }
    self.measure = measure
    self.begin = begin
    self.nanos = nanos
    self.type = type
  }

  /// Makes an event one of the launch, at its end.
  func write(to event: inout EventLine) {
    event.set("time", begin + nanos)
    event.set("duration", nanos)
    event.set("kind", measure.name)
    event.set("reason", type?.name)
  }
}
