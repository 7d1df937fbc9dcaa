import TraceAnalyzer
import TraceModel
import TraceReport

/// Why and until when findings are accepted that are added to a baseline.
struct BaselineDecision {
  let reason: String
  let term: AcceptanceTerm
}

/// A change of a baseline by the findings of a check: findings are added, or unneeded entries removed.
struct BaselineUpdate {
  enum Change: String {
    case added, removed, renewed, tightened
    /// The finding measured worse than was accepted: only a person raises that.
    case exceeded
  }

  private(set) var entries: [AcceptanceEntry] = []
  /// What changed, and what a person has to change.
  private(set) var changes: [(change: Change, entry: AcceptanceEntry, before: Int64?)] = []
  private var keptCount = 0

  /// Removes entries that are no longer needed, and tightens the others to what was measured.
  ///
  /// The entries of `baseline` must be the first of the list that the check used.
  init(pruning baseline: BaselineFile, after report: CheckReport, today: Day) {
    let stale = report.acceptance?.staleIndices ?? []
    for (index, entry) in baseline.entries.enumerated() {
      let use = report.acceptance?.uses[index]
      // An expired entry that fits no finding has no effect, whatever this input shows.
      if stale.contains(index) || use == nil && entry.isOver(on: today) {
        changes.append((.removed, entry, nil))
      } else {
        entries.append(tighten(entry, to: use?.worst))
      }
    }
    keptCount = entries.count
  }

  /// Adds an entry for each certain finding that is not accepted and at least as bad as `severity`, errors without one;
  /// renews entries that are over `today`.
  init(
    adding report: CheckReport, to baseline: BaselineFile, failOn severity: Severity?, _ decision: BaselineDecision,
    today: Day
  ) {
    entries = baseline.entries
    keptCount = entries.count
    add(report.findings.filter { $0.fails(on: severity ?? .error) }, decision, baseline.path, today)
  }

  /// The entry, which accepts no worse than was measured, and never more than before.
  private mutating func tighten(_ entry: AcceptanceEntry, to measured: Int64?) -> AcceptanceEntry {
    guard let measured, let worst = entry.worst, measured < worst else { return entry }
    let tightened = AcceptanceEntry(
      entry.subject, reason: entry.reason, term: entry.term, worst: measured, at: entry.location)
    changes.append((.tightened, tightened, worst))
    return tightened
  }

  private mutating func add(_ findings: [Finding], _ decision: BaselineDecision, _ path: String, _ today: Day) {
    let byKey = Dictionary(grouping: findings) { FindingKey($0) }
    for (key, found) in byKey.sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }) {
      let index = entries.firstIndex { $0.subject == .key(key) }
      if let index, !entries[index].isOver(on: today) {
        changes.append((.exceeded, entries[index], nil))
        continue
      }
      let measured = found.compactMap(\.measured).max()
      let worst = index.map { entries[$0].worst } ?? measured
      let entry = AcceptanceEntry(
        .key(key), reason: decision.reason, term: decision.term, worst: worst,
        at: SettingLocation(path: path, line: 1))
      if let index {
        entries[index] = entry
        keptCount -= 1
        changes.append((.renewed, entry, nil))
      } else {
        entries.append(entry)
        changes.append((.added, entry, nil))
      }
      if !entry.allows(measured) { changes.append((.exceeded, entry, nil)) }
    }
  }

  /// True if a finding is worse than accepted.
  var isExceeded: Bool { changes.contains { $0.change == .exceeded } }

  /// As in `baseline: 11 kept, 2 added, 5 removed, 1 tightened`, with a row for each changed entry.
  var table: Table {
    func count(_ change: Change) -> Int { changes.count { $0.change == change } }
    let always: [Change] = [.added, .removed]
    let some = [Change.renewed, .tightened].filter { count($0) > 0 }
    let counts = (always + some).map { ", \(count: count($0)) \(name: $0.rawValue)" as Sentence }
    let columns: [ColumnHeading] = [
      "change", "accepts", ColumnHeading("worst", isOptional: true), ColumnHeading("before", isOptional: true), "until",
      "reason",
    ]
    let rows = changes.map { change, entry, before -> [Cell] in
      [
        .name(change.rawValue), .name(entry.subject.text), .name(entry.amountText(entry.worst)),
        .name(entry.amountText(before)), .name(entry.term.text), .name(entry.reason),
      ]
    }
    let raising: Sentence = "measured worse than what is accepted: a person raises 'worst' in the file"
    return Table(
      "baseline: \(count: keptCount) kept\(counts.joined())", columns, rows,
      notes: isExceeded ? ["'exceeded' \(raising)"] : [])
  }
}

extension AcceptanceEntry {
  /// A measure of its findings for people; empty without one.
  func amountText(_ amount: Int64?) -> String {
    guard let amount, let budget = Catalogue.description(of: subject.rule).measuringBudget else { return "" }
    return budget.definition.unit == .memory ? "\(Units.count(amount / 1_000_000)) MB" : DurationText.of(amount)
  }
}

extension AcceptanceTerm {
  var text: String { lastDay?.text ?? "forever" }
}
