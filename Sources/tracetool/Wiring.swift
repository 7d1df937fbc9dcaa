import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceStore

/// Where commands get what they show: from logs, or from the store.
enum Wiring {
  /// The launches of the logs that were named, else of the store; with their scenes, tasks, stays
  /// and candidates only if `details` are needed.
  ///
  /// - Throws: `DataError` where they cannot answer anything, `Interruption` if stopped.
  static func launches(_ session: Session, details: Bool = true) throws -> Launches {
    let settings = session.settings
    let launches: Launches
    if settings.arguments.isEmpty {
      launches = try Projector.launches(
        ofStore: session.storePath, details: details, busyTimeout: 5000)
    } else {
      let progress = session.progress()
      defer { progress?.clear() }
      var run = CheckRun(options: settings.ingest) { state in
        progress?.update(bytes: state.bytes, of: state.totalBytes, events: state.events)
      }
      launches = try run.run(settings.arguments) { System.caughtSignal != nil }
    }
    try stopIfAsked("nothing was judged: run it again")
    if launches.summaries.isEmpty, let failure = launches.failures.first { throw failure.error }
    for failure in launches.failures { session.complain("\(failure.error)") }
    try Answers.check(launches, settings)
    return launches
  }

  /// Takes the logs that were named into the store.
  static func ingest(_ session: Session) throws -> IngestRun.Result {
    let store = try EventStore(path: session.storePath, mode: .write)
    let progress = session.progress()
    defer { progress?.clear() }
    var run = IngestRun(
      into: store, options: session.settings.ingest,
      report: { state in
        progress?.update(bytes: state.bytes, of: state.totalBytes, events: state.events)
      }, isStopped: { System.caughtSignal != nil })
    return try run.run(session.settings.arguments)
  }

  /// Ends the command if a signal asked for it.
  static func stopIfAsked(_ advice: String) throws(Interruption) {
    guard let signal = System.caughtSignal else { return }
    throw Interruption(isInterrupt: System.isInterrupt(signal), advice: advice)
  }
}
