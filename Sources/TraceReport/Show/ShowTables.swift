package import TraceAnalyzer
import TraceModel

/// One launch on a screen, beside its pictures.
extension LaunchHistory {
  /// The app, the device and when it began, as in `com.example.shop 4.9.0 on iPhone14,5, OS 18.0, 2025-10-10 03:49:49.206
  /// UTC`.
  var subject: String {
    let app = [context.app, context.appVersion].filter { !$0.isEmpty }.joined(separator: " ")
    let system = context.osVersion.isEmpty ? "" : "OS \(context.osVersion)"
    let device = [context.deviceModel, system].filter { !$0.isEmpty }.joined(separator: ", ")
    let both = app.isEmpty || context.deviceModel.isEmpty ? [app, device] : ["\(app) on \(device)"]
    let instant = began.map { "\(Days.clock($0, isOnWholeSeconds: isOnWholeSeconds)) UTC" }
    return (both + [instant ?? ""]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// From the first event to the last; nil without events.
  var lifeText: String? {
    events.map(\.offsetNanos).max().map { DurationText.of($0, isOnWholeSeconds: isOnWholeSeconds) }
  }

  /// True if all of its events may have been read on a clock of whole seconds.
  var isOnWholeSeconds: Bool { events.allSatisfy { DurationText.isWholeSecond($0.offsetNanos) } }

  /// The time of an event after the first one, in the unit of the clock.
  private static func text(ofOffset nanos: Int64, isOnWholeSeconds: Bool) -> String {
    nanos == 0 && isOnWholeSeconds ? "0 s" : DurationText.of(nanos)
  }

  /// The states after the last event, and how sure they are.
  package var stateTable: Table {
    let isOnWholeSeconds = isOnWholeSeconds
    let last = events.last.map {
      "\($0.text) at \(Self.text(ofOffset: $0.offsetNanos, isOnWholeSeconds: isOnWholeSeconds))"
    }
    let sure = doubts.isEmpty ? "certain" : "possible"
    return Table(
      "States after \(last ?? "no event")", ["machine", "name", "state", "how sure"],
      states.map { state in
        let states = state.states.joined(separator: " or ")
        let howSure = state.states.count > 1 ? "may be any of them" : sure
        return [state.machine, state.name, states, howSure].map { .text($0) }
      })
  }

  /// The events, each with some lines below it; in few columns what changed stands there, too.
  ///
  /// `label` is what a machine is called, where it is not to be cut to a few columns.
  package func eventTable(
    _ heading: String, _ drawing: Drawing, label: ((MachineStanding) -> String)? = nil,
    details: (HistoryEntry) -> [Cell]
  ) -> Table {
    let label = label ?? { Self.label($0, drawing) }
    let isNarrow = drawing.width ?? .max < Self.leastEventWidth
    let isOnWholeSeconds = isOnWholeSeconds
    let rows = events.enumerated().map { index, event -> [Cell] in
      let changes = Cell.text(Self.changes(event, label))
      // Both of two close ones: 8 min 16 s before 8 min 15.631 s would look like a step back.
      let isClose =
        !isOnWholeSeconds
        && [index - 1, index + 1].contains { other in
          events.indices.contains(other)
            && (events[other].offsetNanos &- event.offsetNanos).magnitude < Self.closeNanos
        }
      let offset = Cell(
        event.offsetNanos,
        isClose
          ? DurationText.withMilliseconds(event.offsetNanos)
          : Self.text(ofOffset: event.offsetNanos, isOnWholeSeconds: isOnWholeSeconds))
      let took = Cell.nanos(event.tookNanos, isOnWholeSeconds: isOnWholeSeconds)
      if isNarrow {
        let words = event.tookNanos == nil ? "" : "took \(took.forPeople)"
        return [offset, .text(event.text), .text(words), changes] + details(event)
      }
      return [offset, .text(event.text), took, changes] + details(event)
    }
    if isNarrow { return Table(heading, ["offset", "event", "took", "states after it"], rows, details: 2) }
    return Table(heading, ["offset", "event", Table.Column("took", isOptional: true), "states after it"], rows)
  }

  /// Events that are closer than a second have their time in milliseconds.
  private static let closeNanos: UInt64 = 1_000_000_000

  /// The least width, in columns, at which an event is shown with all of its columns.
  private static let leastEventWidth = 76

  /// Where machines are after an event, as in `scene main: active`.
  private static func changes(_ event: HistoryEntry, _ label: (MachineStanding) -> String) -> String {
    event.changes.map { state in
      let count = state.states.count
      let states = count > 3 ? "any of \(count)" : state.states.joined(separator: " or ")
      return "\(label(state)): \(states)"
    }.joined(separator: ", ")
  }

  /// The events with what was found at each, then what was found at none; of a stretch, at none of the `whole` launch.
  func eventTable(_ drawing: Drawing, of whole: LaunchHistory? = nil) -> Table {
    let found = Dictionary(grouping: findings, by: \.source)
    let sources = Set((whole ?? self).events.map(\.source))
    var table = eventTable("", drawing) { event in
      found[event.source]?.map { Cell($0.line, severity: $0.severity) } ?? []
    }
    table.notes = findings.filter { !sources.contains($0.source) }.map(\.line)
    return table
  }

  /// What people call a machine, in few columns: of an id the beginning is enough.
  private static func label(_ machine: MachineStanding, _ drawing: Drawing) -> String {
    drawing.cut(machine.label, to: machine.title == nil ? 12 : 16)
  }
}

extension HistoryEntry {
  /// What happened, in words.
  fileprivate var text: String {
    let lost = lost.map { "… \(Units.count($0, "event")) lost" }
    return [lost, event, phase].compactMap(\.self).joined(separator: " ")
  }
}

extension Finding {
  /// The finding on one line, its fingerprint last.
  fileprivate var line: String {
    let doubt = doubtText.map { " (\($0))" } ?? ""
    return "\(severity.name)\(doubt) \(rule.name): \(message)  \(fingerprint)"
  }
}

extension DurationText {
  /// A time with milliseconds from one second on, to tell apart what lies close together: `24.831 s`, `8 min 16.402 s`.
  static func withMilliseconds(_ nanos: Int64) -> String {
    let millis = (nanos.magnitude + 500_000) / 1_000_000
    if millis < 1000 { return of(nanos) }
    let seconds = millis / 1000
    let fraction = String(1000 + millis % 1000).dropFirst()
    let units: [(count: UInt64, unit: String)] = [(seconds / 3600, "h"), (seconds / 60 % 60, "min")]
    let large = units.filter { $0.count > 0 }.map { "\($0.count) \($0.unit) " }.joined()
    return (nanos < 0 ? "-" : "") + "\(large)\(seconds % 60).\(fraction) s"
  }
}
