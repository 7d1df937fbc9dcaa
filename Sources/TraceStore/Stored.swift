import TraceModel

// What each table holds, in the order of its columns in `store.sql`.

extension Signature: Storable {
  static let table = Table(
    "signatures",
    "event, teller, phase, thread, reason, view, name, task_kind, scene_role, success, prewarmed")

  mutating func pass(_ row: inout some Columns) throws(StoreError) {
    try row.kind(&kind, unknown: &unknownName)
    try row.name(of: &teller, in: Teller.allCases, \.name)
    try row.name(of: &phase, in: [.begin, .end]) { $0 == .instant ? "" : "\($0)" }
    try row.text(&thread)
    try row.text(&reason)
    try row.text(&view)
    try row.text(&name)
    try row.text(&taskKind)
    try row.text(&sceneRole)
    try row.flag(&success)
    try row.flag(&prewarmed)
  }
}

extension Context: Storable {
  static let table = Table(
    "contexts",
    """
    device, device_model, os_version, platform, process_kind, app, app_version, app_build, \
    sdk_version, boot, records, format, pid, simulator, debugger
    """)

  mutating func pass(_ row: inout some Columns) throws(StoreError) {
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
    try row.number(&pid)
    try row.flag(&simulator)
    try row.flag(&debugger)
  }
}

extension Event {
  /// Its columns from the third to the last but one: position and attributes are not among them.
  mutating func pass(_ row: inout some Columns) throws(StoreError) {
    try row.instant(&time)
    try row.number(&uptime)
    try row.number(&seq)
    try row.signature(&signature)
    try row.context(&context)
    try row.ownText(&scene)
    try row.ownText(&sceneInstance)
    try row.ownText(&viewInstance)
    try row.ownText(&task)
    try row.number(&duration)
    try row.number(&memory)
    try row.number(of: &source)
    try row.line(&line)
    try row.integer(&lost)
  }
}

extension LaunchSummary: Storable {
  static let table = Table("launches", columns: 32, key: "stream, ordinal")

  mutating func pass(_ row: inout some Columns) throws(StoreError) {
    try row.context(&context)
    try row.instant(&firstInstant)
    try row.instant(&lastInstant)
    try row.number(&eventCount)
    try row.number(&unknownCount)
    try row.kinds(&kinds)
    try row.number(of: &model)
    try row.number(of: &nature)
    try row.text(&natureReason)
    try row.text(&exitReason)
    try row.flag(&isSeenFromStart)
    try row.flag(&isInterrupted)
    try row.flag(&hasClockStep)
    try row.flag(&hasMilestonesOutOfOrder)
    try row.flag(&milestones.isUptime)
    try row.flag(&milestones.isFirstFrameFromLog)
    try row.integer(&milestones.approximate)
    try row.number(&stepsSeen)
    try row.number(&stepsJudged)
    for name in Milestones.Name.allCases { try row.instant(&milestones[name]) }
    try row.instant(&milestones.resumed)
  }
}

extension SceneSummary: Storable {
  static let table = Table("scenes", columns: 8)

  mutating func pass(_ row: inout some Columns) throws(StoreError) {
    try row.ownText(&scene)
    try row.ownText(&instance)
    try row.text(&role)
    try row.instant(&firstInstant)
    try row.instant(&lastInstant)
  }
}

extension TaskSummary: Storable {
  static let table = Table("tasks", columns: 26)

  mutating func pass(_ row: inout some Columns) throws(StoreError) {
    try row.ownText(&task)
    try row.text(&name)
    try row.text(&kind)
    try row.number(of: &outcome)
    try row.number(&backgroundNanos)
    try row.number(&expirationNanos)
    try row.flag(&isCovered)
    try row.flag(&isSystem)
    try row.place(&begin)
    try row.place(&end)
    try row.place(&expire)
  }
}

extension StaySummary: Storable {
  static let table = Table("stays", columns: 19)

  mutating func pass(_ row: inout some Columns) throws(StoreError) {
    var unknown = TextID.none
    try row.number(&nanos)
    try row.number(of: &end)
    try row.number(&handlerNanos)
    try row.kind(&handlerKind, unknown: &unknown)
    try row.number(&assertionNanos)
    try row.flag(&isCovered)
    try row.place(&begin)
    try row.place(&assertionPlace)
  }
}

extension Candidate: Storable {
  static let table = Table("candidates", columns: 25)

  mutating func pass(_ row: inout some Columns) throws(StoreError) {
    var unknown = TextID.none
    var bits = states.bits
    var sets = explanations.map { $0.names("+") }.joined(separator: "|")
    try row.name(of: &rule, in: RuleID.allCases, \.name)
    try row.kind(&kind, unknown: &unknown)
    try row.integer(&bits)
    try row.integer(&state)
    try row.number(of: &confidence)
    try row.ownText(&scene)
    try row.text(&view)
    try row.ownText(&task)
    try row.word(&sets)
    try row.number(&lostCount)
    try row.number(&measured)
    try row.text(&name)
    try row.place(&place)
    try row.place(&other)
    states = StateSet(bits: bits)
    explanations = sets.split(separator: "|").map { KindSet(names: $0, "+") }
  }
}

extension KindSet {
  /// The names of the kinds, joined.
  func names(_ separator: String) -> String {
    kinds.map(\.name).joined(separator: separator)
  }

  /// The set of kinds with these names; names that this version does not know are left out.
  init(names: some StringProtocol, _ separator: Character) {
    self.init(names.split(separator: separator).compactMap { EventKind(name: String($0)) })
  }
}

extension EventKind {
  private static let byName: [String: EventKind] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The kind with this canonical name.
  init?(name: String) {
    guard let kind = Self.byName[name], kind != .unknown else { return nil }
    self = kind
  }
}
