import TraceModel

extension RulePage {
  /// What the page says of a candidate; nothing if its budget is not exceeded.
  func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    let overrun = budget.flatMap { launch.overrun(candidate.measured, slack: candidate.slack, over: [$0]) }
    if budget != nil, overrun == nil { return nil }
    func value(_ word: String) -> String? {
      switch word {
      case "kind": candidate.kind.name
      case "family": String(candidate.kind.family)
      case "name": launch.text(candidate.name)
      case "view": launch.text(candidate.view)
      case "task": launch.text(candidate.task)
      case "time": DurationText.of(candidate.measured)
      case "later": candidate.place.nanos(to: candidate.other).map(DurationText.of)
      case "lost": "\(candidate.lostCount) \(candidate.lostCount == 1 ? "event is" : "events are")"
      case "lines" where candidate.other.seq == Event.absent:
        "\(candidate.lostCount) \(candidate.lostCount == 1 ? "line" : "lines")"
      case "from": "\(candidate.other.seq)"
      case "to": "\(candidate.place.seq)"
      case "memory": "\(candidate.measured / 1_000_000) MB"
      case "before": "\(candidate.lostCount / 1_000_000) MB"
      case "budget": overrun?.allowed
      case "limit": overrun.map { "\($0.limit / 1_000_000) MB" }
      default: nil
      }
    }
    let filled = sentences.lazy.map { parts in
      parts.indices.map { $0.isMultiple(of: 2) ? parts[$0] : value(parts[$0]) }
    }
    return filled.first { !$0.contains(nil) }.map { parts in
      FindingDraft(
        message: parts.compactMap(\.self).joined(), names: names.map { Normalised.name(value($0) ?? "") },
        overrun: overrun)
    }
  }
}
