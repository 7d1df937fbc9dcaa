import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

extension Invocation {
  /// Writes the formats of sources, advice on reading them, shares of rejects, and messages that matched no pattern.
  func report(_ diagnostics: IngestDiagnostics, _ advice: ReadingAdvice?, rejects: Bool = true) {
    for (format, sources) in diagnostics.sources.sorted(by: { $0.key < $1.key }) {
      let more = sources.count > 1 ? " and \(Units.count(sources.count - 1)) more" : ""
      remark("\(sources[0])\(more): read as \(format)")
    }
    let skipped = SkippedFiles(diagnostics)
    for sysdiagnose in skipped.sysdiagnoses {
      let count = Units.count(sysdiagnose.count, "file")
      remark("skipped \(count) of the sysdiagnose '\(sysdiagnose.path)' that hold no log")
    }
    list(skipped.others, "") { "skipped '\($0.subject)': \($0.cause); \($0.hint)" }
    if let text = advice?.keysText { remark(text) }
    list(rejects ? diagnostics.rejects : [], " with rejected records") { file in
      let first = file.first.map { "; the first is line \($0.line): \($0.reason.rawValue)" } ?? ""
      let share = Units.share(file.rejected, of: file.records) ?? "0 %"
      let counts = "\(Units.count(file.rejected)) of \(Units.count(file.records))"
      return "rejected: \(share) of '\(file.file)', \(counts)\(first)"
    }
    list(diagnostics.cleaned, " that were cleaned") { file in
      let marks = file.notes.steps.sorted().filter { $0 != .severalRecords }.map(\.rawValue)
      let without = marks.isEmpty ? [] : ["read without \(marks.joined(separator: ", "))"]
      let several = file.notes.steps.contains(.severalRecords) ? ["cut where several were on one line"] : []
      let how = (without + several).joined(separator: ", and ")
      return "\(file.name): \(Units.count(file.notes.cleanedCount, "record")) \(how)"
    }
    for (name, count) in diagnostics.notes.aggregates.sorted(by: { $0.key < $1.key }) {
      let records = Units.count(count, "record")
      remark("\(records) '\(name)': MetricKit's sums or averages of a day, which give no launch times")
    }
    let doubts = diagnostics.notes.doubts.sorted {
      ($0.key.key, $0.key.kind.rawValue) < ($1.key.key, $1.key.kind.rawValue)
    }
    for (doubt, found) in doubts { remark(Self.text(doubt, found.count, DisplayText.cut(found.value, to: 24))) }
    list(diagnostics.newestFirst, " that are newest first") { file in
      "\(file): its records are newest first; they are replayed from the last to the first"
    }
    let decisions = diagnostics.notes.decisions
    if !decisions.isEmpty {
      let count = Units.count(decisions.values.reduce(0, +), "decision")
      remark("\(count) of iOS on when apps may work in the background:\(Self.mostFrequent(decisions))")
    }
    let unmatched = diagnostics.notes.unmatched
    if unmatched.isEmpty { return }
    let count = Units.count(unmatched.values.reduce(0, +), "message")
    remark("\(count) that may be about the life cycle matched no pattern:\(Self.mostFrequent(unmatched))")
  }

  /// What is unclear about numbers, and what to do.
  private static func text(_ doubt: ValueDoubt, _ count: Int64, _ value: String) -> String {
    let values = "\(Units.count(count, "value")) under '\(DisplayText.escaped(doubt.key))'"
    let isOne = count == 1
    let unit = KeyUnit.unit(ofKeysEnd: doubt.key) ?? "ms"
    func map(_ form: String) -> String { Suggestion.command(["--map", "\(doubt.mapping)=\(doubt.key):\(form)"]) }
    switch doubt.kind {
    case .otherUnit:
      return "\(values) \(isOne ? "has" : "have") another unit than --map says, as \(value): that of the value counts"
    case .noUnit:
      return "\(values) \(isOne ? "is" : "are") not read, as \(value) has no unit; say it, as in \(map("ms"))"
    case .mark:
      return "\(values) \(isOne ? "is" : "are") not read, as the comma of \(value) may be a decimal mark or part "
        + "thousands; say which is the decimal mark, before the unit: \(map(",\(unit)")) or \(map(".\(unit)"))"
    }
  }

  /// The most frequent sorts of messages, a line each.
  static func mostFrequent(_ counts: [String: Int64]) -> String {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let rest = sorted.dropFirst(3).reduce(0) { $0 + $1.value }
    let more = rest > 0 ? "\n  and \(Units.count(rest)) of other sorts" : ""
    return sorted.prefix(3).map { "\n  \(Units.count($0.value)) × \($0.key)" }.joined() + more
  }

  /// Writes a line for each of the first files, and how many more `such` files there are.
  private func list<File>(_ files: [File], _ such: String, _ line: (File) -> String) {
    let limit = 10
    for file in files.prefix(limit) { remark(line(file)) }
    let more = files.count - limit
    if more > 0 { remark("and \(Units.count(more, "more file"))\(such)") }
  }

  /// The selected launches, or a data `Failure` if there are none.
  ///
  /// `paths` are the logs of `all`, or empty for the store; `countsMetrics` is true if MetricKit has counts.
  func select(
    _ selection: Selection, from all: [Launch], of paths: [String] = [], countsMetrics: Bool = false
  ) throws -> [Launch] {
    let selected = selection.filter(all)
    if !selected.isEmpty { return selected }
    if all.isEmpty {
      let advice = countsMetrics ? "'tracetool report' shows what MetricKit counted" : "add the logs of one"
      throw Failure.data("there is no launch; \(advice)")
    }
    let count = Units.count(all.count, "launch")
    let names = Selection.options.map(\.name)
    let given = names.filter(givenOptions.contains).joined(separator: ", ")
    let report = Suggestion.command(["tracetool", "report"] + (paths.isEmpty ? storeWords : paths))
    let there = selection.text(ofWhatIsIn: all)
    throw Failure.data("none of \(count) is selected by \(given); '\(report)' shows what there is\(there)")
  }
}
