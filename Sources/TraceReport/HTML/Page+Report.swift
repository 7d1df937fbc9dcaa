package import TraceAnalyzer
package import TraceModel

/// What pages show beside the answers of their commands, whose tables hold the other numbers.
package struct PageFacts: Sendable {
  /// Launch times by version, or by side.
  package var times: [KindTimes]
  /// Apps, launches, devices and days.
  package var subject: CheckSubject
  /// Launch times step by step; nil where there are too few steps.
  package var trend: LaunchTrend?
  /// What MetricKit counted; nil if no payload was read.
  package var metrics: MetricReport?
  /// The launch that is shown by itself.
  package var launch: ShownLaunch?
  /// The events that show findings.
  package var excerpts: [EventExcerpt.Key: EventExcerpt] = [:]
  /// The version of tracetool, as in `0.1.0`.
  package var toolVersion: String
  /// What became of all that was read.
  package var reading: Coverage.Reading?

  /// The facts of a page.
  package init(
    times: [KindTimes], subject: CheckSubject, launch: ShownLaunch? = nil, toolVersion: String,
    reading: Coverage.Reading? = nil
  ) {
    self.times = times
    self.subject = subject
    self.launch = launch
    self.toolVersion = toolVersion
    self.reading = reading
  }

  /// As in `tracetool 0.1.0 · 517 events, none rejected`.
  var foot: Sentence {
    guard let reading else { return "tracetool \(name: toolVersion)" }
    let sources: Sentence = reading.sources.map { $0 > 0 ? "made from \(count: $0, "source"), " : "" } ?? ""
    let rejected: Sentence = reading.rejected == 0 ? "none" : "\(count: reading.rejected)"
    return "tracetool \(name: toolVersion) · \(sources)\(count: reading.records &- reading.rejected, "event"), "
      + "\(rejected) rejected"
  }

  /// The times that the headline is about: the first over their budget, else the first.
  fileprivate var main: KindTimes? {
    times.first { $0.groups[0].percentile(50) > $0.budgetNanos ?? .max } ?? times.first
  }

  /// The times that the slowest launch that counts is of; of several the first.
  private var slowest: (times: KindTimes, group: KindTimes.Group, nanos: Int64)? {
    var slowest: (times: KindTimes, group: KindTimes.Group, nanos: Int64)?
    for times in times {
      for group in times.groups {
        guard let nanos = group.nanos.last, nanos > slowest?.nanos ?? -1 else { continue }
        slowest = (times, group, nanos)
      }
    }
    return slowest
  }

  /// The launch that a report shows by itself, and why: the slowest whose time counts; where none does, the one with
  /// the worst of these findings, which comes first.
  package func launchToShow(_ findings: [Finding]) -> (name: String, reason: Sentence)? {
    guard let slowest, !slowest.group.slowest.isEmpty else {
      let example = findings.lazy.compactMap(\.exampleLaunch).first
      return example.map { ($0, "Shown because it has the worst finding.") }
    }
    // Others that do not count may have taken longer.
    let counted = times.reduce(0) { $0 + $1.groups.reduce(0) { $0 + $1.nanos.count } }
    let those: Sentence = counted < subject.launches ? " whose time counts" : ""
    let which: Sentence = counted == 1 ? "the only" : "the slowest"
    let name = name(slowest.times, slowest.group)
    return (slowest.group.slowest, "Shown because it is \(which) launch\(those): \(name).")
  }

  /// As in `cold of 4.9.0`, with the app where there are several.
  private func name(_ times: KindTimes, _ group: KindTimes.Group) -> Sentence {
    let owner = [hasSeveralApps ? times.app : "", group.name].filter { !$0.isEmpty }.joined(separator: " ")
    return "\(name: times.kind.name)\(owner.isEmpty ? "" : " of \(.name(owner, limit: 60))")"
  }

  /// As in `the slowest 3.85 s`, with its kind and version unless the headline has these; nil of a single launch.
  fileprivate var slowestText: Sentence? {
    guard let main, let slowest else { return nil }
    if slowest.times != main || slowest.group != main.groups[0] {
      return "the slowest of all \(nanos: slowest.nanos), \(name(slowest.times, slowest.group))"
    }
    return slowest.group.nanos.count == 1 ? nil : "the slowest \(nanos: slowest.nanos)"
  }

  /// The names of a few apps, or how many there are.
  var subjectText: Sentence {
    let apps = subject.apps.map(\.name).filter { !$0.isEmpty }
    return apps.count > 3 ? "\(count: apps.count, "app")" : apps.map { Sentence.name($0) }.joined(separator: ", ")
  }

  fileprivate var hasSeveralApps: Bool { Set(times.map(\.app)).count > 1 }

  /// As in `Cold`, with the app where there are several.
  fileprivate func title(_ times: KindTimes) -> Sentence {
    Self.title(times.kind.name, hasSeveralApps ? [times.app] : [])
  }

  /// The times of all launches of a side, as its pictures show them; what is compared is weighed by device or model.
  fileprivate var sidesTable: Table {
    let rows = times.flatMap { times in
      times.groups.map { group -> [Cell] in
        [.text(title(times)), .name(group.name), .count(group.nanos.count)]
          + [50, 90, 100].map { .nanos(Statistics(group.nanos).shown($0)) }
      }
    }
    return Table(
      "All launches of each side, as they are; a comparison weighs them by device, or by model and system",
      ["kind", "side", "count", "p50", "p90", "longest"], rows)
  }

  /// As in `Cold, iPhone14,5`.
  fileprivate static func title(_ kind: String, _ others: [String]) -> Sentence {
    let known = others.filter { !$0.isEmpty }.map { Sentence.name($0, limit: 60) }
    return ([("\(name: kind)" as Sentence).capitalized] + known).joined(separator: ", ")
  }
}

