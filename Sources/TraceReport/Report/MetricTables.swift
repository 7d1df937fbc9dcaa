package import TraceAnalyzer
package import TraceModel

extension MetricReport {
  /// The scope of the counts, as in `Counted by MetricKit: com.example.shop 4.8.0, 4.9.0; 14 payloads of one device
  /// each, 3 to 9 Oct 2026; 4 models; system 26.0 to 26.1`.
  package var heading: Sentence { "Counted by MetricKit: \(scope)" }

  /// The same without its first words.
  var scope: Sentence {
    // A day ends at the instant at which the next one begins.
    let period = beginNanos.flatMap { first in endNanos.map { (first, max(first, $0 - 1)) } }
    let days: Sentence = period.map { ", \(name: Days.text(from: $0.0, to: $0.1))" } ?? ""
    let sums: Sentence = "\(count: payloads, "payload") of one device\(payloads > 1 ? " each" : "")\(days)"
    let one: Sentence = models.count == 1 ? "\(name: models[0])" : "\(count: models.count, "model")"
    let system = systems.first.map { first -> Sentence in
      "system \(name: first)\(systems.count > 1 ? " to \(name: systems[systems.count - 1])" : "")"
    }
    let texts = [apps, sums, models.isEmpty ? nil : one, system].compactMap(\.self)
    return texts.joined(separator: "; ")
  }

  private var apps: Sentence? {
    let names = Set(rows.map(\.app)).sorted(by: Normalised.isOrdered)
    let apps = names.map { name in
      let versions = Set(rows.filter { $0.app == name }.map(\.appVersion)).subtracting([""])
      return CheckSubject.App(name: name, versions: versions.sorted(by: Normalised.isOrdered))
    }
    return CheckSubject.text(apps)
  }

  /// For people: times, and ends of processes; below the heading, or another if that precedes already.
  package func tables(under heading: Sentence? = nil) -> [Table] {
    let times = rows.filter { !$0.isOfEnds }
    let ends = rows.filter(\.isOfEnds)
    var tables: [Table] = []
    if !times.isEmpty {
      tables.append(Table(heading ?? self.heading, times, timeColumns, notes: timeNotes))
    }
    if !ends.isEmpty {
      let isFirst = times.isEmpty && heading == nil
      tables.append(Table(isFirst ? self.heading : endsHeading, ends, endColumns))
    }
    if let last = tables.indices.last { tables[last].notes += notes }
    return tables
  }

  /// For programs: every count, a row each.
  package var sheet: Table {
    let columns: [Column<MetricRow>] = [
      .name("app", \.app),
      .name("appVersion", \.appVersion),
      .name("metric", \.metric),
      .name("reason", \.reason),
      Column("count") { .count(Int($0.count)) },
      Column("unreadCount") { Cell($0.unreadCount) },
      Column("p50LowerNanos") { .nanos($0.p50LowerNanos) },
      Column("p50UpperNanos") { .nanos($0.p50UpperNanos) },
      Column("p90LowerNanos") { .nanos($0.p90LowerNanos) },
      Column("p90UpperNanos") { .nanos($0.p90UpperNanos) },
      Column("longestLowerNanos") { .nanos($0.longestLowerNanos) },
      Column("longestUpperNanos") { .nanos($0.longestUpperNanos) },
      Column("p50Bytes") { Cell($0.p50Bytes) },
      Column("p90Bytes") { Cell($0.p90Bytes) },
      Column("mostBytes") { Cell($0.mostBytes) },
      Column("comparedWith") { .name(($0.comparedWith ?? []).joined(separator: ", ")) },
      Column("rules") { .name(($0.rules ?? []).joined(separator: ", ")) },
    ]
    return Table(heading, rows, columns)
  }

  /// The columns of both tables that say whose counts they are; a single app is in the heading.
  private var contextColumns: [Column<MetricRow>] {
    let app = Column<MetricRow>("app") { .name($0.app) }
    let areOfOneApp = Set(rows.map(\.app)).count == 1
    return (areOfOneApp ? [] : [app]) + [.name("version", isOptional: true, \.appVersion)]
  }

