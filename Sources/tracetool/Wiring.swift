import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

/// Where commands get what they show: from logs, or from the store.
enum Wiring {
  /// The launches of the logs that were named, else of the store.
  ///
  /// - Throws: `DataError` where they cannot answer anything, `Interruption` if stopped.
  static func launches(_ session: Session) throws -> Launches {
    let settings = session.settings
    let launches: Launches
    if settings.arguments.isEmpty {
      launches = try storedLaunches(session)
    } else {
      let progress = session.progress()
      defer { progress?.clear() }
      var run = CheckRun(options: settings.ingest) { state in
        progress?.update(bytes: state.bytes, of: state.totalBytes, events: state.events)
      }
      launches = try run.run(settings.arguments) { System.caughtSignal != nil }
      try stopIfAsked("nothing was judged; run it again")
    }
    for failure in launches.failures { session.complain("\(failure.error)") }
    try Answers.check(launches, settings)
    return launches
  }

  /// Ends the command if a signal asked for it.
  static func stopIfAsked(_ advice: String) throws(Interruption) {
    guard let signal = System.caughtSignal else { return }
    throw Interruption(isInterrupt: System.isInterrupt(signal), advice: advice)
  }

  private static func storedLaunches(_ session: Session) throws -> Launches {
    throw DataError(description: "there is no store '\(session.storePath)'; 'tracetool ingest' makes one")
  }
}
