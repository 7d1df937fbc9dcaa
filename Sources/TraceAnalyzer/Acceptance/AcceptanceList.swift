package import TraceModel

/// The findings that a team has accepted, on one day.
///
/// ```swift
/// let list = AcceptanceList(entries: entries, today: Day("2026-11-22")!)
/// list.apply(to: &report, judgement, ruleFilter: nil)
/// ```
package struct AcceptanceList: Sendable {
  /// The entries, those of the baseline first.
  package let entries: [AcceptanceEntry]
  /// The day that decides which entries still hold.
  package let today: Day
  /// Fewer launches that could show a finding do not show that it is gone: this project's number.
  package static let leastLaunches = 20
  /// The indices of the entries by their rules; of several that fit a finding, the first decides.
  private let indices: [RuleID: [Int]]

  /// The entries of a configuration and of a baseline, as they hold on a day.
  package init(entries: [AcceptanceEntry], today: Day) {
    self.entries = entries
    self.today = today
    indices = Dictionary(grouping: entries.indices) { entries[$0].subject.rule }.mapValues { indices in
      indices.sorted { Self.decides(entries[$0], before: entries[$1]) }
    }
  }

  /// Of two entries that fit a finding, the narrower decides, else the one with the later last day.
  private static func decides(_ a: AcceptanceEntry, before b: AcceptanceEntry) -> Bool {
    if a.subject.fieldCount != b.subject.fieldCount { return a.subject.fieldCount > b.subject.fieldCount }
    return a.term.lastDay?.number ?? .max > b.term.lastDay?.number ?? .max
  }

  /// Marks the accepted findings, and says of the others that entries fit why they are not accepted.
  ///
  /// The report's `acceptance` and counts are made anew; `ruleFilter` is nil if the report has findings of all rules.
  package func apply(to report: inout CheckReport, _ judgement: Judgement, ruleFilter: RuleFilter?) {
    if entries.isEmpty { return }
    var uses: [Int: AcceptanceReport.Use] = [:]
    var findings = report.findings
    for index in findings.indices {
      guard let indices = self.indices[findings.numbers[index].rule] else { continue }
      if let decision = decision(on: findings[index], indices, &uses) { findings.decide(decision, at: index) }
    }
    let unused = entries.indices.filter { uses[$0] == nil }
    let scope = AcceptanceScope(judgement.launches, judgement.judging, ruleFilter)
    let stale = unused.filter { scope.couldShow(entries[$0].subject) }
    report = CheckReport(coverage: report.coverage, findings: findings)
    report.acceptance = AcceptanceReport(
      today: today.text, entries: entries.count,
      stale: stale.map { index in
        let entry = entries[index]
        return AcceptanceReport.Stale(
          accepts: entry.subject.text, location: entry.location.text, reason: entry.reason,
          settingLocation: entry.location)
      }, notChecked: unused.count - stale.count, staleIndices: Set(stale), uses: uses)
  }

  /// What the entries at `indices`, all of the finding's rule, decide about it; nil if none fits it.
  private func decision(
    on finding: Finding, _ indices: [Int], _ uses: inout [Int: AcceptanceReport.Use]
  ) -> Findings.Decision? {
    let key = FindingKey(finding)
    let fitting = indices.filter { entries[$0].subject.contains(key, appVersion: finding.appVersion) }
    guard let decisive = fitting.first else { return nil }
    for index in fitting { uses[index, default: AcceptanceReport.Use()].count += 1 }
    let entry = entries[decisive]
    if let last = entry.term.lastDay, entry.isOver(on: today) {
      let days = today.number - last.number
      return .counts(
        remark: "; accepted until \(name: last.text), \(count: days, "day") ago: \(name: entry.reason)")
    }
    if !entry.allows(finding.measured) {
      return .counts(remark: "; accepted up to \(name: finding.amountText(entry.worst ?? 0)) and a tenth more")
    }
    if let measured = finding.measured { uses[decisive]?.add(measured) }
    return .accepted(entry.acceptance)
  }
}

extension Finding {
  fileprivate func amountText(_ amount: Int64) -> String {
    let unit = BudgetID.allCases.first { $0.definition.name == budget }?.definition.unit
    return unit == .memory ? "\(amount / 1_000_000) MB" : DurationText.of(amount)
  }
}

/// Decides which findings the launches of a check would have shown.
private struct AcceptanceScope {
  private let launches: [Launch]
  private let judging: JudgingContext
  private let ruleFilter: RuleFilter?

  init(_ launches: [Launch], _ judging: JudgingContext, _ ruleFilter: RuleFilter?) {
    self.launches = launches
    self.judging = judging
    self.ruleFilter = ruleFilter
  }

  func couldShow(_ subject: AcceptanceSubject) -> Bool {
    let rule = subject.rule
    if judging.options.rules[rule]?.setting == .off || ruleFilter?.contains(rule) == false { return false }
    let description = Catalogue.description(of: rule)
    let showing = launches.lazy.filter { launch in
      isMeant(launch, by: subject) && couldShow(launch, description)
    }
    return showing.prefix(AcceptanceList.leastLaunches).count == AcceptanceList.leastLaunches
  }

  /// True if a launch is of the entry's app and version, and for a median of its kind and model.
  private func isMeant(_ launch: Launch, by subject: AcceptanceSubject) -> Bool {
    let context = launch.context
    switch subject {
    case .fields(_, _, let app, let version):
      return app.map { $0 == context.app } ?? true && version.map { $0 == context.appVersion } ?? true
    case .key(let key):
      guard key.app == context.app else { return false }
      guard key.rule == .`launch.slow` else { return true }
      let model = key.names.dropFirst().first ?? ""
      return key.names.first == launch.kind.name && (model.isEmpty || model == context.deviceModel)
    }
  }

  private func couldShow(_ launch: Launch, _ description: RuleDescription) -> Bool {
    let subject = JudgedLaunch(launch, judging)
    guard subject.isJudged, description.budgets.isEmpty || subject.isEnforced else { return false }
    switch description.sees {
    case .launches: return launch.isCounted
    case .tasks: return subject.summary.kinds.contains(.taskBegin) && subject.recordsTaskEnds
    case .machine, .steps, .replay: return description.neededKinds.allSatisfy { isAnyRecorded($0, subject) }
    }
  }

  private func isAnyRecorded(_ kinds: KindSet, _ subject: JudgedLaunch) -> Bool {
    kinds.kinds.contains { subject.knowledge(of: $0) == .recorded }
  }
}