/// A launch that a page shows by itself.
package struct ShownLaunch: Sendable {
  package let history: LaunchHistory
  package let kind: LaunchKind
  package let time: LaunchTime
  /// Its phases, in their order.
  package let phases: [LaunchPhase]
  /// The launches of its kind; nil of too few.
  package let alike: KindTimes.Group?
  /// The budget of its time, in nanoseconds; nil where none applies.
  package let budgetNanos: Int64?
  /// Why it is shown of all launches; nil where it was asked for.
  let reason: Sentence?

  /// A launch beside others, with its events.
  package init(
    _ launch: Launch, _ history: LaunchHistory, among launches: [Launch], budgetNanos: Int64?, reason: Sentence? = nil
  ) {
    self.history = history
    self.reason = reason
    kind = launch.kind
    time = launch.time
    // The phases of a time that does not count are not those of launches.
    phases = launch.time.notCounted == nil ? launch.phases : []
    alike = launch.times(ofKindIn: launches)
    self.budgetNanos = budgetNanos
  }
}

extension Page {
  /// The page of `tracetool report`.
  package init(report times: LaunchTimesReport, _ found: CheckReport, _ facts: PageFacts) {
    let groups = found.groups(by: .cause).filter { $0.accepted == nil }
    subject = facts.subjectText
    let isOfMetricsAlone = facts.metrics != nil && times.coverage.launches == 0
    headline =
      isOfMetricsAlone
      ? "What MetricKit counted: no launch by itself" : Self.headline(facts, groups, found.coverage, times.coverage)
    grounds = isOfMetricsAlone ? [] : [Self.grounds(facts.subject, times.coverage)]
    var all = [Self.timesSection(facts, [times.table], times.coverage)]
    if let metrics = facts.metrics { all.append(Self.metricsSection(metrics)) }
    if let trend = facts.trend { all.append(Self.trendSection(trend, facts)) }
    all.append(Self.phasesSection(facts))
    all.append(
      Section(
        heading: "Findings", sentence: Self.sentence(groups, found),
        content: Self.list(
          groups.map { group in
            PageFinding(
              group.worst, message: group.messageLines.joined(separator: "; "),
              version: group.medians.count > 1 || group.isShareOfVersion ? nil : group.worst.appVersion,
              share: Self.share(of: group, found.coverage), facts.excerpts[.init(group.worst)],
              shownLaunch: facts.launch?.history.launch)
          })))
    if let launch = facts.launch {
      all.append(
        launch.section(
          heading: "Launch \(name: DisplayText.shortID(launch.history.launch))",
          sentence: launch.reason ?? "", detail: launch.context))
    }
    sections = all
    foot = facts.foot
  }

