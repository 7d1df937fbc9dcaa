import TraceModel

extension FindingsFold {
  /// A finding with all that launch and place say, and no words yet.
  func finding(
    _ rule: RuleID, _ severity: Severity, _ launch: LaunchSummary, _ context: Context,
    _ place: Place
  ) -> Finding {
    func text(_ id: TextID) -> String? { id.isNone ? nil : symbols.texts.string(id) }
    var finding = Finding(
      rule: rule.name, severity: severity.name, confidence: Confidence.certain.name, message: "",
      fingerprint: "")
    finding.launch = symbols.launchID(launch)
    finding.app = text(context.app)
    finding.appVersion = text(context.appVersion)
    finding.device = text(context.device)
    finding.osVersion = text(context.osVersion)
    if place.seq != Event.absent { finding.seq = place.seq }
    if place.time != Event.absent { finding.time = Timestamp.rfc3339(place.time) }
    finding.source = Finding.Source(
      file: symbols.sourceNames[Int(place.source.rawValue)], line: Int(place.line))
    return finding
  }

  /// Names a finding for good: rule, what counted, app; digits in names are `#`.
  func fingerprint(_ rule: RuleID, _ parts: [String], _ context: Context) -> String {
    var hash = Fingerprint()
    for part in [rule.name] + parts + [symbols.texts.string(context.app)] {
      hash.add(part.utf8)
      hash.add(0)
    }
    return hash.hex
  }

  /// An illegal step of a machine.
  func step(_ candidate: Candidate, _ launch: LaunchSummary, _ context: Context) -> Finding {
    guard let table = table(candidate.rule) else {
      return finding(candidate.rule, .note, launch, context, candidate.place)
    }
    let verdict = table.verdict(candidate.states, on: candidate.kind)
    let states = candidate.states.states.map { table.machine.states[$0] }
    let counted = table.machine.states[Int(candidate.state)]
    var finding = finding(candidate.rule, verdict.severity, launch, context, candidate.place)
    finding.confidence = candidate.confidence.name
    finding.event = candidate.kind.name
    finding.scene = text(candidate.scene)
    finding.view = text(candidate.view)
    finding.task = text(candidate.task)
    finding.states = states
    finding.expected = table.expected(in: candidate.states).map(\.name)
    finding.cause = verdict.cause
    let subject = [
      finding.task.map { "task '\($0)'" }, finding.view.map { "view '\($0)'" },
      finding.scene.map { "scene '\($0)'" },
    ]
    .compactMap(\.self).first
    finding.message =
      "\(candidate.kind.name) came while the \(table.machine.id.name) was"
      + " \(states.joined(separator: " or "))" + (subject.map { " (\($0))" } ?? "")
    finding.fingerprint = fingerprint(candidate.rule, [counted, candidate.kind.name], context)
    return finding
  }

  /// A scene that connected before the app was launched.
  func launchOrder(
    _ candidate: Candidate, _ launch: LaunchSummary, _ context: Context
  ) -> Finding {
    var finding = finding(.orderLaunch, .error, launch, context, candidate.place)
    finding.confidence = candidate.confidence.name
    finding.event = candidate.kind.name
    finding.scene = text(candidate.scene)
    let later = Interval.nanos(candidate.place, candidate.other).map { " \(DurationText.of($0))" }
    finding.message =
      "scene.willConnect came\(later ?? "") before app.didFinishLaunching of the same launch"
    finding.cause = "entries written out of order (a buffered log), or two launches under one id"
    finding.fingerprint = fingerprint(.orderLaunch, [candidate.kind.name], context)
    return finding
  }

  /// A hole in `seq`.
  func gap(_ candidate: Candidate, _ launch: LaunchSummary, _ context: Context) -> Finding {
    var finding = finding(.traceGap, .note, launch, context, candidate.place)
    finding.event = candidate.kind.name
    let count = candidate.lostCount
    finding.message =
      "\(count) \(count == 1 ? "event is" : "events are") missing between seq"
      + " \(candidate.other.seq) and \(candidate.place.seq)"
    finding.cause = "a recorder that drops lines under load, or an export that was cut"
    finding.fingerprint = fingerprint(.traceGap, [], context)
    return finding
  }

  /// Steps of one recorder that were not judged.
  func unrecorded(_ key: Recorders.Key, _ steps: Int64, _ kinds: KindSet) -> Finding {
    var context = Context()
    context.app = key.app
    let names = kinds.kinds.map(\.name)
    var finding = Finding(
      rule: RuleID.traceUnrecorded.name, severity: Severity.note.name,
      confidence: Confidence.certain.name,
      message: "\(steps) \(steps == 1 ? "step was" : "steps were") not judged:"
        + " \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") never recorded",
      fingerprint: fingerprint(.traceUnrecorded, names, context))
    finding.app = text(key.app)
    finding.appVersion = text(key.appVersion)
    finding.cause = "the recorder does not write these kinds"
    return finding
  }

  /// A text, or nothing where there is none.
  func text(_ id: TextID) -> String? { id.isNone ? nil : symbols.texts.string(id) }
}
