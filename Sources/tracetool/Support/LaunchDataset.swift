import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceStore
import TraceReport

/// The launches that a command reads, and those that its options select.
struct LaunchDataset {
  let query: LaunchQuery
  let invocation: Invocation
  let launches: Launches
  /// Empty if only `timed` was asked for.
  let selected: [Launch]
  /// All launches, if only their times were asked for, without a selection.
  let timed: TimedLaunches?
  /// Made when it is first asked for.
  private let lazyJudgement: LazyJudgement
  /// How the logs could be read that were not understood; nil if all were.
  let advice: ReadingAdvice?
  /// MetricKit's counts in the selected payloads; nil if there are none, or they are not wanted.
  let metrics: MetricReport?

  private let readsLogs: Bool

  /// Launches whose events are mixed, if no verdict says so.
  private let mixed: [Coverage.Mixed]?

  /// Reads the launches of the named logs, or of the store if there are none.
  ///
  /// `followed` are launches that were read already. A store gives as much of each launch as `scope` says. `metrics`
  /// accepts MetricKit's counts as an answer without launches. A `verdict` reports too many rejects, which are an error
  /// without one. `keepsEvents` is false, to save memory, if no events of logs will be shown.
  ///
  /// - Throws: `Failure` if there is nothing to answer with, or a signal has stopped the command.
  init(
    _ query: LaunchQuery, _ invocation: Invocation, followed: Launches? = nil, scope: SummaryScope = .all,
    metrics: Bool = false, verdict: Bool = false, keepsEvents: Bool = true
  ) throws {
    try query.selection.checkDeviceClass(query.judging.deviceClasses)
    self.query = query
    self.invocation = invocation
    // Before a store is open: a process that closes a file drops SQLite's locks on it.
    readsLogs = followed != nil || query.readsLogs
    let isStore = !readsLogs
    var launches = try followed ?? Self.launches(query, invocation, scope: scope, keepsEvents: keepsEvents)
    System.returnFreedMemory()
    var sampled: (launches: [Launch], judging: JudgingContext?)?
    if launches.sample != nil {
      let some = Self.classified(launches, query, verdict: true)
      let judgement = some.judging.map { Judgement(some.launches, $0) }
      let isEnough = judgement.map { $0.launches.allSatisfy($0.isSettled) }
      if isEnough == true { sampled = some } else { launches = try Self.launches(query, invocation, scope: .all) }
    }
    self.launches = launches
    let failures = launches.diagnostics.failures
    // The error that ends the command is the gravest.
    let fatal = launches.isEmpty ? failures.lastIndex { !$0.isPartial } ?? failures.indices.last : nil
    for index in failures.indices where index != fatal { invocation.complain(failures[index].sentence) }
    if let fatal { throw failures[fatal] }
    let advice = isStore ? nil : ReadingAdvice(launches, query.logs.reading, invocation)
    self.advice = advice
    invocation.report(launches.diagnostics, advice, rejects: verdict)
    try launches.diagnostics.withExitCode { [launches] in
      try Self.check(launches, query, invocation, advice, isStore: isStore, verdict: verdict)
    }
    // The errors have said it of logs.
    if isStore, !verdict, let text = Self.reading(launches, isOfLogs: false).unreadText {
      invocation.complain(text)
    }
    mixed = verdict ? nil : Coverage.Mixed.all(launches.summaries, launches.symbols)
    if let mixed { invocation.complain(Coverage.Mixed.message(mixed)) }
    for doubt in LaunchJoins.doubts(about: launches.summaries, launches.symbols) { invocation.remark("\(name: doubt)") }
    if !isStore { try query.logs.keep(invocation) }
    if invocation.isVerbose, !isStore {
      let intake = launches.counts
      let first: Sentence = launches.firstReject.map { "; the first rejected is \(name: $0)" } ?? ""
      let odd: Sentence = "\(intake.rejected) rejected, \(intake.unfinished) unfinished, \(intake.misfits) with misfits"
      invocation.remark("of \(count: intake.lines, "line") \(odd)\(first)")
    }
    let classes = query.judging.deviceClasses
    let include = query.judging.include
    self.metrics =
      metrics
      ? MetricReport(MetricPayload.all(launches.summaries, launches.symbols, [query.selection], classes)) : nil
    if scope == .times {
      let launches = launches
      let timed =
        launches.times.map { TimedLaunches($0, launches.symbols, include: include, classes: classes) }
        ?? TimedLaunches(launches.summaries, launches.symbols, include: include, classes: classes)
      if timed.isEmpty, self.metrics == nil { _ = try invocation.select(query.selection, from: [], of: query.paths) }
      self.timed = timed
      selected = []
      lazyJudgement = LazyJudgement { Judgement([], of: [], launches.symbols, query.judging) }
      return
    }
    timed = nil
    let (all, judging) = sampled ?? Self.classified(launches, query, verdict: verdict)
    let selected =
      self.metrics == nil
      ? try invocation.select(
        query.selection, from: all, of: query.paths, countsMetrics: !launches.summaries.metricIndices.isEmpty)
      : query.selection.filter(all)
    self.selected = selected
    lazyJudgement = LazyJudgement { [launches] in
      Judgement(selected, judging ?? JudgingContext(launches.summaries, of: launches.symbols, query.judging))
    }
  }

