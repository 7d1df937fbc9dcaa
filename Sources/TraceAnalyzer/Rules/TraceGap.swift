import TraceModel

/// `trace.gap`: a hole in `seq`, or in the numbers of copied lines; the replay finds it.
enum TraceGap: Rule {
  static let description = RuleDescription(
    id: .`trace.gap`,
    severity: .always(.note),
    summary: "Events are missing: there is a hole in seq, or in the line numbers of a copied log.",
    rationale: "Lost events never count against the app, but what they hid is not judged either.",
    cause: "a recorder or Console that drops lines under load, a filter, or an export that was cut",
    remedy: "Export the whole log; look for a recorder that drops lines under load.",
    source: "the event record: seq counts without holes",
    sees: .replay,
    settles: .withLaunch,
    traits: [],
    message: { found in
      guard case .gap(let count, let before) = found.candidate.detail else { return nil }
      if before.seq == Event.absent {
        return FindingDraft(
          message: "Console or a filter lost at least \(count) \(count == 1 ? "line" : "lines") here")
      }
      let events: Sentence = count == 1 ? "event is" : "events are"
      return FindingDraft(
        message: "\(count) \(events) missing between seq \(before.seq) and \(found.candidate.location.seq)")
    })
}