  private var timeColumns: [Column<MetricRow>] {
    contextColumns + [
      .name("measure", \.words),
      Column("count") { .count(Int($0.count)) },
      Column("p50 within") { .name(Self.amount($0.p50LowerNanos, $0.p50UpperNanos, $0.p50Bytes)) },
      Column("p90 within") { .name(Self.amount($0.p90LowerNanos, $0.p90UpperNanos, $0.p90Bytes)) },
      Column("longest within") { .name(Self.amount($0.longestLowerNanos, $0.longestUpperNanos, $0.mostBytes)) },
      Column("compare with", isOptional: true, isExpendable: true) { row in
        .name((row.comparedWith ?? []).joined(separator: ", "))
      },
      Self.rulesColumn,
    ]
  }

  private var endColumns: [Column<MetricRow>] {
    contextColumns + [
      .name("end", \.words),
      .name("reason", \.reasonWords),
      Column("count") { .count(Int($0.count)) },
      Column("share") { .name(share(of: $0) ?? "") },
      Self.rulesColumn,
    ]
  }

  /// Below the row: names of rules are too long for a column.
  private static var rulesColumn: Column<MetricRow> {
    Column("bears on", isBelow: true) { row in
      .text(row.rules.map { "bears on \(name: $0.joined(separator: ", "))" } ?? "")
    }
  }

  /// As in `380 to 389 ms`; for a diagnostic, which is no bucket, `2.50 s`; for memory `222 MB`.
  private static func amount(_ lower: Int64?, _ upper: Int64?, _ bytes: Int64?) -> String {
    if let bytes { return Units.bytes(bytes) }
    guard let lower, let upper else { return "" }
    let end = DurationText.of(upper)
    let begin = DurationText.of(lower)
    if begin == end { return end }
    // A common unit is written once; a time of two units is written whole.
    let unit = end.drop { $0 != " " }
    let isShared = begin.drop { $0 != " " } == unit && !unit.contains(where: \.isNumber)
    return "\(isShared ? begin.dropLast(unit.count) : begin[...]) to \(end)"
  }

  /// The share of a reason of all ends of its version that were counted in the same state of the app.
  private func share(of row: MetricRow) -> String? {
    guard [MetricRow.foregroundExit, MetricRow.backgroundExit].contains(row.metric) else { return nil }
    let all = rows.filter {
      [$0.app, $0.appVersion, $0.metric] == [row.app, row.appVersion, row.metric] && $0.isOfEnds
    }
    return Units.share(row.count, of: all.reduce(0) { $0 &+ $1.count })
  }

  /// As in `Ends counted by MetricKit: 7 in the foreground, 15 in the background`.
  private var endsHeading: Sentence {
    let kinds: [(String, Sentence)] = [
      (MetricRow.foregroundExit, "in the foreground"), (MetricRow.backgroundExit, "in the background"),
      ("Diagnostic", "reported with a stack"),
    ]
    let counts = kinds.compactMap { metric, words -> Sentence? in
      let count = rows.filter { $0.isOfEnds && $0.metric.hasSuffix(metric) }.reduce(0) { $0 &+ $1.count }
      return count == 0 ? nil : "\(count: count) \(words)"
    }
    return "Ends counted by MetricKit: \(counts.joined(separator: ", "))"
  }

  /// Counts that bear on rules, for outputs without tables, as in `counted by MetricKit: 4.9.0: 2 × ends in the
  /// background, backgroundTask: see background.killed`.
  var lines: [Sentence] {
    rows.compactMap { row -> Sentence? in
      guard let rules = row.rules else { return nil }
      let what: Sentence =
        row.isOfEnds ? "ends \(name: row.words), \(name: row.reason ?? "")" : "\(name: row.words)"
      let version: Sentence = row.appVersion.isEmpty ? "" : "\(name: row.appVersion): "
      let text: Sentence = "\(version)\(count: row.count) × \(what): see \(name: rules.joined(separator: ", "))"
      return ("counted by MetricKit: \(text)" as Sentence).cut(to: Sentence.mostOfName)
    }
  }