  /// All launches, classified and timed, and, for a verdict, what judging needs to know of them.
  ///
  /// For speed both are made at once: each looks at every launch.
  private static func classified(
    _ launches: Launches, _ query: LaunchQuery, verdict: Bool
  ) -> (launches: [Launch], judging: JudgingContext?) {
    let summaries = launches.summaries
    let symbols = launches.symbols
    let options = query.judging
    if let sample = launches.sample {
      let some = sample.launches(summaries, symbols, include: options.include, classes: options.deviceClasses)
      return (some, JudgingContext(sample.held, of: symbols, options))
    }
    let classify: @Sendable () -> [Launch] = {
      Launch.all(summaries, symbols, include: options.include, classes: options.deviceClasses)
    }
    return verdict ? together(classify) { JudgingContext(summaries, of: symbols, options) } : (classify(), nil)
  }

  /// The launches of the named logs and stores, else of the store.
  ///
  /// - Throws: Errors of reading.
  static func launches(
    _ query: LaunchQuery, _ invocation: Invocation, scope: SummaryScope, keepsEvents: Bool = true
  ) throws -> Launches {
    if query.paths.isEmpty {
      if !System.isNamed(invocation.store) { throw noStore(invocation) }
      return try invocation.launchesOfStore(scope)
    }
    let reading = query.logs.reading
    if query.readsStores {
      return try invocation.withProgress { progress in
        var run = PartsRun(
          options: reading, memory: query.memory, wanted: scope, busyTimeout: invocation.busyTimeoutMilliseconds,
          report: progress)
        return try run.run(query.paths)
      }
    }
    return try invocation.withProgress { progress in
      var run = CheckRun(
        options: reading, memory: query.memory, keepsEvents: keepsEvents, wanted: scope, report: progress)
      return try run.run(query.paths)
    }
  }

  /// The failure without named logs and without a store.
  private static func noStore(_ invocation: Invocation) -> Failure {
    let words = ["tracetool"] + invocation.words.prefix(1) + invocation.operands + ["logs/"]
    return Failure(
      code: .inputOutput,
      sentence: "cannot open the store \(invocation.storeName): there is no such file; name logs, as in "
        + "'\(command: words)', ingest some with 'tracetool ingest logs/', or name the store with --store")
  }

  var hasNoLaunch: Bool { timed?.isEmpty ?? selected.isEmpty }

  /// The selected payloads of MetricKit that `selection` fits.
  func metricPayloads(_ selection: Selection = Selection()) -> [MetricPayload] {
    let payloads = MetricPayload.all(
      launches.summaries, launches.symbols, [query.selection, selection], query.judging.deviceClasses)
    return payloads.map { $0.judged(by: query.judging) }
  }

  /// The unknown names that say that a process ended, in order.
  var unknownEnds: [String] { launches.unknownNames.keys.filter { RenameHint.kind(of: $0) == .processExit }.sorted() }

  /// The exit code of a command that has no other reason to fail.
  var exitCode: ExitCode {
    let code = launches.diagnostics.exitCode
    return code == .fine && launches.unread.count > 0 ? .data : code
  }

  /// `exitCode`, of a command that judges launches, which may be mixed.
  var judgedCode: ExitCode { exitCode == .fine && mixed != nil ? .data : exitCode }

  var reading: Coverage.Reading { Self.reading(launches, isOfLogs: readsLogs) }

  private static func reading(_ launches: Launches, isOfLogs: Bool) -> Coverage.Reading {
    let events = launches.summaries.reduce(0) { $0 &+ $1.eventCount }
    var reading = Coverage.Reading(
      records: events &+ launches.rejected, rejected: launches.rejected, unreadSources: launches.unread.count,
      sources: launches.unread.all, isOfLogs: isOfLogs)
    if launches.dropped > 0 {
      reading.dropped = launches.dropped
      let names = launches.droppedNames.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      if !names.isEmpty { reading.droppedNames = names.map { Coverage.NameCount(name: $0.key, count: $0.value) } }
    }
    return reading
  }

