import TraceModel

/// `order.launch`: a scene that connects before the app is launched; replay itself finds it.
enum EarlyScene: Rule {
  static let description = RuleDescription(
    rule: .orderLaunch, severity: "error",
    summary: "A scene connected before the app's didFinishLaunching was entered.",
    rationale: "A scene delegate relies on what the application delegate has set up.",
    remedy: "Look for a buffered log, or events of two launches under one id.",
    source: "Apple, About the app launch sequence",
    cause: "entries written out of order (a buffered log), or two launches under one id")

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let later = candidate.place.nanos(to: candidate.other).map { " \(DurationText.of($0))" } ?? ""
    return Told(
      message: "scene.willConnect came\(later) before app.didFinishLaunching of the same launch",
      names: [candidate.kind.name])
  }
}

/// `trace.gap`: a hole in `seq`; replay itself finds it.
enum SequenceGap: Rule {
  static let description = RuleDescription(
    rule: .traceGap, severity: "note",
    summary: "seq has a hole: the recorder counted events that the log does not hold.",
    rationale: "What is lost is never held against the app, but what it hid is not judged either.",
    remedy: "Export the whole log; look for a recorder that drops lines under load.",
    source: "the event record: seq counts without holes",
    cause: "a recorder that drops lines under load, or an export that was cut")

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let count = candidate.lostCount
    return Told(
      message: "\(count) \(count == 1 ? "event is" : "events are") missing between seq"
        + " \(candidate.other.seq) and \(candidate.place.seq)")
  }
}

/// `trace.unrecorded`: what kept steps from being judged; `FindingsFold` finds it.
enum UnrecordedKinds: Rule {
  static let description = RuleDescription(
    rule: .traceUnrecorded, severity: "note",
    summary: "Kinds that an app's log never holds kept steps from being judged.",
    rationale: "A step is no fault where the event that would have made it legal is not recorded.",
    remedy: "Record those kinds, or declare what is recorded with the field records.",
    source: "this project", cause: "the recorder does not write these kinds")
}
