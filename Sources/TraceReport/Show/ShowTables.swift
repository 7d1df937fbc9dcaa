package import TraceAnalyzer
package import TraceModel

/// One launch on a screen, beside its pictures.
extension LaunchHistory {
  /// As in `com.example.shop 4.9.0 on iPhone14,5, OS 18.0, 2025-10-10 03:49:49.206 UTC`.
  var subject: Sentence {
    let app = [context.app, context.appVersion].filter { !$0.isEmpty }.joined(separator: " ")
    let system: Sentence = context.osVersion.isEmpty ? "" : "OS \(name: context.osVersion)"
    let device = ["\(name: context.deviceModel)", system].filter { !$0.isEmpty }.joined(separator: ", ")
    let both: [Sentence] =
      app.isEmpty || context.deviceModel.isEmpty ? ["\(name: app)", device] : ["\(name: app) on \(device)"]
    let instant: Sentence? = began.map { "\(name: Days.clock($0, isOnWholeSeconds: isOnWholeSeconds)) UTC" }
    return (both + [instant ?? ""]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// From the first event to the last.
  var lifeText: String? {
    events.map(\.offsetNanos).max().map { DurationText.of($0, isOnWholeSeconds: isOnWholeSeconds) }
  }

  /// True if all of its events may have been read on a clock of whole seconds.
  var isOnWholeSeconds: Bool { events.allSatisfy { DurationText.isWholeSecond($0.offsetNanos) } }

  private static func text(ofOffset nanos: Int64, isOnWholeSeconds: Bool) -> String {
    nanos == 0 && isOnWholeSeconds ? "0 s" : DurationText.of(nanos)
  }

  /// The states after the last event, and how sure they are.
  package var stateTable: Table {
    let isOnWholeSeconds = isOnWholeSeconds
    let last = events.last.map {
      "\(name: $0.text) at \(name: Self.text(ofOffset: $0.offsetNanos, isOnWholeSeconds: isOnWholeSeconds))" as Sentence
    }
    let sure = doubts.isEmpty ? "certain" : "possible"
    return Table(
      "States after \(last ?? "no event")", ["machine", "name", "state", "how sure"],
      states.map { state in
        let states = state.states.joined(separator: " or ")
        let howSure = state.states.count > 1 ? "may be any of them" : sure
        return [state.machine, state.name, states, howSure].map { .name($0) }
      })
  }

  /// The events in the first layout that shows names, phases and states whole; `label` names machines without a cut.
  package func eventTable(
    _ heading: Sentence, _ drawing: Drawing, label: ((MachineStanding) -> String)? = nil,
    details: (HistoryEntry) -> [Cell]
  ) -> Table {
    let label = label ?? { Self.label($0, drawing) }
    let isOnWholeSeconds = isOnWholeSeconds
    let offsets = events.enumerated().map { index, event -> Cell in
      // Both of two close ones: 8 min 16 s before 8 min 15.631 s would look like a step back.
      let isClose =
        !isOnWholeSeconds
        && [index - 1, index + 1].contains { other in
          events.indices.contains(other)
            && (events[other].offsetNanos &- event.offsetNanos).magnitude < Self.closeNanos
        }
      return Cell(
        event.offsetNanos,
        isClose
          ? DurationText.withMilliseconds(event.offsetNanos)
          : Self.text(ofOffset: event.offsetNanos, isOnWholeSeconds: isOnWholeSeconds))
    }
    func table(_ layout: EventLayout) -> Table {
      let rows = zip(events, offsets).map { event, offset in
        let took = Cell.nanos(event.tookNanos, isOnWholeSeconds: isOnWholeSeconds)
        return [offset] + layout.cells(event, took, changes: Self.changes(event, label)) + details(event)
      }
      return Table(heading, ["offset"] + layout.columns, rows)
    }
    return table(EventLayout.allCases.first { table($0).fitsUncut(drawing) } ?? .phaseBelow)
  }

  /// Events that are closer than a second have their time in milliseconds.
  private static let closeNanos: UInt64 = 1_000_000_000

  /// The states of machines after an event, as in `scene main: active`.
  private static func changes(_ event: HistoryEntry, _ label: (MachineStanding) -> String) -> String {
    event.changes.map { state in
      let count = state.states.count
      let states = count > 3 ? "any of \(count)" : state.states.joined(separator: " or ")
      return "\(label(state)): \(states)"
    }.joined(separator: ", ")
  }

  /// The events with their findings, then findings that stand at no event of the `whole` launch.
  func eventTable(_ drawing: Drawing, of whole: LaunchHistory) -> Table {
    let found = Dictionary(grouping: findings, by: \.source)
    let sources = Set(whole.events.map(\.source))
    var table = eventTable("", drawing) { event in
      found[event.source]?.map { Cell($0.line, severity: $0.severity) } ?? []
    }
    table.notes = findings.filter { !sources.contains($0.source) }.map(\.line)
    return table
  }

  /// The name of a machine in few columns: of an id the beginning is enough.
  private static func label(_ machine: MachineStanding, _ drawing: Drawing) -> String {
    drawing.cut(machine.label, to: machine.title == nil ? 12 : 16)
  }
}

/// The places of an event's values after its offset: the layouts from the widest to the narrowest.
private enum EventLayout: CaseIterable {
  case columns
  /// The length of a callback is in the column of the states, which its end seldom changes.
  case joined
  /// Both are in a line below the event.
  case statesBelow
  /// As `statesBelow`, with `begin` and `end`.
  case phaseBelow

  var columns: [ColumnHeading] {
    let event = ColumnHeading("event", isCutInside: true)
    return self == .columns
      ? [event, ColumnHeading("took", isOptional: true), "states after it"]
      : [event, ColumnHeading("took, states after it", isBelow: self != .joined)]
  }

  func cells(_ event: HistoryEntry, _ took: Cell, changes: String) -> [Cell] {
    if self == .columns { return [.name(event.text), took, .name(changes)] }
    let isPhaseBelow = self == .phaseBelow
    let tookText: Sentence = event.tookNanos == nil ? "" : "took \(took.forPeople)"
    let others: [Sentence] = [isPhaseBelow ? "\(name: event.phase ?? "")" : "", tookText, "\(name: changes)"]
    return [
      .name(isPhaseBelow ? event.name : event.text), .text(others.filter { !$0.isEmpty }.joined(separator: ", ")),
    ]
  }
}

extension HistoryEntry {
  /// The event in words, without its phase.
  fileprivate var name: String {
    let lost = lost.map { "… \(Units.count($0, "event")) lost" }
    return [lost, event].compactMap(\.self).joined(separator: " ")
  }

  fileprivate var text: String { [name, phase].compactMap(\.self).joined(separator: " ") }
}

extension Finding {
  /// The finding on one line, its fingerprint last.
  fileprivate var line: Sentence {
    let doubt: Sentence = doubtText.map { " (\($0))" } ?? ""
    return "\(name: severity.name)\(doubt) \(name: rule.name): \(message)  \(name: fingerprint)"
  }
}

extension DurationText {
  /// With milliseconds from one second on, to tell close times apart: `24.831 s`, `8 min 16.402 s`.
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