  private var timeNotes: [Sentence] {
    let unread = rows.reduce(0) { $0 &+ ($1.unreadCount ?? 0) }
    return unread > 0 ? ["\(count: unread) in buckets whose bounds could not be read: in no percentile"] : []
  }

  private var notes: [Sentence] {
    var notes: [Sentence] = []
    if let overlapping {
      let what: Sentence = "\(count: overlapping, "payload") overlap in time with another of the same model and system"
      notes.append(
        overlapsOneDevice == true
          ? "\(what), and are of one device: what both count is counted twice"
          : "\(what): of other devices, or of one that is counted twice; a payload does not name its device")
    }
    if let ofBothKinds {
      notes.append(
        "\(count: ofBothKinds, "payload") hold what both the old and the new MetricKit told of the same time: "
          + "what an app takes from both is counted twice")
    }
    let used: [(String, Sentence)] = [
      (MetricRow.foregroundTime, "in the foreground"), (MetricRow.backgroundTime, "in the background"),
    ]
    let lengths = used.compactMap { metric, place -> Sentence? in
      let own = rows.filter { $0.metric == metric }
      let nanos = own.compactMap(\.sumNanos).reduce(0, &+)
      return own.isEmpty
        ? nil : "\(nanos: nanos) \(place) in \(count: own.reduce(0) { $0 &+ $1.count }, "report")"
    }
    if !lengths.isEmpty { notes.append("the app ran for \(lengths.joined(separator: ", "))") }
    notes.append("sums show no single launch or end, so that no rule is broken for certain")
    if rows.contains(where: { $0.rules != nil }) {
      notes.append("'tracetool explain RULE' explains the rule, 'tracetool explain kills' the reasons")
    }
    return notes
  }
}

extension MetricRow {
  /// The metric in words, or its name in documents if words would not identify it.
  ///
  /// Source: Apple, MXAppLaunchMetric, MXAppResponsivenessMetric, MXHangDiagnostic, MXAppLaunchDiagnostic.
  fileprivate var words: String {
    switch metric {
    case "timeToFirstDraw": "launch (timeToFirstDraw)"
    case "optimizedTimeToFirstDraw": "prewarmed launch (optimizedTimeToFirstDraw)"
    case "applicationResumeTime": "return (applicationResumeTime)"
    case "extendedLaunch": "launch until usable (extendedLaunch)"
    case "hangTime": "hang (hangTime)"
    case "hangDiagnostic": "hang with its stack (hangDiagnostic)"
    case MetricRow.foregroundTime: "use in one period (totalForegroundTime)"
    case MetricRow.backgroundTime: "work in the background in one period (totalBackgroundTime)"
    case MetricRow.peakMemory: "most memory in one period (peakMemory)"
    case MetricRow.suspendedMemory: "memory while suspended, on average (suspendedMemory)"
    case "launchDiagnostic": "slow launch with its stack (launchDiagnostic)"
    case MetricRow.foregroundExit: "in the foreground"
    case MetricRow.backgroundExit: "in the background"
    case MetricRow.cpuException: "processor used, an end or not (cpuExceptionDiagnostic)"
    case "diskWriteExceptionDiagnostic": "much written to the disk (diskWriteExceptionDiagnostic)"
    case "crashDiagnostic", "memoryExceptionDiagnostic": "reported with its stack"
    default: isKnown ? metric : "\(metric), which tracetool does not know"
    }
  }

  /// Why the app ended, with quotation marks around a word that Apple did not document.
  fileprivate var reasonWords: String {
    guard let reason else { return "" }
    let isKnown = ExitReason(reason) != nil || ["badAccess", "illegalInstruction", "abnormal"].contains(reason)
    return isKnown ? reason : "'\(reason)'"
  }
}
