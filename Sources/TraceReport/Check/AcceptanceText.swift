package import TraceAnalyzer
package import TraceModel

extension CheckAnswer {
  private static let mostNamed = 3

  /// The number of accepted findings, and the entries no longer needed; empty if no finding can be accepted.
  var acceptanceNotes: [Sentence] {
    guard let acceptance = report.acceptance else { return [] }
    let accepted = report.findings.compactMap(\.accepted)
    let endless = accepted.count { $0.until == nil }
    let forGood: Sentence = endless == 0 ? "" : ", \(count: endless) of them for good"
    let counts: [Sentence] =
      accepted.isEmpty ? [] : ["\(count: accepted.count) accepted\(forGood): 'tracetool baseline show' lists them"]
    return counts + staleNotes(acceptance) + notCheckedNotes(acceptance)
  }

  private func staleNotes(_ acceptance: AcceptanceReport) -> [Sentence] {
    let stale = acceptance.stale
    if stale.isEmpty { return [] }
    let named = stale.prefix(Self.mostNamed).map { "  \(name: $0.location): \(name: $0.accepts)" as Sentence }
    let rest = stale.count - named.count
    let more: [Sentence] = rest > 0 ? ["  and \(count: rest) more"] : []
    return ["\(Self.noLongerNeeded(stale.count)); 'tracetool baseline prune' cleans a baseline:"] + named
      + more
  }

  private func notCheckedNotes(_ acceptance: AcceptanceReport) -> [Sentence] {
    let count = acceptance.notChecked
    if count == 0 { return [] }
    let verb: Sentence = count == 1 ? "was" : "were"
    return [
      "\(count: count, "accepted finding") \(verb) not found and may still be there: fewer than \(AcceptanceList.leastLaunches) of these launches"
        + " record what would show \(count == 1 ? "it" : "them")"
    ]
  }

  private static func noLongerNeeded(_ count: Int) -> Sentence {
    "\(count: count, "accepted finding") \(count == 1 ? "is" : "are") no longer needed"
  }
}

extension Acceptance {
  /// As in `accepted until 2027-01-31: SHOP-412 (.tracetool.json:18)`.
  var text: Sentence {
    let term: Sentence = until.map { "until \(name: $0)" } ?? "for good"
    return "accepted \(term): \(name: reason) (\(name: location))"
  }
}

extension AcceptanceList {
  /// The number of days before the last one from which on a reminder is shown: this project's number.
  private static let reminderDays: Int64 = 14

  /// A reminder that accepted findings will soon count again, if any will; entries that fit no finding of the check are
  /// not counted, as no finding comes back with them.
  package func expiryText(after report: CheckReport) -> Sentence? {
    let used = entries.indices.filter { report.acceptance?.uses[$0] != nil }.map { entries[$0] }
    let soon = used.filter { entry in
      guard let last = entry.term.lastDay else { return false }
      return 0..<Self.reminderDays ~= last.number - today.number
    }
    let next = soon.min { $0.term.lastDay?.number ?? 0 < $1.term.lastDay?.number ?? 0 }
    guard let next, let last = next.term.lastDay else { return nil }
    let days = last.number - today.number
    let when: Sentence = days == 0 ? "today" : "in \(count: days, "day")"
    let rest: Sentence = soon.count > 1 ? "; \(count: soon.count - 1) more within two weeks" : ""
    return "\(name: next.location.text) accepts \(name: next.subject.text) until \(name: last.text), \(when): "
      + "\(name: next.reason)\(rest)"
  }
}
