package import TraceAnalyzer
import TraceModel

extension LaunchTrend {
  /// One row a group, with its difference to the row before it.
  package var table: Table {
    let measured = rows.filter { $0.measure.count > 0 }
    let measures = measured.map(\.measure) + times.otherAnchors
    var table = measures.table(times.coverage.heading("Launch times \(name: step.rawValue) by \(name: step.rawValue)"))
    table.lines = lines(measured)
    let others = [TrendRow?](repeating: nil, count: times.otherAnchors.count)
    table.add(Self.columns, of: measured + others) { row in row.flatMap(undecidedText).map { [.text($0)] } ?? [] }
    if let note = Anchor.note(measures.map(\.from)) { table.notes.append(note) }
    if comparisons > 0 {
      table.notes.append(
        "each row against the one before it, as 'tracetool explain compare' says; "
          + "all verdicts together have 95 % confidence")
    }
    return table
  }

  private func lines(_ rows: [TrendRow]) -> [Sketch.Line] {
    var lines: [Sketch.Line] = []
    for row in rows where row.step != Dimension.unknownStep {
      let values = row.measure.by.dropLast().map(\.value).filter { !$0.isEmpty }
      let name = OutsideText.escaped((["p50"] + values).joined(separator: " "))
      if lines.last?.name != name { lines.append(Sketch.Line(name: name, medians: [])) }
      if let median = row.measure.p50Nanos { lines[lines.count - 1].medians.append(median) }
    }
    return lines
  }

  /// The rows as groups of the document of launch times.
  var groups: [RowObject<TrendRow?>] { rows.map { RowObject(own: $0.measure, row: $0, columns: Self.columns) } }

  /// Behind those of the launch times; empty in a row of other ends.
  private static var columns: [Column<TrendRow?>] {
    [
      Column("p50LowNanos", for: .programs) { .nanos($0?.p50LowNanos) },
      Column("p50HighNanos", for: .programs) { .nanos($0?.p50HighNanos) },
      Column("mostVersion", for: .programs) { Cell($0?.mostVersion) },
      Column("against", for: .programs) { Cell($0?.against) },
      Column("change", name: "differenceNanos") { row in
        Cell(row?.comparison?.differenceNanos, row?.comparison.flatMap(CompareText.difference))
      },
      Column("interval", for: .people, isExpendable: true) { row in
        Cell(row?.comparison.flatMap { $0.differenceNanos == nil ? nil : CompareText.interval($0) })
      },
      Column("lowNanos", for: .programs) { Cell($0?.comparison?.lowNanos) },
      Column("highNanos", for: .programs) { Cell($0?.comparison?.highNanos) },
      Column("marginNanos", for: .programs) { Cell($0?.comparison?.marginNanos) },
      Column("p", for: .programs) { Cell($0?.comparison?.p) },
      Column("verdict") { Cell($0?.verdict?.rawValue, $0?.verdict?.words) },
      Column("reason", for: .programs) { Cell($0?.comparison?.reason?.rawValue) },
      Column("neededLaunches", for: .programs) { Cell($0?.comparison?.neededLaunches) },
    ]
  }

  /// Below a row: why its comparison is undecided.
  private func undecidedText(_ row: TrendRow) -> Sentence? {
    guard let change = row.comparison, change.verdict == .undecided else { return nil }
    let stratum = areModelsKnown ? "model and system" : nil
    return change.reasonText(base: "\(name: row.against ?? "")", head: "\(name: row.step)", stratum: stratum)
  }
}

extension TrendVerdict {
  var words: String { self == .tooFew ? "too few" : rawValue }
}

extension Anchor {
  /// Why times that begin at these anchors are not compared with others, if that need be said.
  static func note(_ names: some Sequence<String?>) -> Sentence? {
    let known = Set(names)
    guard known.contains(interfaceStart.name), known.contains(start.name) else { return nil }
    return
      "times from \(name: interfaceStart.name) are of Instruments 27, which records no 'Process Creation', and shorter by "
      + "that than times from \(name: start.name): the two are not compared"
  }
}
