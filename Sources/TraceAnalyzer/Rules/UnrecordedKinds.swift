import TraceModel

/// `trace.unrecorded`: kinds that an app's log never holds, by `Judgement`; and a missing return, by replay.
enum UnrecordedKinds: Rule {
  static let description = RuleDescription(
    id: .`trace.unrecorded`,
    severity: .always(.note),
    summary: """
      Steps were not judged because the log never holds the kinds of events that would explain them; or the return of \
      a callback is missing, though its process ran on for longer than iOS lets the callback run.
      """,
    rationale: """
      A step may be legal because of an event that is not recorded, and without its return it is not known how long a \
      callback took.
      """,
    cause: "a recorder that does not write these events",
    remedy: "Record those events, or declare what is recorded with the field records.",
    source: "this project",
    sees: .launches,
    settles: .withAllLaunches,
    traits: [],
    message: { found in
      FindingDraft(
        message:
          "the return of \(name: found.kind.name) was not recorded: the process lived on for longer than iOS lets it "
          + "run",
        names: [found.kind.name, "return"])
    })
}