  /// The part of `reading` without use in a report; nil if there is none.
  var leftOut: Coverage.Reading? {
    var reading = reading
    let counted = launches.unknownNames.values.reduce(0, +)
    let unknown =
      readsLogs ? counted : launches.summaries.reduce(0) { $0 &+ $1.unknownCount &- $1.unmappedCount }
    if unknown > 0 { reading.unknown = unknown }
    return reading.rejected > 0 || unknown > 0 || reading.dropped != nil ? reading : nil
  }

  var judgement: Judgement { lazyJudgement.value }

  /// The findings of all rules, with the counts of what was read, and their subject.
  func checked() -> (report: CheckReport, subject: CheckSubject) {
    let judgement = judgement
    var jobs = judgement.chunks().map { chunk in { @Sendable in CheckedChunk.findings(chunk()) } }
    // Behind the first chunk, which takes longest.
    let include = query.judging.include
    jobs.insert({ [selected] in .subject(CheckSubject(selected, include: include)) }, at: min(1, jobs.count))
    var subject = CheckSubject([])
    var found: [JudgementChunk] = []
    for chunk in concurrently(jobs) {
      switch chunk {
      case .findings(let chunk): found.append(chunk)
      case .subject(let all): subject = all
      }
    }
    var report = judgement.joined(found)
    report.coverage.reading = reading
    for launch in query.selection.filter(Launch.unknownBesideRecords(launches.summaries, launches.symbols)) {
      report.coverage.noteNames(of: launch.summary)
    }
    let times = subject.environments
    if !times.isEmpty {
      report.coverage.timesNotJudged = Dictionary(uniqueKeysWithValues: times.map { ($0.rawValue, $1) })
    }
    return (report, subject)
  }

  /// A chunk of what a check makes of the selected launches.
  private enum CheckedChunk: Sendable {
    case findings(JudgementChunk)
    case subject(CheckSubject)
  }

  /// Writes a message for each reason why faults may have been missed.
  func complain(_ doubts: [Verdict.Doubt], _ coverage: Coverage) {
    if let text = wordsText(coverage) { invocation.remark(text) }
    for doubt in doubts {
      switch doubt {
      case .rejects:
        invocation.complain(LogOptions.message(rejected: reading.rejected, of: reading.records, launches.firstReject))
      case .unknownNames:
        let isOne = coverage.unknownEvents == 1
        invocation.complain(
          "the name\(isOne ? "" : "s") of \(count: coverage.unknownEvents) of "
            + "\(count: coverage.namedEvents, "event") \(isOne ? "is" : "are") unknown, "
            + "more than --max-unknown allows; --rename gives a name a meaning, --keep lifecycle skips what is no "
            + "life cycle, and --max-unknown accepts more\(advice?.command ?? "")")
      case .unknownEnds:
        let names = unknownEnds.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        let more: Sentence = unknownEnds.count > 3 ? " and \(count: unknownEnds.count - 3) more" : ""
        let command = advice?.command ?? ""
        let options = unknownEnds.prefix(3).compactMap { advice?.options(for: $0) }.joined(separator: " ")
        invocation.complain(
          "names that say that the process ended are unknown: \(name: names)\(more); --rename gives a name a meaning"
            + (command.isEmpty && !options.isEmpty ? ", as in \(name: options)" : command))
      case .unreadSources: invocation.complain(coverage.reading?.unreadText ?? "")
      case .nothingJudged: invocation.complain(nothingJudgedText(coverage))
      case .mixed: invocation.complain(Coverage.Mixed.message(coverage.mixed ?? []))
      case .noLaunch:
        invocation.complain(
          "MetricKit's payloads are sums, in which there is no launch to judge; a log of the app has them")
      }
    }
  }

  /// The command that gives words of the log their likely meaning, as a message; nil if there is none.
  ///
  /// Advice on reading, if there is any, has these options already.
  private func wordsText(_ coverage: Coverage) -> Sentence? {
    if !readsLogs || advice != nil { return nil }
    let renamings = coverage.unknownWords.compactMap { word in
      WordHint.meaning(of: word.word, in: word.field.name).map { "\(word.field.name):\(word.word)=\($0)" }
    }
    if renamings.isEmpty { return nil }
    let options = renamings.sorted().flatMap { ["--rename", $0] }
    let words = invocation.words
    return
      "a word may mean what tracetool knows\ntry: \(command: ["tracetool"] + words.prefix(1) + options + words.dropFirst())"
  }