  /// The page of `tracetool show`.
  package init(launch: ShownLaunch, _ facts: PageFacts, _ explanation: LaunchExplanation) {
    let history = launch.history
    subject = .name(history.context.app)
    headline = launch.headline(explanation.coverage)
    grounds = ["\(name: DisplayText.shortID(launch.history.launch)) · \(launch.context)"]
    let excerpts = EventExcerpt.all(history.findings.prefix(Self.mostFindings), history)
    let findings = history.findings.map { finding in
      let about = finding.median.map { "about \(count: $0.count, "launch"), this one among them" as Sentence }
      return PageFinding(
        finding, message: finding.message, version: finding.appVersion, share: about.map { [$0] } ?? [],
        excerpts[.init(finding)])
    }
    let shown = history.only(0..<min(history.events.count, Self.mostRows))
    var events = shown.eventsWithLines("What happened, in the order of the launch")
    let more = history.events.count - shown.events.count
    if more > 0 { events.notes.append("\(count: more, "more event") not shown") }
    var about = launch.section(heading: "The launch")
    about.content = [explanation.endTable, explanation.judgedTable].map { table in
      .tag(.p, "note", [.text(Self.joined(table.heading, table.notes))])
    }
    var all = [about]
    if !findings.isEmpty {
      let sentence = [
        launch.ownFindings.isEmpty ? nil : "\(Self.counts(launch.ownFindings)) of this launch" as Sentence,
        launch.otherFindings.isEmpty ? nil : "\(Self.counts(launch.otherFindings)) about several launches",
      ].compactMap(\.self).joined(separator: "; ")
      all.append(Section(heading: "Findings", sentence: "\(sentence).", content: Self.list(findings)))
    }
    if !history.events.isEmpty {
      all.append(Section(heading: "Events", content: [Self.markup(events, label: "events")]))
    }
    sections = all
    foot = facts.foot
  }

  /// The page of `tracetool compare`.
  package init(comparison report: CompareReport, _ facts: PageFacts) {
    let text = CompareText(report: report)
    subject = facts.subject.apps.map { Sentence.name($0.name) }.prefix(3).joined(separator: ", ")
    headline = text.headline
    grounds = [text.heading]
    var all = [Self.timesSection(facts, [facts.sidesTable], nil)]
    let rows = report.rows.filter(\.hasDifference)
    let hasUnbounded = rows.contains { DifferencePicture.isUnbounded($0) }
    var differences = Section(
      heading: "Differences",
      sentence: rows.isEmpty
        ? ""
        : "The dot is the difference, the bar its interval: all intervals together have 95\u{A0}% confidence."
          + (hasUnbounded ? " A dashed line has no bound." : ""))
    for (isOfPoints, title) in [(false, "Times"), (true, "Shares of launches")] as [(Bool, Sentence)] {
      let own = rows.filter { ($0.shareDifference != nil) == isOfPoints }
      for start in stride(from: 0, to: own.count, by: DifferencePicture.mostRows) {
        let part = own[start..<min(start + DifferencePicture.mostRows, own.count)]
        let picture = DifferencePicture(rows: part, text: text, isOfPoints: isOfPoints).picture(title: title)
        differences.figures.append(
          Figure(title: title, detail: "\(text.names.head) less \(text.names.base)", picture: picture))
      }
    }
    var table = report.table()
    table.heading = "Each measure with its verdict"
    let sides: [(String, Sentence)] = [
      ("baseNanos", "\(text.names.base) (base)"), ("headNanos", "\(text.names.head) (head)"),
    ]
    for (name, side) in sides {
      guard let index = table.columns.firstIndex(where: { $0.name == name }) else { continue }
      table.columns[index] = ColumnHeading(side.cut(to: 40), name: name)
    }
    table.moveColumn("verdict", after: "measure")
    let why: Sentence =
      "The launch times above are those of all launches. These are compared \(text.way), and weighed so that both sides"
      + " have the same devices, or models and systems: so they may differ from those. The shift is the middle of the"
      + " differences of all pairs of a launch of \(text.names.head) and one of \(text.names.base), which need not be the"
      + " difference of both medians."
    differences.content =
      (rows.isEmpty ? [] : [.tag(.p, "note small", [.text(why)])]) + [Self.markup(table, label: "differences")]
      + text.notes.map { .tag(.p, "small", [.text($0)]) }
    all.append(differences)
    all.append(Self.phasesSection(facts, text.undecidedKinds))
    all.append(
      Section(
        heading: "Findings", sentence: "\(text.findingsText(base: text.names.base, head: text.names.head)).",
        content: Self.list(report.findings.map { PageFinding($0, text) })))
    sections = all
    foot = facts.foot
  }

  /// What MetricKit counted, in the tables that people get elsewhere.
  static func metricsSection(_ metrics: MetricReport) -> Section {
    let tables = metrics.tables(under: "Times by version")
    return Section(
      heading: "Counted by MetricKit", sentence: "\(metrics.scope).",
      content: tables.map { markup($0, label: "MetricKit") })
  }

