import TraceAnalyzer
import TraceModel
import TraceReport

/// A change of a baseline, by what a check found with it.
struct BaselineUpdate {
  /// The entries after the change.
  private(set) var entries: [AcceptanceEntry] = []
  private var keptCount = 0
  private var addedCount = 0
  private var removedCount = 0
  private var renewedCount = 0
  /// The worst that an entry accepted, and accepts now, in words.
  private var tightened: [String] = []
  /// Entries whose worst was exceeded: only a person raises it.
  private var exceeded: [AcceptanceEntry] = []

  /// A change of `baseline`.
  ///
  /// - Parameters:
  ///   - baseline: The baseline before; its entries were the first of the list that the check used.
  ///   - report: The findings of the check.
  ///   - severity: Certain findings as bad as this fail the check; errors are added where none fails.
  ///   - change: What may change.
  ///   - decision: What new entries say; nil if none are added.
  ///   - today: The day that decides which entries no longer hold.
  init(
    of baseline: BaselineFile, after report: CheckReport, failOn severity: Severity?, _ change: BaselineChange,
    _ decision: BaselineDecision?, today: Day
  ) {
    let stale = change.prunes ? report.acceptance?.stalePlaces ?? [] : []
    for (place, entry) in baseline.entries.enumerated() {
      let use = report.acceptance?.uses[place]
      // One that no longer holds and fits nothing does nothing, whatever this input could have shown.
      let isIdle = change.prunes && use == nil && entry.isOver(on: today)
      if stale.contains(place) || isIdle { continue }
      entries.append(change.prunes ? tighten(entry, to: use?.worst) : entry)
    }
    removedCount = baseline.entries.count - entries.count
    keptCount = entries.count
    if let decision { add(report.findings.filter { $0.fails(on: severity ?? .error) }, decision, baseline.path, today) }
  }

  /// The entry, which accepts no worse than what was measured; it never accepts more than before.
  private mutating func tighten(_ entry: AcceptanceEntry, to measured: Int64?) -> AcceptanceEntry {
    guard let measured, let worst = entry.worst, measured < worst,
      let budget = Catalogue.description(of: entry.subject.rule).measuringBudget
    else { return entry }
    func text(_ amount: Int64) -> String {
      budget.definition.unit == .memory ? "\(Units.count(amount / 1_000_000)) MB" : DurationText.of(amount)
    }
    tightened.append("\(text(worst)) → \(text(measured))")
    return AcceptanceEntry(
      entry.subject, reason: entry.reason, term: entry.term, worst: measured, at: entry.place)
  }

  /// Adds an entry for each key of the findings; one that no longer holds is replaced.
  private mutating func add(_ findings: [Finding], _ decision: BaselineDecision, _ path: String, _ today: Day) {
    let byKey = Dictionary(grouping: findings) { FindingKey($0) }
    for (key, found) in byKey.sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }) {
      let place = entries.firstIndex { $0.subject == .key(key) }
      if let place, !entries[place].isOver(on: today) {
        exceeded.append(entries[place])
        continue
      }
      let measured = found.compactMap(\.measuredNanos).max()
      let worst = place.map { entries[$0].worst } ?? measured
      let entry = AcceptanceEntry(
        .key(key), reason: decision.reason, term: decision.term, worst: worst,
        at: SettingPlace(path: path, line: 1))
      if !entry.allows(measured) { exceeded.append(entry) }
      if let place {
        entries[place] = entry
        keptCount -= 1
        renewedCount += 1
      } else {
        entries.append(entry)
        addedCount += 1
      }
    }
  }

  /// As in `baseline: 11 kept, 2 added, 5 removed, 1 tightened (41.0 s → 33.2 s)`.
  var text: String {
    let parts = [
      "\(Units.count(keptCount)) kept", "\(Units.count(addedCount)) added", "\(Units.count(removedCount)) removed",
    ]
    let most = 3
    let more = tightened.count > most ? ", …" : ""
    let changes = tightened.isEmpty ? "" : " (\(tightened.prefix(most).joined(separator: ", "))\(more))"
    let renewed = renewedCount == 0 ? [] : ["\(Units.count(renewedCount)) renewed"]
    let tight = tightened.isEmpty ? [] : ["\(Units.count(tightened.count)) tightened\(changes)"]
    let line = "baseline: \((parts + renewed + tight).joined(separator: ", "))"
    guard let first = exceeded.first else { return line }
    return line + "\n\(Units.count(exceeded.count, "finding")) measured worse than what was accepted: "
      + "raise 'worst' by hand, as of \(first.subject.text)"
  }
}
