package import TraceAnalyzer
import TraceModel

/// One launch on a screen.
extension LaunchHistory {
  /// What is known of the launch as a whole.
  package var heading: Table {
    let size = [sizeText, Units.count(findings.count, "finding")].filter { !$0.isEmpty }.joined(separator: ", ")
    return heading([subject, "\(kind) (\(kindReason))", size])
  }

  /// The same without its kind and its findings.
  var shortHeading: Table { heading([subject, sizeText]) }

  private func heading(_ lines: [String]) -> Table {
    Table("Launch \(launch)", [], [], notes: lines.filter { !$0.isEmpty } + doubts)
  }

  /// The app and the device, as in `com.example.shop 4.9.0, iPhone14,5, OS 18.0`.
  private var subject: String {
    let app = [context.app, context.appVersion].filter { !$0.isEmpty }.joined(separator: " ")
    let system = context.osVersion.isEmpty ? "" : "OS \(context.osVersion)"
    return [app, context.deviceModel, system].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// True if all of its events may have been read on a clock of whole seconds.
  private var isOnWholeSeconds: Bool { events.allSatisfy { DurationText.isWholeSecond($0.offsetNanos) } }

  /// The time of an event after the first one, in the unit of the clock.
  private static func text(ofOffset nanos: Int64, isOnWholeSeconds: Bool) -> String {
    nanos == 0 && isOnWholeSeconds ? "0 s" : DurationText.of(nanos)
  }

  /// When it began, how long it lived, and how many events it has.
  private var sizeText: String {
    if events.isEmpty { return began ?? "" }
    let count = Units.count(events.count { $0.event != nil }, "event")
    let length = DurationText.of(events.map(\.offsetNanos).max() ?? 0, isOnWholeSeconds: isOnWholeSeconds)
    return [began ?? "", length, count].filter { !$0.isEmpty }.joined(separator: ", ")
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
  package func eventTable(_ heading: String, _ drawing: Drawing, details: (HistoryEntry) -> [Cell]) -> Table {
    let isNarrow = drawing.width ?? .max < Self.leastEventWidth
    let isOnWholeSeconds = isOnWholeSeconds
    let rows = events.map { event -> [Cell] in
      let changes = Cell.text(changes(event, drawing))
      let offset = Cell(
        event.offsetNanos, Self.text(ofOffset: event.offsetNanos, isOnWholeSeconds: isOnWholeSeconds))
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

  /// The least width, in columns, at which an event is shown with all of its parts.
  private static let leastEventWidth = 76

  /// Where machines are after an event, as in `scene main: active`.
  private func changes(_ event: HistoryEntry, _ drawing: Drawing) -> String {
    event.changes.map { state in
      let count = state.states.count
      let states = count > 3 ? "any of \(count)" : state.states.joined(separator: " or ")
      return "\(Self.label(state, drawing)): \(states)"
    }.joined(separator: ", ")
  }

  /// The launch on a screen: what it is, its states over time, its events.
  package func screen(_ drawing: Drawing) -> [Table] {
    let found = Dictionary(grouping: findings, by: \.source)
    let sources = Set(events.map(\.source))
    var table = eventTable("", drawing) { event in found[event.source]?.map { .text($0.line) } ?? [] }
    table.notes = findings.filter { !sources.contains($0.source) }.map(\.line)
    // A summary holds no events, of which bands could be drawn.
    return [heading] + (events.isEmpty ? [] : [bands(drawing)]) + [table]
  }

  /// What people call a machine, in few columns: of an id the beginning is enough.
  private static func label(_ machine: MachineStanding, _ drawing: Drawing) -> String {
    drawing.cut(machine.label, to: machine.title == nil ? 12 : 16)
  }

  // MARK: Bands

  /// Stands at each event of task 0.
  private static let invalidTaskMark: Character = "0"

  /// The width of a drawing, in columns, where the width of the terminal is not known.
  private static let usualWidth = 80

  private func bands(_ drawing: Drawing) -> Table {
    let machines = ["process", "app", "scene", "task"]
    let drawn = machines.flatMap { machine in states.filter { $0.machine == machine } }
    let names =
      drawn.map { (key: $0.key, label: Self.label($0, drawing)) } + ["callbacks", "findings"].map { ($0, $0) }
    let margin = names.map { DisplayText.width($0.label) }.max() ?? 0
    let width = drawing.width ?? Self.usualWidth
    let columns = columns(max(width - margin - 2, 10))
    let lines = lines(columns)
    let rows = names.compactMap { name in
      lines[name.key].map { line -> [Cell] in
        let end = line.lastIndex { $0 != " " } ?? 0
        return [.text(name.label), .text(String(line[...end]))]
      }
    }
    let signs = StateMark.all.map { "\($0.character) \($0.name)" }
    let hasInvalidTask = states.contains { $0.states == [MachineStanding.invalidTask] }
    let invalidTask = "\(Self.invalidTaskMark) task 0, the invalid id: UIKit granted no task, or its id was not kept"
    let legend =
      DisplayText.filled(signs, to: width) + (hasInvalidTask ? [invalidTask] : [])
      + ["what took long is drawn too short"]
    var table = Table("", ["", Table.Column(scale(columns))], rows, notes: legend)
    table.isDrawn = true
    return table
  }

  /// The column of each event.
  ///
  /// A gap is as wide as its fourth root: callbacks of milliseconds and minutes of rest, on one line.
  private func columns(_ width: Int) -> [Int] {
    var place = 0.0
    var last = Int64(0)
    let places = events.map { event in
      place += Double(max(0, event.offsetNanos &- last)).squareRoot().squareRoot()
      last = max(last, event.offsetNanos)
      return place
    }
    return places.map { Int($0 / max(place, 1) * Double(width - 1)) }
  }

  /// When it was, above the events for which there is room.
  private func scale(_ columns: [Int]) -> String {
    let isOnWholeSeconds = isOnWholeSeconds
    return zip(events, columns).reduce(into: "") { scale, event in
      let time = Self.text(ofOffset: event.0.offsetNanos, isOnWholeSeconds: isOnWholeSeconds)
      let room = event.1 - scale.count
      guard scale.isEmpty || room > 1, event.1 + time.count <= columns.last ?? 0 else { return }
      scale += String(repeating: " ", count: room) + "│" + time
    }
  }

  /// What is drawn for each machine, for callbacks and for findings.
  private func lines(_ columns: [Int]) -> [String: [Character]] {
    var lines: [String: [Character]] = [:]
    let end = columns.last ?? 0
    func draw(_ mark: Character, _ name: String, _ from: Int, _ to: Int) {
      let blank: [Character] = Array(repeating: " ", count: end + 1)
      lines[name, default: blank].replaceSubrange(from...to, with: repeatElement(mark, count: to - from + 1))
    }
    // How far the events had come, as clocks step back; and where each line stands first.
    var reached = [Int64]()
    var places = [SourceLine?: Int]()
    for (event, column) in zip(events, columns) {
      places[event.source] = places[event.source] ?? column
      reached.append(max(reached.last ?? .min, event.offsetNanos))
      for state in event.changes {
        if state.states == [MachineStanding.invalidTask] {
          draw(Self.invalidTaskMark, state.key, column, column)
          continue
        }
        let mark = state.states.count > 1 ? StateMark.severalStates : StateMark.character(of: state.states[0])
        draw(mark == StateMark.end ? " " : mark, state.key, column, end)
        draw(mark, state.key, column, column)
      }
      guard let nanos = event.tookNanos else { continue }
      let begin = min(reached.partitioningIndex { $0 >= event.offsetNanos &- nanos }, reached.count - 1)
      draw(StateMark.callback, "callbacks", min(columns[begin], column), column)
    }
    // The worst come first, and are drawn last.
    for finding in findings.reversed() {
      guard let column = places[finding.source] else { continue }
      draw(Character(finding.severity.name.prefix(1).uppercased()), "findings", column, column)
    }
    return lines
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
