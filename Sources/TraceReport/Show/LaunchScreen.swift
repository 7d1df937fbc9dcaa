import TraceAnalyzer
import TraceModel

/// The screen of `tracetool show`: the launch itself as bars of its phases, the life below it, then event by event.
struct LaunchScreen {
  /// In columns, if the width of the terminal is unknown.
  private static let usualWidth = 80
  /// Color only repeats what the characters say.
  private static let colors: [Character: String] = ["E": "31", "W": "33", "N": "36", "!": "31"]
  private static let overColor = "33"

  let explanation: LaunchExplanation
  /// The stretch of the launch whose life and events are shown; nil for all of it.
  let stretch: LaunchHistory?
  /// The greatest number of events, and of findings, that are listed.
  let limit: Int
  let drawing: Drawing

  private var history: LaunchHistory { explanation.history }
  private var width: Int { drawing.width ?? Self.usualWidth }

  var text: String {
    let ends = [explanation.endTable, explanation.judgedTable].map { $0.text(drawing) }.joined()
    return [
      explanation.heading.text(drawing), text(launchLines), lifeLines.map(text), ends,
      eventTable.text(drawing),
    ].compactMap(\.self).joined(separator: "\n")
  }

  var eventTable: Table {
    let listed = (stretch ?? history).limited(to: limit)
    var table = listed.eventTable(drawing, of: history)
    if stretch != nil || listed.leftOut != nil {
      table.notes.append("\(count: listed.events.count) of \(count: history.events.count, "event")")
    }
    return table
  }

  var drawnTable: Table {
    var table = Table("", [""], (launchLines + (lifeLines ?? [])).map { [.name($0)] })
    table.isDrawn = true
    return table
  }

  /// A piece of a picture.
  private func drawn(_ piece: String) -> String { drawing.text("\(name: piece)") }

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private var launchLines: [String] {
    let facts = DisplayText.wrapped(drawing.text(explanation.timeText), to: drawing.width)
    var lines = facts.map { drawing.painted($0, "1") }
    // Findings about medians stand at no event.
    var used = DisplayText.width(facts[facts.count - 1])
    for finding in history.findings where finding.median != nil {
      let letter = finding.severity.name.prefix(1).uppercased()
      let mark = drawing.painted(letter, Self.colors[Character(letter)]) + " \(finding.rule.name)"
      let markWidth = DisplayText.width(finding.rule.name) + 2
      let isSameLine = used + 3 + markWidth <= width
      if isSameLine { lines[lines.count - 1] += "   " + mark } else { lines.append("  " + mark) }
      used = isSameLine ? used + 3 + markWidth : 2 + markWidth
    }
    guard let chart = PhaseChart(explanation.comparison, width: width) else { return lines }
    return lines + self.lines(chart)
  }

  private func lines(_ chart: PhaseChart) -> [String] {
    let took = Self.width(chart.rows.map(\.took) + ["took", chart.whole?.took ?? ""])
    let usual = Self.width(chart.rows.map(\.usual) + ["usual", chart.whole?.usual ?? ""])
    func numbers(_ first: String, _ second: String) -> String {
      Self.right(first, took) + (chart.hasUsual ? "  " + Self.right(second, usual) : "")
    }
    let scale = Self.blank(chart.margin) + Self.line(chart.ticks.map { ($0.column, $0.text) }, chart.room)
    var lines = [drawing.painted(drawn("\(scale)  \(numbers("took", "usual"))"), "2")]
    for row in chart.rows {
      let blanks = Self.blank(row.upToUsual.lowerBound)
      let over = drawing.painted(drawn(String(repeating: "▓", count: row.over.count)), Self.overColor)
      let bar =
        drawn(String(repeating: "█", count: row.upToUsual.count)) + (row.over.isEmpty ? "" : over)
      let rest = Self.blank(max(0, chart.room - max(row.over.upperBound, row.upToUsual.upperBound)))
      let name = row.name + Self.blank(chart.margin - DisplayText.width(row.name))
      let pointer = row.isMostOver ? " " + drawing.painted(drawn(PhaseChart.pointer), Self.overColor) : ""
      lines.append(name + blanks + bar + rest + "  " + numbers(row.took, row.usual) + pointer)
    }
    if let whole = chart.whole {
      let name = PhaseChart.wholeName + Self.blank(chart.margin - DisplayText.width(PhaseChart.wholeName))
      lines.append(name + Self.blank(chart.room) + "  " + numbers(whole.took, whole.usual))
    }
    return lines
      + DisplayText.filled(chart.legend, to: width, separator: "; ").flatMap {
        DisplayText.wrapped(drawn($0), to: drawing.width)
      }
  }

  private var lifeLines: [String]? {
    LaunchLife(stretch ?? history).flatMap { life in
      LifeChart(life, width: width) { drawing.cut($0, to: $1) }.map { lines($0) }
    }
  }

  private func lines(_ chart: LifeChart) -> [String] {
    let title = DisplayText.wrapped(drawn(chart.title), to: drawing.width)
    let scale = Self.blank(chart.margin) + Self.line(chart.ticks.map { ($0.column, $0.text) }, 0)
    let rows = chart.rows.map { row -> String in
      let label = drawn(row.label)
      var line = label + Self.blank(chart.margin - DisplayText.width(label))
      var column = 0
      for bar in row.bars {
        let mark = drawn(String(repeating: bar.mark, count: bar.columns.count))
        line += Self.blank(bar.columns.lowerBound - column) + drawing.painted(mark, Self.colors[bar.mark])
        column = bar.columns.upperBound
      }
      return line
    }
    let legend = DisplayText.filled(chart.legend, to: width).flatMap {
      DisplayText.wrapped(drawn($0), to: drawing.width)
    }
    return title.map { drawing.painted($0, "1") } + [drawing.painted(drawn(scale), "2")] + rows + legend
      + (chart.note.map { [$0] } ?? [])
  }

  private static func blank(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  private static func width(_ texts: [String]) -> Int { texts.map(DisplayText.width).max() ?? 0 }

  private static func right(_ text: String, _ width: Int) -> String { blank(width - DisplayText.width(text)) + text }

  private static func line(_ texts: [(column: Int, text: String)], _ width: Int) -> String {
    let line = texts.reduce(into: "") { line, text in line += blank(text.column - line.count) + text.text }
    return line + blank(width - line.count)
  }
}
