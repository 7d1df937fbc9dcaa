import TraceModel

/// A launch as SDKs write one: where it began, how long it took, and what it is called.
struct MeasuredLaunch {
  let measure: LaunchMeasure
  /// Nanoseconds since 1970.
  let begin: Int64
  let nanos: Int64
  let type: StartType?

  /// A launch; nil without a begin, and without a length, which no launch lacks.
  init?(_ measure: LaunchMeasure, begin: Int64?, nanos: Int64?, type: StartType?) {
    guard let begin, let nanos, nanos > 0, !begin.addingReportingOverflow(nanos).overflow else { return nil }
    self.measure = measure
    self.begin = begin
    self.nanos = nanos
    self.type = type
  }

  /// The launch as an event at its end.
  var event: EventLine {
    var event = EventLine(EventKind.launchMeasured.name)
    event.set("time", begin + nanos)
    event.set("duration", nanos)
    event.set("kind", measure.name)
    event.set("reason", type?.name)
    return event
  }
}

extension JSONValue {
  /// What a text or a number says, as in `4901`; nil for anything else.
  var word: String? { string ?? (DecimalNumber(raw.span) == nil ? nil : raw.string) }

  /// A number, or a text that is one, times ten to this power; what is less than one is cut off.
  func scaled(by power: Int) -> Int64? {
    let digits = string.map { Array($0.utf8) } ?? Array(raw)
    return DecimalNumber(digits.span)?.scaled(by: power).integer(cutting: true)
  }

  /// A member of a nested object, or of one that an export has flattened: `vital.duration`, `@vital.duration` or
  /// `vital_duration` stands for `duration` in `vital`.
  subscript(column path: String) -> JSONValue? {
    let underscored = String(path.map { $0 == "." ? "_" : $0 })
    return self[path: path] ?? self[path] ?? self["@\(path)"] ?? self[underscored]
  }
}
