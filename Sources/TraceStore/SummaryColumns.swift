import TraceModel

/// The columns of the tables of summaries, in the order in which values are written and read.
enum SummaryColumns {
  static let launches = """
    stream, ordinal, context, first, last, events, unknown, kinds, model, nature, nature_reason, \
    exit_reason, flags, approximate, steps_seen, steps_judged, request, start, initializers, main, \
    launch_begin, launch_end, scene_connected, first_frame, active, fully_drawn, resumed
    """
  static let scenes = "stream, ordinal, n, scene, instance, role, first, last"
  static let tasks = """
    stream, ordinal, n, task, name, kind, outcome, background, expiration, flags, \
    \(place("begin")), \(place("end")), \(place("expire"))
    """
  static let stays = """
    stream, ordinal, n, nanos, ended_by, handler, assertion, flags, \
    \(place("begin")), \(place("assertion"))
    """
  static let candidates = """
    stream, ordinal, n, rule, event, states, state, confidence, scene, view, task, explanations, \
    lost, time, uptime, seq, source, line, \(place("other"))
    """

  private static func place(_ name: String) -> String {
    ["time", "uptime", "seq", "source", "line"].map { "\(name)_\($0)" }.joined(separator: ", ")
  }

  static func insert(_ table: String, _ columns: String) -> String {
    let count = columns.split(separator: ",").count
    let places = Array(repeating: "?", count: count).joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns)) VALUES (\(places))"
  }
}

extension LaunchSummary {
  /// The Boolean fields as bits.
  var flags: Int64 {
    get {
      (isSeenFromStart ? 1 : 0) | (isInterrupted ? 2 : 0) | (hasClockStep ? 4 : 0)
        | (hasMilestonesOutOfOrder ? 8 : 0) | (milestones.isUptime ? 16 : 0)
        | (milestones.isFirstFrameFromLog ? 32 : 0)
    }
    set {
      isSeenFromStart = newValue & 1 != 0
      isInterrupted = newValue & 2 != 0
      hasClockStep = newValue & 4 != 0
      hasMilestonesOutOfOrder = newValue & 8 != 0
      milestones.isUptime = newValue & 16 != 0
      milestones.isFirstFrameFromLog = newValue & 32 != 0
    }
  }
}

extension KindSet {
  /// The names of the kinds, joined.
  func names(_ separator: String) -> String {
    kinds.map(\.name).joined(separator: separator)
  }

  /// The set of kinds with these names; names that this version does not know are left out.
  init(names: String, _ separator: Character) {
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
