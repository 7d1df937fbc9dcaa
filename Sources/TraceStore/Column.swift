/// The columns of a table or of a query, in the order in which `SELECT *` gives them; rows are read by these names.
protocol Column: RawRepresentable<Int32>, CaseIterable, Sendable {}

extension Column {
  /// The name in SQL, as in `base_line` for `baseLine`.
  var name: String {
    "\(self)".reduce(into: "") { name, letter in name += letter.isUppercase ? "_\(letter.lowercased())" : "\(letter)" }
  }
}

extension Statement {
  /// 0 for NULL.
  func integer(_ column: some Column) -> Int64 { integer(column.rawValue) }

  /// `Int64.min` for NULL.
  func optional(_ column: some Column) -> Int64 { optional(column.rawValue) }

  /// Empty for NULL.
  func string(_ column: some Column) -> String { string(column.rawValue) }
}

enum EventColumn: Int32, Column { case stream, position, time, uptime, signature, subject, line }

enum EventDetailColumn: Int32, Column { case stream, position, duration, memory, seq, lost, attributes }

enum LaunchPartsColumn: Int32, Column { case stream, ordinal, names, parts }

enum StreamColumn: Int32, Column {
  case id, device, app, boot, source, pid, base, baseContext, basePid, baseSource, baseLine, changed, launch
}

enum StreamTextColumn: Int32, Column { case stream, id, value }

enum LaunchColumn: Int32, Column {
  case stream, ordinal, context, pid, first, events, unknown, nature, natureReason, exitReason, marks, clockSlack
  case watchdog, deviceLock, approximate, request, start, initializers, main, launchBegin, launchEnd, sceneConnected
  case firstFrame, active, fullyDrawn, resumed, last, kinds, model, seenFromStart, stepsSeen, stepsJudged, unmapped
}

enum CandidateColumn: Int32, Column {
  case stream, ordinal, n, rule, event, detail, states, state, doubts, scene, view, task, explanations, lost, measured
  case slack, name, subject, place, time, uptime, seq, source, line, otherTime, otherUptime, otherSeq, otherSource,
    otherLine
}

enum HeldKindsColumn: Int32, Column {
  case app, appVersion, format, processKind, nature, natureReason, kinds, isDue, count
}

/// The key that begins every table of summaries; `launches` has no `n`.
enum SummaryColumn: Int32, Column { case stream, ordinal, n }