  // MARK: Sentences

  /// As in `Cold launches of 4.9.0 take 420 ms, 20.1 ms over the budget; the slowest 489 ms; 5 kinds of error`.
  private static func headline(
    _ facts: PageFacts, _ groups: [FindingGroup], _ coverage: Coverage, _ launches: LaunchCoverage
  ) -> Sentence {
    let overlong: Sentence = launches.overlong.map { "\($0); " } ?? ""
    let found = overlong + foundText(groups, coverage)
    guard let times = facts.main else { return "No launch has a time that counts; \(found)" }
    let group = times.groups[0]
    let median = group.percentile(50)
    let version = [facts.hasSeveralApps ? times.app : "", group.name].filter { !$0.isEmpty }
    let of: Sentence = version.isEmpty ? "" : " of \(.name(version.joined(separator: " "), limit: 60))"
    let kind: Sentence = "\(name: times.kind.name)"
    let subject: Sentence =
      group.nanos.count == 1
      ? "The \(kind) launch\(of) took" : "\(kind.capitalized) launches\(of) take"
    let slowest: Sentence = facts.slowestText.map { "; \($0)" } ?? ""
    return "\(subject) \(nanos: median)\(budgetText(median, times.budgetNanos, "the"))\(slowest); \(found)"
  }

  /// As in `5 kinds of error`, `1 kind of error, 1 possible` or `no error, 2 kinds of warning`.
  private static func foundText(_ groups: [FindingGroup], _ coverage: Coverage) -> Sentence {
    func kinds(_ count: Int, _ of: Sentence) -> Sentence { "\(count: count, "kind") of \(of)" }
    let tally = FindingTally(groups)
    let certain = tally[.error, .certain]
    let possible = tally[.error, .possible]
    let warnings = tally[.warning]
    if certain > 0 { return kinds(certain, "error") + (possible > 0 ? ", \(count: possible) possible" : "") }
    if possible > 0 { return "no error is certain, \(kinds(possible, "possible error"))" }
    if coverage.stepsJudged == 0 { return tooLittle }
    return "no error" + (warnings > 0 ? ", \(kinds(warnings, "warning"))" : "")
  }

  /// The text where no finding was possible.
  fileprivate static let tooLittle: Sentence = "too little was recorded to judge"

  fileprivate static func budgetText(_ nanos: Int64, _ budget: Int64?, _ article: Sentence) -> Sentence {
    guard let budget else { return "" }
    return nanos > budget
      ? ", \(nanos: nanos - budget) over \(article) budget"
      : ", within \(article) budget of \(nanos: budget)"
  }

  private static func grounds(_ subject: CheckSubject, _ coverage: LaunchCoverage) -> Sentence {
    let devices: Sentence = subject.devices > 0 ? " on \(count: subject.devices, "device")" : ""
    let days: Sentence = subject.instants.map { ", \(name: Days.text(from: $0.lowerBound, to: $0.upperBound))" } ?? ""
    let only: Sentence = coverage.only.map { " (\(name: $0.joined(separator: " and ")) launches only)" } ?? ""
    let reasons = coverage.notCounted.filter { $0.key != LaunchCoverage.overlongName }
    let others: Sentence = reasons.isEmpty ? "" : "; not counted: \(name: Units.list(reasons))"
    let overlong: Sentence = coverage.overlong.map { " \($0); \(coverage.overlongReason)." } ?? ""
    let times: Sentence = "\(count: coverage.counted, "launch time") count\(coverage.counted == 1 ? "s" : "")"
    return "\(count: subject.launches, "launch")\(devices)\(days). \(times)\(only)\(others).\(overlong)"
  }

  /// As in `5 kinds of error, 2 of warning, in 9 of 20 launches`, and on what that rests.
  private static func sentence(_ groups: [FindingGroup], _ found: CheckReport) -> Sentence {
    let counts = FindingTally(groups).parts
    let words = counts.enumerated().map { index, part -> Sentence in
      "\(count: part.count)\(index > 0 ? "" : part.count == 1 ? " kind" : " kinds") of \(name(part.severity, part.confidence))"
    }
    // Some are about an app as a whole.
    let count = found.findings.launchCount(at: groups.flatMap(\.indices))
    let launches: Sentence = count == 0 ? "" : ", in \(count: count) of \(count: found.coverage.launches, "launch")"
    let kinds: Sentence = counts.isEmpty ? "None" : words.joined(separator: ", ") + launches
    let accepted = found.findings.acceptedCount
    let rest: Sentence = accepted == 0 ? "" : "; \(count: accepted) accepted"
    // The medians of findings are others than those of the pictures.
    let medians: Sentence =
      groups.allSatisfy(\.medians.isEmpty)
      ? "" : " A median is judged model by model; the pictures above have the launches of all models together."
    return "\(kinds)\(rest). \(found.coverage.groundsSentence)\(medians)"
  }

