import TraceModel

// What each table holds, in the order of its columns in `recorded.sql` or `derived.sql`.

extension Signature: Storable {
  static let table = "signatures"

  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure) {
    try row.kind(&kind, unknown: &unknownName)
    try row.name(of: &eventSource, in: EventSource.allCases, \.name)
    try row.name(of: &phase, in: [.begin, .end, .unknown]) { $0 == .instant ? "" : "\($0)" }
    for text in Self.texts { try row.text(&self[keyPath: text]) }
    try row.flag(&success)
    try row.flag(&prewarmed)
  }
}

extension Context: Storable {
  static let table = "contexts"

  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure) {
    try row.text(&device)
    try row.text(&deviceModel)
    try row.text(&osVersion)
    try row.text(&platform)
    try row.text(&processKind)
    try row.text(&app)
    try row.text(&appVersion)
    try row.text(&appBuild)
    try row.text(&sdkVersion)
    try row.text(&boot)
    try row.text(&records)
    try row.text(&format)
    try row.flag(&simulator)
    try row.flag(&debugger)
  }
}

extension LaunchSummary: Storable {
  static let table = "launches"

  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure) {
    try row.context(&context)
    try row.instant(&firstInstant)
    try row.number(&eventCount)
    try row.number(&unknownCount)
    try row.number(of: &nature)
    try row.text(&natureReason)
    try row.text(&exitReason)
    // One column each, as there are many launches.
    try row.integer(&marks)
    try row.number(&clockSlack)
    try row.number(&watchdogNanos)
    var lockMarks: UInt8 = lock.rawValue | (readsKeychainLocked ? 4 : 0)
    try row.integer(&lockMarks)
    lock = DeviceLock(rawValue: lockMarks & 3) ?? .unknown
    readsKeychainLocked = lockMarks & 4 != 0
    try row.integer(&milestones.approximate)
    for name in Milestones.Name.allCases { try row.instant(&milestones[name]) }
    try row.instant(&milestones.resumed)
    try row.instant(&lastInstant)
    try row.kinds(&kinds)
    try row.number(of: &model)
    try row.flag(&isSeenFromStart)
    try row.number(&stepsSeen)
    try row.number(&stepsJudged)
    try row.number(&unmappedCount)
  }
}

extension LaunchSummary {
  /// The flags in the column `marks`.
  var marks: UInt16 {
    @inline(__always) get {
      let times: UInt16 = (isInterrupted ? 1 : 0) | (hasClockStep ? 2 : 0) | (hasMilestonesOutOfOrder ? 4 : 0)
      let clocks: UInt16 = (milestones.isUptime ? 8 : 0) | (milestones.isFirstFrameFromLog ? 16 : 0)
      return times | clocks | UInt16(milestones.measure.rawValue) << 5
    }
    set {
      isInterrupted = newValue & 1 != 0
      hasClockStep = newValue & 2 != 0
      hasMilestonesOutOfOrder = newValue & 4 != 0
      milestones.isUptime = newValue & 8 != 0
      milestones.isFirstFrameFromLog = newValue & 16 != 0
      milestones.measure = LaunchMeasure(rawValue: UInt8(newValue >> 5 & 15)) ?? .events
    }
  }
}

extension SceneSummary: Storable {
  static let table = "scenes"

  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure) {
    try row.ownText(&scene)
    try row.ownText(&instance)
    try row.text(&role)
    try row.instant(&firstInstant)
    try row.instant(&lastInstant)
  }
}

extension TaskSummary: Storable {
  static let table = "tasks"

  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure) {
    try row.ownText(&task)
    try row.text(&name)
    try row.text(&kind)
    try row.number(of: &outcome)
    // Most tasks are in the background from begin to end: then their instants give the time, in six bytes less.
    var isThroughout: UInt8 = isInBackgroundThroughout ? 8 : 0
    var background = isThroughout == 0 ? backgroundNanos : Event.absent
    try row.number(&background)
    // Nearly always there is one stay: then a byte is enough.
    var other = longestStayNanos == backgroundNanos ? Event.absent : longestStayNanos
    try row.number(&other)
    try row.number(&expirationNanos)
    // One column, as there are many tasks.
    var marks: UInt8 = (isCovered ? 1 : 0) | (isSystem ? 2 : 0) | (isUnended ? 4 : 0) | isThroughout
    try row.integer(&marks)
    isCovered = marks & 1 != 0
    isSystem = marks & 2 != 0
    isUnended = marks & 4 != 0
    isThroughout = marks & 8
    try row.location(&begin)
    try row.location(&end, after: begin)
    try row.location(&expire, after: begin)
    let isWhole = isThroughout != 0 && begin.time != Event.absent && end.time != Event.absent
    backgroundNanos = isWhole ? end.time &- begin.time : background
    longestStayNanos = other == Event.absent ? backgroundNanos : other
  }

  /// True if its time in the background is that from its begin to its end, both on the wall clock.
  private var isInBackgroundThroughout: Bool {
    guard begin.time != Event.absent, end.time != Event.absent else { return false }
    let (nanos, overflows) = end.time.subtractingReportingOverflow(begin.time)
    return !overflows && nanos == backgroundNanos
  }
}

extension Candidate: Storable {
  static let table = "candidates"

  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure) {
    var unknown = TextID.none
    var columns = CandidateColumns(detail)
    try row.name(of: &rule, in: RuleID.allCases, \.name)
    try row.kind(&kind, unknown: &unknown)
    try row.number(of: &columns.form)
    try row.integer(&columns.states.bits)
    try row.integer(&columns.state)
    try row.doubts(&doubts)
    try row.ownText(&scene)
    try row.text(&view)
    try row.ownText(&task)
    try row.sets(&explanations)
    try row.number(&columns.lostCount)
    try row.number(&columns.measured)
    try row.number(&columns.slack)
    try row.text(&name)
    try row.text(&columns.subject)
    try row.number(of: &columns.place)
    try row.location(&location)
    try row.location(&columns.other, after: location)
    detail = Detail(columns)
  }
}

extension MetricCount: Storable {
  static let table = "metrics"

  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure) {
    try row.text(&event)
    try row.text(&reason)
    try row.instant(&begin)
    try row.instant(&end)
    try row.number(&lower)
    try row.number(&upper)
    try row.number(&count)
  }
}

extension KindSet {
  func names(_ separator: String) -> String { kinds.map(\.name).joined(separator: separator) }

  /// The kinds named in a text; names unknown to this version are left out.
  init(names: some StringProtocol) {
    self.init(names.split { $0 == "|" || $0 == "+" }.compactMap { EventKind.byName[String($0)] })
  }
}

extension EventKind {
  /// All kinds by name; the unknown kind has the empty name.
  static let byName: [String: EventKind] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}
