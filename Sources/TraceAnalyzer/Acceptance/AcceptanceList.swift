package import TraceModel

/// The findings that a team has accepted, on one day.
///
/// ```swift
/// let list = AcceptanceList(entries: entries, today: Day("2026-11-22")!)
/// list.apply(to: &report, of: launches, in: population, options)
/// ```
package struct AcceptanceList: Sendable {
  /// The entries, those of the baseline first.
  package let entries: [AcceptanceEntry]
  /// The day that decides which entries still hold.
  package let today: Day
  /// The places of the entries by their rules; of several that fit a finding, the first decides.
  private let places: [RuleID: [Int]]

  /// The entries of a configuration and of a baseline, as they hold on a day.
  package init(entries: [AcceptanceEntry], today: Day) {
    self.entries = entries
    self.today = today
    places = Dictionary(grouping: entries.indices) { entries[$0].subject.rule }.mapValues { places in
      places.sorted { Self.decides(entries[$0], before: entries[$1]) }
    }
  }

  /// Of two entries that fit a finding, the narrower decides, else the one with the later last day.
  private static func decides(_ a: AcceptanceEntry, before b: AcceptanceEntry) -> Bool {
    if a.subject.fieldCount != b.subject.fieldCount { return a.subject.fieldCount > b.subject.fieldCount }
    return a.term.lastDay?.number ?? .max > b.term.lastDay?.number ?? .max
  }

  /// Marks the findings that are accepted, and says of the others that entries fit why they are not.
  ///
  /// - Parameters:
  ///   - report: What was found; its `acceptance` and its counts are made anew.
  ///   - launches: The launches that were checked.
  ///   - population: All launches of the input, with their texts.
  ///   - options: How they were judged.
  ///   - ruleFilter: The rules whose findings are in the report; nil for all.
  package func apply(
    to report: inout CheckReport, of launches: [Launch], in population: LaunchPopulation, _ options: JudgingOptions,
    ruleFilter: RuleFilter?
  ) {
    if entries.isEmpty { return }
    var uses: [Int: AcceptanceReport.Use] = [:]
    let findings = report.findings.map { marked($0, &uses) }
    let unused = entries.indices.filter { uses[$0] == nil }
    var stale: [Int] = []
    if !unused.isEmpty {
      var symbols = population.symbols
      let judging = JudgingContext(population.summaries, &symbols, options)
      let scope = AcceptanceScope(launches, judging, ruleFilter)
      stale = unused.filter { scope.couldShow(entries[$0].subject) }
    }
    report = CheckReport(coverage: report.coverage, findings: findings)
    report.acceptance = AcceptanceReport(
      today: today.text, entries: entries.count,
      stale: stale.map { place in
        let entry = entries[place]
        return AcceptanceReport.Stale(
          accepts: entry.subject.text, place: entry.place.text, reason: entry.reason, settingPlace: entry.place)
      }, notChecked: unused.count - stale.count, stalePlaces: Set(stale), uses: uses)
  }

  /// A finding as the entries that fit it make it.
  private func marked(_ finding: Finding, _ uses: inout [Int: AcceptanceReport.Use]) -> Finding {
    guard let places = places[finding.rule] else { return finding }
    let key = FindingKey(finding)
    let fitting = places.filter { entries[$0].subject.contains(key, appVersion: finding.appVersion) }
    guard let decisive = fitting.first else { return finding }
    for place in fitting { uses[place, default: AcceptanceReport.Use()].count += 1 }
    let entry = entries[decisive]
    var finding = finding
    if let last = entry.term.lastDay, entry.isOver(on: today) {
      let days = today.number - last.number
      finding.message += "; accepted until \(last.text), \(days) \(days == 1 ? "day" : "days") ago: \(entry.reason)"
    } else if !entry.allows(finding.measuredNanos) {
      finding.message += "; accepted up to \(finding.amountText(entry.worst ?? 0)) and a tenth more"
    } else {
      finding.accepted = entry.acceptance
      if let measured = finding.measuredNanos { uses[decisive]?.add(measured) }
    }
    return finding
  }
}

extension Finding {
  /// A measure in words, in the unit of the finding's budget.
  fileprivate func amountText(_ amount: Int64) -> String {
    let unit = BudgetID.allCases.first { $0.definition.name == budget }?.definition.unit
    return unit == .memory ? "\(amount / 1_000_000) MB" : DurationText.of(amount)
  }
}