  /// A heading and what is said below it in one text, of sentences and of phrases.
  private static func joined(_ heading: Sentence, _ notes: [Sentence]) -> Sentence {
    let text = notes.reduce(heading) { text, note in
      text + (!note.isWhole ? "; " : text.isWhole ? " " : ". ") + note
    }
    return text.isWhole ? text : "\(text)."
  }

  /// How many launches a group is about; of medians how many of their launches are over the budget.
  private static func share(of group: FindingGroup, _ coverage: Coverage) -> [Sentence] {
    let parts = group.shareParts(of: coverage.launches)
    if group.isShareOfVersion { return parts }
    let all = group.medians.reduce(0) { $0 + $1.count }
    if all > 0 {
      let verb: Sentence = group.launches == 1 ? "is" : "are"
      return ["\(count: group.launches) of these \(count: all, "launch") \(verb) over the budget"]
    }
    // Where there are enough launches for a median, it is judged, and not each launch.
    let isSlow = group.rule.name == "launch.slow"
    return isSlow ? ["\(parts[0]) of versions and models with too few launches for a median"] : parts
  }

  /// As in `2 errors, 1 possible error, 1 note`.
  static func counts(_ findings: [Finding]) -> Sentence {
    FindingTally(findings).parts.map { part -> Sentence in
      "\(name: Units.count(part.count, name(part.severity, part.confidence).plain))"
    }.joined(separator: ", ")
  }

  /// As in `error` and `possible error`.
  private static func name(_ severity: Severity, _ confidence: Confidence) -> Sentence {
    confidence == .certain ? "\(name: severity.name)" : "\(name: confidence.name) \(name: severity.name)"
  }

  // MARK: Sections

  private static func timesSection(_ facts: PageFacts, _ numbers: [Table], _ coverage: LaunchCoverage?) -> Section {
    let reaches = TimesPicture.reaches(facts.times.map(TimesPicture.reach))
    var hasLine = false
    var hasDots = false
    let figures = zip(facts.times, reaches).map { times, reach in
      let counts = TimesPicture.drawn(times).map(\.nanos.count)
      let isLine = counts.contains { $0 >= TimesPicture.leastOfLine }
      hasLine = hasLine || isLine
      hasDots = hasDots || counts.contains { $0 < TimesPicture.leastOfLine }
      let what: Sentence = isLine ? "share of launches by time" : "each launch"
      let budget: Sentence = times.budgetNanos.map { ", budget \(nanos: $0)" } ?? ""
      let picture = TimesPicture(times: times, title: "\(facts.title(times)) launches").picture(reach: reach)
      return Figure(title: facts.title(times), detail: what + budget, picture: picture)
    }
    let ends = coverage.flatMap { coverage in
      coverage.from.flatMap { from in coverage.to.map { "From \(name: from) to \(name: $0)." as Sentence } }
    }
    let isCut = facts.times.contains { $0.groups.count > TimesPicture.drawn($0).count }
    // Far below its budget an axis ends before it.
    let budgets = zip(facts.times, reaches).compactMap { times, reach in times.budgetNanos.map { $0 <= reach } }
    let sentences = [
      ends, hasDots ? "A dot is a launch, the upright line the median." : nil,
      hasLine ? "A line rises at each launch: where it crosses 50\u{A0}% is the median." : nil,
      budgets.contains(true)
        ? "The dashed red line is the budget\(budgets.contains(false) ? ", where the axis reaches it" : "")." : nil,
      facts.times.contains { $0.kind == .unclassified }
        ? "Unclassified: the log does not show whether the launch was cold or warm." : nil,
      isCut ? "Only the first are drawn; the numbers below have all." : nil,
    ]
    return Section(
      heading: "Launch times", sentence: sentences.compactMap(\.self).joined(separator: " "), figures: figures,
      numbers: numbers)
  }

