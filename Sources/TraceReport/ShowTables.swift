package import TraceAnalyzer
import TraceModel

/// One launch on a screen.
extension LaunchHistory {
  /// How the states look; what is not named here is left blank.
  private static let marks: [String: Character] = [
    "created": ".", "launched": ".", "connected": ".", "main": ":", "launching": ">",
    "running": "=", "suspended": "z", "terminating": "\\", "foregrounding": "/", "active": "█",
    "inactive": "▒", "background": "░", "expired": "!", "dead": over, "terminated": over,
    "disconnected": over, "ended": over,
  ]
  private static let over: Character = "×"
  private static let legend = [
    ". begun  : main  > launching  = running  z suspended  \\ terminating  × over",
    "/ foregrounding  █ active  ▒ inactive  ░ background  ! expired  ? one of several",
    "■ callback  E error  W warning  N note; what took long is drawn too short",
  ]
  /// More bands would hide the events.
  private static let bandLimit = 16

  /// What is known of the launch as a whole.
  package var heading: Table {
    let app = [context.app, context.appVersion].filter { !$0.isEmpty }.joined(separator: " ")
    let nanos = events.map(\.offsetNanos).max() ?? 0
    let words = [
      [app, context.deviceModel, context.osVersion, "\(kind) (\(kindReason))"],
      [
        began ?? "", DurationText.of(nanos),
        Units.count(events.count { $0.event != nil }, "event"),
        Units.count(findings.count, "finding"),
      ],
    ]
    let lines = words.map { $0.filter { !$0.isEmpty }.joined(separator: ", ") }
    return Table("Launch \(launch)", [], [], notes: lines + doubts)
  }

  /// The states after the last event, and how sure they are.
  package var stateTable: Table {
    let last = events.last.map { "\($0.text) at \(DurationText.of($0.offsetNanos))" }
    let rows = states.map { state -> [Cell] in
      let isSure = state.states.count == 1
      let sure = isSure ? doubts.isEmpty ? "certain" : "possible" : "may be any of them"
      return [state.machine, state.name ?? "", state.states.joined(separator: " or "), sure]
        .map { .text($0) }
    }
    let heading = "States after \(last ?? "no event")"
    return Table(heading, ["machine", "name", "state", "how sure"], rows)
  }

  /// The events, each with some lines below it.
  package func eventTable(_ heading: String, details: (Entry) -> [String]) -> Table {
    let rows = events.map { event -> [Cell] in
      let changes = event.changes.map { state in
        let count = state.states.count
        let states = count > 3 ? "any of \(count)" : state.states.joined(separator: " or ")
        return "\(state.label): \(states)"
      }
      let cells: [Cell] = [
        .nanos(event.offsetNanos), .text(event.text), .nanos(event.tookNanos),
        .text(changes.joined(separator: ", ")),
      ]
      return cells + details(event).map { .text($0) }
    }
    let took = Table.Column("took", isOptional: true)
    return Table(heading, ["offset", "event", took, "states after it"], rows)
  }

  /// The launch in `width` columns: what it is, its states over time, its events.
  package func screen(width: Int) -> [Table] {
    var table = eventTable("") { event in
      findings.filter { $0.source == event.source }.map(\.line)
    }
    let sources = events.map(\.source)
    table.notes = findings.filter { !sources.contains($0.source) }.map(\.line)
    return [heading, bands(width), table]
  }

  // MARK: Bands

  private func bands(_ width: Int) -> Table {
    let known = ["process", "app", "scene", "task"].flatMap { machine in
      states.filter { $0.machine == machine }
    }
    let shown = known.prefix(Self.bandLimit)
    let margin = shown.map { DisplayText.width($0.label) }.max() ?? 0
    let columns = columns(max(width - max(margin, 9) - 2, 10))
    var rows = shown.map { band($0, columns) } + [callbacks(columns), found(columns)]
    rows.removeAll { $0[1] == .text("") }
    let rest = known.count - shown.count
    let notes = rest > 0 ? ["\(rest) more below"] : []
    return Table("", ["", Table.Column(scale(columns))], rows, notes: notes + Self.legend)
  }

  /// The column of each event.
  ///
  /// A gap is as wide as its fourth root: callbacks of milliseconds and minutes of rest, on one line.
  private func columns(_ width: Int) -> [Int] {
    var (place, last) = (0.0, Int64(0))
    let places = events.map { event in
      place += Double(max(0, event.offsetNanos - last)).squareRoot().squareRoot()
      last = max(last, event.offsetNanos)
      return place
    }
    return places.map { Int($0 / max(place, 1) * Double(width - 1)) } + [width - 1]
  }

  /// When it was, above the events for which there is room.
  private func scale(_ columns: [Int]) -> String {
    var scale = ""
    for (event, column) in zip(events, columns) where scale.isEmpty || column > scale.count + 1 {
      let time = "│" + DurationText.of(event.offsetNanos)
      if column + time.count > columns[events.count] + 1 { break }
      scale += String(repeating: " ", count: column - scale.count) + time
    }
    return scale
  }

  private func band(_ machine: Standing, _ columns: [Int]) -> [Cell] {
    var strokes: [(ClosedRange<Int>, Character)] = []
    let end = columns[events.count]
    for (event, column) in zip(events, columns) {
      for state in event.changes where state.isSame(as: machine) {
        let mark = state.states.count > 1 ? "?" : Self.marks[state.states[0]] ?? " "
        strokes.append((column...end, mark == Self.over ? " " : mark))
        if mark == Self.over { strokes.append((column...column, mark)) }
      }
    }
    return line(machine.label, strokes)
  }

  private func callbacks(_ columns: [Int]) -> [Cell] {
    let strokes = zip(events, columns).compactMap { event, end in
      event.tookNanos.map { nanos -> (ClosedRange<Int>, Character) in
        let begin = events.firstIndex { $0.offsetNanos >= event.offsetNanos - nanos }
        return (min(columns[begin ?? 0], end)...end, "■")
      }
    }
    return line("callbacks", strokes)
  }

  /// The first letter of the worst in each column: they come worst first.
  private func found(_ columns: [Int]) -> [Cell] {
    let strokes = findings.reversed().compactMap { finding in
      events.firstIndex { $0.source == finding.source }.map { index in
        (columns[index]...columns[index], Character(finding.severity.prefix(1).uppercased()))
      }
    }
    return line("findings", strokes)
  }

  private func line(_ name: String, _ strokes: [(ClosedRange<Int>, Character)]) -> [Cell] {
    var line: [Character] = []
    for (columns, mark) in strokes {
      while line.count <= columns.upperBound { line.append(" ") }
      for column in columns { line[column] = mark }
    }
    let end = line.lastIndex { $0 != " " } ?? -1
    return [.text(name), .text(String(line[..<(end + 1)]))]
  }
}

extension LaunchHistory.Standing {
  /// The machine in few columns.
  fileprivate var label: String {
    name.map { "\(machine) \(DisplayText.cut($0, to: 12))" } ?? machine
  }
}

extension LaunchHistory.Entry {
  /// What happened, in words.
  fileprivate var text: String {
    let lost = lost.map { "… \(Units.count($0, "event")) lost" }
    return [lost, event, phase].compactMap(\.self).joined(separator: " ")
  }
}

extension Finding {
  /// The finding on one line, its fingerprint last.
  fileprivate var line: String {
    let doubt = confidence == Confidence.certain.name ? "" : " (\(confidence))"
    return "\(severity)\(doubt) \(rule): \(message)  \(fingerprint)"
  }
}