  /// Why no launch was judged, and what to do.
  private func nothingJudgedText(_ coverage: Coverage) -> Sentence {
    let crashes = coverage.crashesWithoutBegin
    if crashes > 0, coverage.stepsSeen == crashes {
      let which: Sentence =
        crashes == 1 ? "the crash came at its launch, whose begin" : "crashes came at launches, whose begins"
      return "nothing was judged: the log does not show whether \(which) it lacks; add the log or the export that has "
        + "the launches of the app"
    }
    let lack: Sentence =
      "nothing was judged: no state was judged, no length was compared with a budget, and no end was read"
    if let text = timesNotJudgedText(coverage) { return "\(lack); \(text)" }
    if coverage.reading?.dropped != nil {
      return "\(lack); what --keep lifecycle dropped may say so: leave it out to see the names, and give them a "
        + "meaning with --rename\(advice?.command ?? "")"
    }
    if coverage.unknownEvents > 0 {
      return "\(lack); give names a meaning with --rename\(advice?.command ?? "")"
    }
    return "\(lack); 'tracetool explain --schema event' lists the events that say so, as process.start, "
      + "app.didBecomeActive, process.exit and launch.measured"
  }

  /// The option that judges times of launches on no device; nil if there are none.
  private func timesNotJudgedText(_ coverage: Coverage) -> Sentence? {
    guard let times = coverage.timesNotJudged, !times.isEmpty else { return nil }
    return "--include \(name: times.keys.sorted().joined(separator: ",")) judges the times of launches that ran there"
  }

  /// The report with the findings marked that a list accepts.
  func marked(_ report: CheckReport, by list: AcceptanceList) -> CheckReport {
    var report = report
    list.apply(to: &report, judgement, ruleFilter: query.ruleFilter)
    return report
  }

  func judged() -> CheckReport { report(of: judgement) }

  /// The findings that name one selected launch, by the rules that `--rule` selects: those of `judged`, but faster.
  func findings(of launch: Launch) -> [Finding] {
    judgement.findings(of: launch).filter { query.ruleFilter?.contains($0.rule) != false }
  }

  /// What a comparison needs of the findings in some of the launches, by the rules that `--rule` selects.
  func compared(_ launches: [Launch]) -> CheckReport {
    report(of: Judgement(launches, judgement.judging), comparesTimes: true)
  }

  private func report(of judgement: Judgement, comparesTimes: Bool = false) -> CheckReport {
    let report = judgement.joined(concurrently(judgement.chunks(comparesTimes: comparesTimes)))
    return query.ruleFilter.map(report.selecting) ?? report
  }
}

/// A judgement that is made when it is first read.
private final class LazyJudgement {
  private let make: () -> Judgement
  private(set) lazy var value = make()

  init(_ make: @escaping () -> Judgement) { self.make = make }
}