  private static func trendSection(_ trend: LaunchTrend, _ facts: PageFacts) -> Section {
    let step = trend.step.rawValue
    var few: [Sentence] = []
    let pictures = trend.series.compactMap { rows -> (title: Sentence, picture: TrendPicture)? in
      guard let by = rows.first?.measure.by.dropLast() else { return nil }
      func value(_ dimension: Dimension) -> String? { by.first { $0.dimension == dimension.rawValue }?.value }
      let kind = value(.kind) ?? ""
      let others = by.filter { $0.dimension != Dimension.kind.rawValue }.map(\.value)
      let times = facts.times.first { $0.kind.name == kind && $0.app == value(.app) ?? $0.app }
      let title = PageFacts.title(kind, others)
      let picture = TrendPicture(
        rows, by: trend.step, title: "\(title) launches \(name: step) by \(name: step)", budget: times?.budgetNanos)
      if picture == nil {
        let steps = rows.filter { $0.measure.count > 0 }.map {
          "\(name: $0.step) (\(count: $0.measure.count))" as Sentence
        }
        if !steps.isEmpty { few.append("\(title) in \(steps.joined(separator: " and "))") }
      }
      return picture.map { (title, $0) }
    }
    let reaches = TimesPicture.reaches(pictures.map(\.picture.reach))
    let figures = zip(pictures, reaches).map { drawn, reach in
      let budget: Sentence = drawn.picture.budget.map { ", budget \(nanos: $0)" } ?? ""
      let unit = drawn.picture.axis(reach: reach).unit
      return Figure(
        title: drawn.title, detail: "median and p90 of each \(name: step), in \(name: unit)\(budget)",
        picture: drawn.picture.picture(reach: reach))
    }
    let points = pictures.flatMap(\.picture.points)
    let isCrowded = zip(pictures, reaches).contains { !$0.picture.namesAll(reach: $1) }
    let spreads = zip(pictures, reaches).reduce(0) { $0 + $1.0.picture.spreadCount(reach: $1.1) }
    let extent: Sentence = spreads == points.count ? "" : ", where it is large enough to be seen"
    let bars: Sentence = spreads > 0 ? "; the bar behind it: its interval with 95\u{A0}%\(extent)" : ""
    let dashes: Sentence = points.contains { $0.p90 != nil } ? " Thin, dashed: p90." : ""
    let sentences: [Sentence?] = [
      points.isEmpty ? nil : "Thick: the median, p50\(bars).\(dashes) n: how many launches.",
      points.contains { $0.row.isFew } ? "Hollow: fewer than 5 launches." : nil,
      pictures.contains { !$0.picture.begins.isEmpty }
        ? "Dotted: from here on, half of the launches or more are of the version that is named"
          + "\(isCrowded ? "; some are not drawn" : "")." : nil,
      pictures.contains(where: \.picture.isCut)
        ? "The latest \(TrendPicture.mostSteps) \(name: step)s are drawn." : nil,
      few.isEmpty
        ? nil
        : "Not drawn, as fewer than \(TrendPicture.leastPoints) \(name: step)s have such launches:"
          + " \(few.joined(separator: "; ")).",
    ]
    // Here is room for the numbers of the pictures.
    var table = trend.table
    let titles: [(String, Sentence)] = [
      ("p50LowNanos", "p50 from"), ("p50HighNanos", "to"), ("mostVersion", "version of half"),
    ]
    for (name, title) in titles {
      guard let index = table.columns.firstIndex(where: { $0.name == name }) else { continue }
      table.columns[index] = ColumnHeading(title, name: name, isOptional: true)
    }
    return Section(
      heading: "\(("\(name: step)" as Sentence).capitalized) by \(name: step)",
      sentence: sentences.compactMap(\.self).joined(separator: " "), figures: figures,
      content: figures.isEmpty ? [markup(table, label: "\(name: step) by \(name: step)")] : [],
      numbers: figures.isEmpty ? [] : [table])
  }

