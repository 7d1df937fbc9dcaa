package import TraceAnalyzer
import TraceModel

/// One launch on a screen.
extension LaunchHistory {
  /// The legend, and how each state looks.
  private static let pages = PackageResources.legend_txt.lines.split(separator: "")
  private static let marks = pages[1].reduce(into: [Substring: Character]()) { marks, line in
    for state in line.split(separator: " ").dropFirst() { marks[state] = line.first }
  }

  /// What is known of the launch as a whole.
  package var heading: Table {
    let app = [context.app, context.appVersion].filter { !$0.isEmpty }.joined(separator: " ")
    let count = Units.count(events.count { $0.event != nil }, "event")
    let length = DurationText.of(events.map(\.offsetNanos).max() ?? 0)
    let lines = [
      [app, context.deviceModel, context.osVersion, "\(kind) (\(kindReason))"],
      [began ?? "", length, count, Units.count(findings.count, "finding")],
    ].map { $0.filter { !$0.isEmpty }.joined(separator: ", ") }
    return Table("Launch \(launch)", [], [], notes: lines + doubts)
  }

  /// The states after the last event, and how sure they are.
  package var stateTable: Table {
    let last = events.last.map { "\($0.text) at \(DurationText.of($0.offsetNanos))" }
    let sure = doubts.isEmpty ? "certain" : "possible"
    return Table(
      "States after \(last ?? "no event")", ["machine", "name", "state", "how sure"],
      states.map { state in
        let states = state.states.joined(separator: " or ")
        let howSure = state.states.count > 1 ? "may be any of them" : sure
        return [state.machine, state.name, states, howSure].map { .text($0) }
      })
  }

  /// The events, each with some lines below it.
  package func eventTable(_ heading: String, details: (HistoryEntry) -> [String]) -> Table {
    let rows = events.map { event -> [Cell] in
      let changes = event.changes.map { state in
        let count = state.states.count
        let states = count > 3 ? "any of \(count)" : state.states.joined(separator: " or ")
        return "\(Self.label(state.key)): \(states)"
      }.joined(separator: ", ")
      let times = (Cell.nanos(event.offsetNanos), Cell.nanos(event.tookNanos))
      return [times.0, .text(event.text), times.1, .text(changes)] + details(event).map { .text($0) }
    }
    return Table(heading, ["offset", "event", Table.Column("took", isOptional: true), "states after it"], rows)
  }

  /// The launch in `width` columns: what it is, its states over time, its events.
  package func screen(width: Int) -> [Table] {
    let found = Dictionary(grouping: findings, by: \.source)
    let sources = Set(events.map(\.source))
    var table = eventTable("") { event in found[event.source]?.map(\.line) ?? [] }
    table.notes = findings.filter { !sources.contains($0.source) }.map(\.line)
    return [heading, bands(width), table]
  }

  /// A machine's name in few columns.
  private static func label(_ name: String) -> String { DisplayText.cut(name, to: 14) }

  // MARK: Bands

  private func bands(_ width: Int) -> Table {
    let machines = ["process", "app", "scene", "task"]
    let drawn = machines.flatMap { machine in states.filter { $0.machine == machine }.map(\.key) }
    let names = drawn + ["callbacks", "findings"]
    let margin = names.map { DisplayText.width(Self.label($0)) }.max() ?? 0
    let columns = columns(max(width - margin - 2, 10))
    let lines = lines(columns)
    let rows = names.compactMap { name in
      lines[name].map { line -> [Cell] in
        let end = line.lastIndex { $0 != " " } ?? 0
        return [.text(Self.label(name)), .text(String(line[...end]))]
      }
    }
    return Table("", ["", Table.Column(scale(columns))], rows, notes: Array(Self.pages[0]))
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
    zip(events, columns).reduce(into: "") { scale, event in
      let time = DurationText.of(event.0.offsetNanos)
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
        let mark = state.states.count > 1 ? "?" : Self.marks[state.states[0][...]] ?? " "
        draw(mark == "×" ? " " : mark, state.key, column, end)
        draw(mark, state.key, column, column)
      }
      guard let nanos = event.tookNanos else { continue }
      let begin = min(reached.place { $0 >= event.offsetNanos &- nanos }, reached.count - 1)
      draw("■", "callbacks", min(columns[begin], column), column)
    }
    // The worst come first, and are drawn last.
    for finding in findings.reversed() {
      guard let column = places[finding.source] else { continue }
      draw(Character(finding.severity.prefix(1).uppercased()), "findings", column, column)
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
    let doubt = confidence == Confidence.certain.name ? "" : " (\(confidence))"
    return "\(severity)\(doubt) \(rule): \(message)  \(fingerprint)"
  }
}
