import TraceModel

/// What findings are told from beside their launch.
struct Grounds: Sendable {
  let symbols: Symbols
  let options: FindingsFold.Options
  let words: Words
  let recorders: Recorders
  let tables = MachineTables()

  /// A text, or nothing where there is none.
  func text(_ id: TextID) -> String? { id.isNone ? nil : symbols.texts.string(id) }

  /// Names a finding for good: rule, what counted, app.
  func fingerprint(_ rule: RuleID, _ names: [String], app: TextID) -> String {
    var hash = Fingerprint()
    for part in [rule.name] + names + [symbols.texts.string(app)] {
      hash.add(part.utf8)
      hash.add(0)
    }
    return hash.hex
  }
}

/// Tells in words what one launch's summary holds.
struct LaunchFindings {
  let launch: LaunchSummary
  let context: Context
  let grounds: Grounds

  init(_ launch: LaunchSummary, _ grounds: Grounds) {
    self.launch = launch
    self.grounds = grounds
    context = grounds.symbols.context(launch.context)
  }

  /// A finding with all that launch and place say; `names` are what its fingerprint rests on.
  func finding(
    _ rule: RuleID, _ severity: Severity, _ place: Place, _ names: [String], _ message: String,
    cause: String
  ) -> Finding {
    let symbols = grounds.symbols
    var finding = Finding(
      rule: rule.name, severity: severity.name, confidence: Confidence.certain.name,
      message: message, cause: cause,
      fingerprint: grounds.fingerprint(rule, names, app: context.app))
    finding.launch = symbols.launchID(launch)
    finding.app = grounds.text(context.app)
    finding.appVersion = grounds.text(context.appVersion)
    finding.device = grounds.text(context.device)
    finding.osVersion = grounds.text(context.osVersion)
    if place.seq != Event.absent { finding.seq = place.seq }
    if place.time != Event.absent { finding.time = Timestamp.rfc3339(place.time) }
    finding.source = Finding.Source(
      file: symbols.sourceNames[Int(place.source.rawValue)], line: Int(place.line))
    return finding
  }

  /// What a candidate says, told.
  func finding(for candidate: Candidate) -> Finding {
    var finding =
      if let table = grounds.tables[candidate.rule] {
        step(candidate, of: table)
      } else {
        candidate.rule == .traceGap ? gap(candidate) : launchOrder(candidate)
      }
    finding.confidence = candidate.confidence.name
    finding.event = candidate.kind.name
    finding.scene = grounds.text(candidate.scene)
    finding.view = grounds.text(candidate.view)
    finding.task = grounds.text(candidate.task)
    return finding
  }

  /// An illegal step of a machine.
  private func step(_ candidate: Candidate, of table: MachineTable) -> Finding {
    let kind = candidate.kind
    let verdict = table.verdict(candidate.states, on: kind)
    let states = candidate.states.states.map { table.machine.states[$0] }
    let subjects = [("task", candidate.task), ("view", candidate.view), ("scene", candidate.scene)]
    let subject = subjects.lazy.compactMap { word, id in
      self.grounds.text(id).map { " (\(word) '\($0)')" }
    }
    var finding = finding(
      candidate.rule, verdict.severity, candidate.place,
      [table.machine.states[Int(candidate.state)], kind.name],
      "\(kind.name) came while the \(table.machine.id.name) was"
        + " \(states.joined(separator: " or "))\(subject.first ?? "")",
      cause: verdict.cause)
    finding.states = states
    finding.expected = table.expected(in: candidate.states).map(\.name)
    return finding
  }

  /// A scene that connected before the app was launched.
  private func launchOrder(_ candidate: Candidate) -> Finding {
    let later = candidate.place.nanos(to: candidate.other).map { " \(DurationText.of($0))" }
    return finding(
      .orderLaunch, .error, candidate.place, [candidate.kind.name],
      "scene.willConnect came\(later ?? "") before app.didFinishLaunching of the same launch",
      cause: "entries written out of order (a buffered log), or two launches under one id")
  }

  /// A hole in `seq`.
  private func gap(_ candidate: Candidate) -> Finding {
    let count = candidate.lostCount
    return finding(
      .traceGap, .note, candidate.place, [],
      "\(count) \(count == 1 ? "event is" : "events are") missing between seq"
        + " \(candidate.other.seq) and \(candidate.place.seq)",
      cause: "a recorder that drops lines under load, or an export that was cut")
  }
}