  private static func phasesSection(_ facts: PageFacts, _ undecidedKinds: Set<String> = []) -> Section {
    let drawn = facts.times.compactMap { times in
      WaterfallPicture(times, title: "Phases of \(name: times.kind.name) launches").map { (times, $0) }
    }
    let reaches = TimesPicture.reaches(drawn.map(\.1.reach))
    var rows: [[Cell]] = []
    let figures = zip(drawn, reaches).map { drawn, reach in
      let (times, waterfall) = drawn
      let names = times.groups.prefix(2).map { Sentence.name(TimesPicture.name($0), limit: 40) }
      for phase in waterfall.phases + [waterfall.whole] {
        rows.append(
          [.text(facts.title(times)), .name(phase.name), .nanos(phase.nanos)]
            + [.nanos(phase.other), Cell(nil, phase.other.map { DifferenceText.of(phase.nanos - $0) } ?? "")])
      }
      let marks: [Sentence] = ["bar:", "thin bar:"]
      let bars = zip(marks, names).map { "\($0) \($1)" as Sentence }.joined(separator: ", ")
      let isOpen = names.count > 1 && undecidedKinds.contains(times.kind.name)
      let detail = [
        names.count > 1 ? bars : names[0], waterfall.boldText,
        isOpen ? "undecided: the difference may be chance" : nil,
      ].compactMap(\.self)
      return Figure(
        title: facts.title(times), detail: detail.joined(separator: "; "), picture: waterfall.picture(reach: reach))
    }
    let others = facts.times.contains { $0.groups.count > 1 }
    let names = Set(drawn.flatMap { $0.1.phases.map(\.name) })
    let meanings = LaunchPhaseName.allCases.filter { names.contains($0.name) }.map { phase -> Sentence in
      "\(name: phase.name): \(name: phase.meaning)."
    }
    let numbers = Table(
      "Means of launches around the median", ["kind", "phase", "time", "before", "difference"], rows, notes: meanings)
    return Section(
      heading: "Where the time goes",
      sentence: "Phases of the launches around the median, one after the other; the numbers below say what each is."
        + (others ? " Beside each bar: its time, and the difference from the thin bar's." : ""),
      figures: figures, numbers: [numbers])
  }
}

extension Sentence {
  /// True if it has its full stop.
  fileprivate var isWhole: Bool { plain.hasSuffix(".") }
}

extension ShownLaunch {
  /// As in `This launch took 489 ms, 89.0 ms over its budget; 1 error, 1 warning`.
  fileprivate func headline(_ coverage: Coverage) -> Sentence {
    let found: Sentence =
      history.findings.isEmpty
      ? isTooShort(coverage) ? Page.tooLittle : "nothing was found"
      : ownFindings.isEmpty ? "no finding of its own" : Page.counts(ownFindings)
    if time.notCounted == .`over the watchdog and alive`, let text = time.text {
      return
        "This launch took \(name: text), longer than the watchdog allows, and was not ended: its time does not count;"
        + " \(found)"
    }
    if let reason = time.notCounted { return "This launch has no time that counts (\(name: reason.name)); \(found)" }
    guard let nanos = time.nanos, let text = time.text else { return "This launch has no time; \(found)" }
    return "This launch took \(name: text)\(Page.budgetText(nanos, budgetNanos, "its")); \(found)"
  }

  /// True if no step was judged, or none but that the process began, and there is no time that counts.
  private func isTooShort(_ coverage: Coverage) -> Bool {
    let isTimed = time.notCounted == nil && time.nanos != nil
    let hasLife = history.states.contains { machine in
      machine.machine != MachineID.process.name && !LaunchLife.hidden.isSuperset(of: machine.states)
    }
    return coverage.stepsJudged == 0 || !isTimed && !hasLife
  }

  /// The findings that name it, and those about several launches, of which it is one.
  fileprivate var ownFindings: [Finding] { history.findings.filter { $0.median == nil } }
  fileprivate var otherFindings: [Finding] { history.findings.filter { $0.median != nil } }

  /// Version, kind, device and time, as in `4.9.0 · cold (the version before was 4.8.0) · iPhone14,5 · OS 18.0`.
  fileprivate var context: Sentence {
    let context = history.context
    let began = history.began.map { "\(Days.text(ofTime: $0)) \($0.dropFirst(11).prefix(8)) UTC" }
    let system = context.osVersion.first?.isNumber == true ? "OS \(context.osVersion)" : context.osVersion
    let parts = [
      context.appVersion, "\(history.kind) (\(history.kindExplanation))", context.deviceModel, system,
      began ?? "",
      Units.count(history.events.count { $0.event != nil }, "event"),
    ]
    return parts.filter { !$0.isEmpty }.map { Sentence.name($0, limit: 100) }.joined(separator: " · ")
  }

