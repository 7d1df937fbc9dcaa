import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

extension Invocation {
  /// Writes the formats of sources, advice on reading them, shares of rejects, and messages that matched no pattern.
  func report(_ diagnostics: IngestDiagnostics, _ advice: ReadingAdvice?, rejects: Bool = true) {
    for (format, sources) in diagnostics.sources.sorted(by: { $0.key < $1.key }) {
      let more: Sentence = sources.count > 1 ? " and \(count: sources.count - 1) more" : ""
      remark("\(name: sources[0])\(more): read as \(name: format)")
    }
    let skipped = SkippedFiles(diagnostics)
    for sysdiagnose in skipped.sysdiagnoses {
      remark(
        "skipped \(count: sysdiagnose.count, "file") of the sysdiagnose '\(name: sysdiagnose.path)' that hold no log")
    }
    list(skipped.others, "") { "skipped '\(name: $0.subject)': \(name: $0.cause); \($0.hint)" }
    if let text = advice?.keysText { remark(text) }
    list(rejects ? diagnostics.rejects : [], " with rejected records") { file in
      let first: Sentence = file.first.map { "; the first is line \($0.line): \(name: $0.reason.rawValue)" } ?? ""
      let share = Units.share(file.rejected, of: file.records) ?? "0 %"
      let counts: Sentence = "\(count: file.rejected) of \(count: file.records)"
      return "rejected: \(name: share) of '\(name: file.file)', \(counts)\(first)"
    }
    list(diagnostics.cleaned, " that were cleaned") { file in
      let marks = file.notes.steps.sorted().filter { $0 != .severalRecords }.map(\.rawValue)
      let without: [Sentence] = marks.isEmpty ? [] : ["read without \(name: marks.joined(separator: ", "))"]
      let several: [Sentence] = file.notes.steps.contains(.severalRecords) ? ["cut where several were on one line"] : []
      let how = (without + several).joined(separator: ", and ")
      return "\(name: file.name): \(count: file.notes.cleanedCount, "record") \(how)"
    }
    for (name, count) in diagnostics.notes.aggregates.sorted(by: { $0.key < $1.key }) {
      remark(
        "\(count: count, "record") '\(name: name)': MetricKit's sums or averages of a day, which give no launch times")
    }
    let doubts = diagnostics.notes.doubts.sorted {
      ($0.key.key, $0.key.kind.rawValue) < ($1.key.key, $1.key.kind.rawValue)
    }
    for (doubt, found) in doubts { remark(Self.text(doubt, found.count, DisplayText.cut(found.value, to: 24))) }
    let crashes = diagnostics.notes.crashes.sorted {
      ($0.key.key, $0.key.name ?? "") < ($1.key.key, $1.key.name ?? "")
    }
    for (crash, found) in crashes { remark(Self.text(crash, found.count, DisplayText.cut(found.value, to: 24))) }
    list(diagnostics.newestFirst, " that are newest first") { file in
      "\(name: file): its records are newest first; they are replayed from the last to the first"
    }
    let android = diagnostics.notes.androidCount
    if android > 0 {
      remark(
        "\(count: android, "line") of Android's log \(android == 1 ? "is" : "are") not read: tracetool reads logs of iOS"
      )
    }
    let decisions = diagnostics.notes.decisions
    if !decisions.isEmpty {
      remark(
        "\(count: decisions.values.reduce(0, +), "decision") of iOS on when apps may work in the background:"
          + Self.mostFrequent(decisions))
    }
    let unmatched = diagnostics.notes.unmatched
    if unmatched.isEmpty { return }
    remark(
      "\(count: unmatched.values.reduce(0, +), "message") that may be about the life cycle matched no pattern:"
        + Self.mostFrequent(unmatched))
  }

  /// A crash of which records tell in passing, and what to do.
  private static func text(_ crash: SaidCrash, _ count: Int64, _ value: String) -> Sentence {
    let isOne = count == 1
    let remedy = crash.name.map { name -> Sentence in
      let rename = "\(name)[\(crash.key)=\(value)]=\(EventKind.processExit.name):\(ExitReason.crash.name)"
      return "; if the process ended there: \(command: ["--rename", rename])"
    }
    return "\(count: count, "record") \(isOne ? "mentions" : "mention") a crash "
      + "(\(name: crash.key): \(name: value)), but not when it happened, so that no launch ends with it\(remedy ?? "")"
  }

  /// What is unclear about numbers, and what to do.
  private static func text(_ doubt: ValueDoubt, _ count: Int64, _ value: String) -> Sentence {
    let values: Sentence = "\(count: count, "value") under '\(name: doubt.key)'"
    let isOne = count == 1
    let unit = KeyUnit.unit(ofKeysEnd: doubt.key) ?? "ms"
    func map(_ form: String) -> String { Suggestion.command(["--map", "\(doubt.mapping)=\(doubt.key):\(form)"]) }
    switch doubt.kind {
    case .otherUnit:
      return
        "\(values) \(isOne ? "has" : "have") another unit than --map says, as \(name: value): that of the value counts"
    case .noUnit:
      return
        "\(values) \(isOne ? "is" : "are") not read, as \(name: value) has no unit; say it, as in \(name: map("ms"))"
    case .mark:
      return "\(values) \(isOne ? "is" : "are") not read, as the comma of \(name: value) may be a decimal mark or part "
        + "thousands; say which is the decimal mark, before the unit: "
        + "\(name: map(",\(unit)")) or \(name: map(".\(unit)"))"
    }
  }

  /// The most frequent sorts of messages, a line each.
  static func mostFrequent(_ counts: [String: Int64]) -> Sentence {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let rest = sorted.dropFirst(3).reduce(0) { $0 + $1.value }
    let more: Sentence = rest > 0 ? "\n  and \(count: rest) of other sorts" : ""
    return sorted.prefix(3).map { "\n  \(count: $0.value) × \(name: $0.key)" as Sentence }.joined() + more
  }

  /// Writes a line for each of the first files, and how many more `such` files there are.
  private func list<File>(_ files: [File], _ such: Sentence, _ line: (File) -> Sentence) {
    let limit = 10
    for file in files.prefix(limit) { remark(line(file)) }
    let more = files.count - limit
    if more > 0 { remark("and \(count: more, "more file")\(such)") }
  }

  /// The selected launches, or a data `Failure` if there are none.
  ///
  /// `paths` are the logs of `all`, or empty for the store; `countsMetrics` is true if MetricKit has counts.
  func select(
    _ selection: Selection, from all: [Launch], of paths: [String] = [], countsMetrics: Bool = false
  ) throws -> [Launch] {
    let selected = selection.filter(all)
    if !selected.isEmpty {
      for (field, value) in selection.unmetValues(among: all) {
        remark("no launch has \(name: field.rawValue)=\(name: value)")
      }
      return selected
    }
    if all.isEmpty {
      let advice: Sentence = countsMetrics ? "'tracetool report' shows what MetricKit counted" : "add the logs of one"
      throw Failure.data("there is no launch; \(advice)")
    }
    let names = Selection.options.map(\.name)
    let given = names.filter(givenOptions.contains).joined(separator: ", ")
    let report = ["tracetool", "report"] + (paths.isEmpty ? storeWords : paths)
    throw Failure.data(
      "none of \(count: all.count, "launch") is selected by \(name: given); '\(command: report)' shows what there is"
        + selection.text(ofWhatIsIn: all))
  }
}