extension LaunchDataset {
  /// - Throws: A data `Failure` if nothing in the launches can be judged, or too many records were rejected.
  private static func check(
    _ launches: Launches, _ query: LaunchQuery, _ invocation: Invocation, _ advice: ReadingAdvice?, isStore: Bool,
    verdict: Bool
  ) throws {
    // Each launch of `times` has a recognized event.
    let hasAnswer =
      launches.times != nil
      || launches.summaries.contains { summary in
        summary.holdsKnownEvents || summary.isWarnedOfScenes
          || summary.metrics.contains { $0.count != 0 }
      }
    if !hasAnswer || !verdict { try query.logs.check(launches.counts, firstReject: launches.firstReject) }
    if hasAnswer { return }
    if launches.summaries.allSatisfy({ $0.eventCount == 0 }) {
      let store: Sentence =
        query.paths.count > 1
        ? "none of the \(query.paths.count) stores holds an event"
        : "the store \((query.paths.first.map { invocation.reading(store: $0) } ?? invocation).storeName) holds no event"
      let target: Sentence = query.paths.count > 1 ? "one of them" : "it"
      let empty: Sentence = "\(store); read logs into \(target) with 'tracetool ingest PATH'"
      let one: Sentence? =
        query.paths.count == 1 ? query.paths.first.map { "'\(name: PathText.shown($0))'; check the path" } : nil
      let logs: Sentence = "there is no event in \(one ?? "what was read; check the paths")"
      throw Failure.data(isStore ? empty : "\(logs); 'tracetool explain formats' lists what is read")
    }
    let uncounted = Self.uncounted(launches)
    if !uncounted.isEmpty { throw Failure.data(uncounted.joined(separator: "\n")) }
    if launches.summaries.allSatisfy({ $0.unmappedCount == $0.unknownCount }) {
      let count: Sentence = "\(count: launches.summaries.reduce(0) { $0 &+ $1.eventCount }, "record")"
      let notes = launches.diagnostics.notes
      if !notes.eventless.isEmpty {
        throw Failure.data(
          "\(count) without the start, the end or a state of an app; about its life cycle:"
            + "\(Invocation.mostFrequent(notes.eventless))\ncopy the lines around them as well")
      }
      if !notes.decisions.isEmpty {
        throw Failure.data("\(count) without the start, the end or a state of an app")
      }
      if notes.bookkeepingCount > 0 {
        throw Failure.data(
          "\(count) without the start, the end or a state of an app; \(count: notes.bookkeepingCount) of them iOS' bookkeeping of one\n"
            + "copy the lines around them as well")
      }
      let limit: Sentence = notes.unmatched.isEmpty ? "" : " in words that tracetool knows"
      let isSystemLog = launches.summaries.contains { summary in
        let format = launches.symbols.context(summary.context).format
        return launches.symbols.texts.string(format).hasPrefix("unified-log")
      }
      let prints: Sentence =
        isSystemLog
        ? "\nof what an app prints, lines count that begin with a callback's name, as 'applicationDidBecomeActive',\n"
          + "or with a framework's state, as 'scenePhase: active'" : ""
      throw Failure.data("none of \(count) is about an app's life cycle\(limit)\(prints)")
    }
    let names = [UnknownName](counts: launches.unknownNames, advice)
    let rest: Sentence = isStore ? "; 'tracetool store status' lists them" : "; --rename OLD=NAME gives one a meaning:"
    let table = names.table("no event has a known name\(rest)").text()
    let asked = advice?.otherWordsText ?? ""
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    throw Failure.data(lines.map { "\(name: String($0))" }.joined(separator: "\n") + asked + (advice?.command ?? ""))
  }
}

extension LaunchDataset {
  /// Why payloads of MetricKit are not counted, a sentence a reason; empty if each has counts.
  private static func uncounted(_ launches: Launches) -> [Sentence] {
    func sentence(_ word: String, _ one: Sentence, _ several: Sentence) -> Sentence? {
      let periods = MetricPayload.periods(without: word, launches.summaries, launches.symbols)
      guard let first = periods.map(\.lowerBound).min(), let last = periods.map(\.upperBound).max() else { return nil }
      let days = Days.text(from: first, to: max(first, last - 1))
      return periods.count == 1
        ? "MetricKit's report of \(name: days) \(one)"
        : "\(periods.count) reports of MetricKit of \(name: days) \(several)"
    }
    return [
      sentence(
        MetricCount.nothing, "holds nothing about launches, ends or hangs",
        "hold nothing about launches, ends or hangs"),
      sentence(
        MetricCount.statesAlone,
        "counts by state alone: states are parts of a day and overlap, so that none is counted",
        "count by state alone: states are parts of a day and overlap, so that none is counted"),
    ].compactMap(\.self)
  }
}

extension IngestDiagnostics {
  /// The exit code without other failures: inputs that could not be read at all count for more than parts of others.
  var exitCode: ExitCode {
    if failures.isEmpty { return .fine }
    return failures.allSatisfy(\.isPartial) ? .data : .inputOutput
  }

  /// Runs `body`; if the data cannot answer, an input that could not be read is the reason.
  func withExitCode<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch var failure as Failure {
      if failure.code == .data, failures.contains(where: { !$0.isOfNoLog }) { failure.code = exitCode }
      throw failure
    }
  }

  /// Fields with values of a wrong type, the most frequent first, each with the first location.
  var misfitFields: [MisfitField] {
    let found = misfits.sorted { ($1.value.misfit.count, $0.key) < ($0.value.misfit.count, $1.key) }
    return found.map { field, found in
      MisfitField(
        field: field, count: found.misfit.count, firstLocation: "\(found.file):\(found.misfit.line)",
        firstValue: found.misfit.value)
    }
  }
}

extension [UnknownName] {
  /// Unknown names, the most frequent first, each with the option that may give it a meaning.
  init(counts: [String: Int64], _ advice: ReadingAdvice?) {
    self = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map { name, count in
      UnknownName(name: name, count: count) { advice?.options(for: $0) }
    }
  }
}