  /// Its phases, and its life.
  fileprivate func section(heading: Sentence, sentence: Sentence = "", detail: Sentence = "") -> Page.Section {
    var section = Page.Section(heading: heading, id: Page.launchID, sentence: sentence, detail: detail)
    let shares = PhaseMeans(phases).shares(beside: alike?.phases)
    if let waterfall = WaterfallPicture(shares, title: "Phases of the launch", budget: budgetNanos) {
      let bars =
        alike.map { group -> Sentence in
          "the thin bar below: launches around the median of "
            + "\(name: Units.count(group.nanos.count, "\(history.kind) launch"))"
        } ?? "too few \(name: history.kind) launches to compare it with"
      let detail = [bars, waterfall.boldText].compactMap(\.self).joined(separator: "; ")
      section.figures.append(.init(title: "Phases", detail: detail, picture: waterfall.picture(reach: waterfall.reach)))
    }
    if let life = LifePicture(history) {
      let more: Sentence = life.omitted == 0 ? "" : " \(count: life.omitted) more scenes and tasks are not drawn."
      section.figures.append(
        .init(
          title: "Life", detail: life.legend + more, picture: life.picture(title: "Life of the launch"),
          narrow: LifePicture(history, isNarrow: true)?.picture(title: "Life of the launch")))
    }
    return section
  }
}

extension LaunchCoverage {
  /// The name of the reason of those below.
  fileprivate static let overlongName = NotCounted.`over the watchdog and alive`.name

  /// As in `26 launches took longer than the watchdog allows and were not ended`; nil of none.
  fileprivate var overlong: Sentence? {
    guard let count = notCounted[Self.overlongName], count > 0 else { return nil }
    let verb: Sentence = count == 1 ? "was" : "were"
    return "\(count: count, "launch") took longer than the watchdog allows and \(verb) not ended"
  }

  /// Why such times do not count, as `LaunchTime` has it; the number is the one for logs that do not say what the watchdog granted.
  fileprivate var overlongReason: Sentence {
    let words: Sentence = notCounted[Self.overlongName] == 1 ? "its time does" : "their times do"
    let usual: Sentence = "\(Budget.launchWatchdogNanos / 1_000_000_000) s"
    return "\(words) not count: a debugger kept the watchdog away, or the clock was set. It usually allows \(usual)"
  }
}

extension CompareText {
  /// The kinds of which both sides have launches, without a verdict on the difference.
  fileprivate var undecidedKinds: Set<String> {
    Set(launchRows.filter { $0.verdict == .undecided && $0.isOfBothSides }.map(\.kind))
  }

  private var launchRows: [CompareRow] {
    report.rows.filter { $0.by.isEmpty && $0.measure == CompareMeasure.launch.name }
  }

  /// Which side launches slower and by how much, as in `4.9.0 launches slower than 4.8.0: warm by 27.6 ms (+16 %)`; else
  /// the number of rows with each verdict.
  fileprivate var headline: Sentence {
    let new = report.findings.count { $0.change == .new }
    let found: Sentence = new == 0 ? "" : "; \(count: new, "new finding")"
    let launches = launchRows
    let undecided = launches.filter { $0.verdict == .undecided }
    // Kinds that one side lacks can't be compared: they have no verdict.
    let openKinds = undecided.filter(\.isOfBothSides).map(\.kind)
    let open: Sentence = openKinds.isEmpty ? "" : "; \(name: openKinds.joined(separator: " and ")) undecided"
    for verdict in [CompareVerdict.slower, .faster] {
      let rows = launches.filter { $0.verdict == verdict }
      if rows.isEmpty { continue }
      let parts = rows.map { row -> Sentence in
        let share: Sentence = Self.relativeDifference(row).map { " (\(name: $0))" } ?? ""
        return "\(name: row.kind) by \(nanos: Int64(clamping: (row.differenceNanos ?? 0).magnitude))\(share)"
      }
      let result: Sentence = "\(names.head) launches \(name: Self.words(verdict)) than \(names.base): "
      return result + parts.joined(separator: ", ") + open + found
    }
    let same = launches.filter { $0.verdict == .same }.map(\.kind)
    if !same.isEmpty {
      let kinds = PageFacts.title(same.joined(separator: " and "), [])
      return "\(kinds) launches of \(names.head) take as long as those of \(names.base)\(open)\(found)"
    }
    if !undecided.isEmpty, undecided.count == launches.count {
      return "Not decided whether \(names.head) launches slower or faster than \(names.base)\(found)"
    }
    return "\(names.base) against \(names.head): \(conclusion)\(found)"
  }
}

extension CompareRow {
  fileprivate var isOfBothSides: Bool { base.launches > 0 && head.launches > 0 }
}
