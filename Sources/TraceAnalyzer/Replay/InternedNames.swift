package import TraceModel

/// What the numbers of texts in one `Symbols` mean to replay: the words of the closed vocabularies, and a few others.
///
/// Made once for a `Symbols`, so that replay compares numbers and never looks at texts. A class, as every launch refers
/// to it.
package final class InternedNames: Sendable {
  let taskKinds: WordTable<TaskKind>
  let workKinds: WordTable<WorkKind>
  let launchReasons: WordTable<LaunchReason>
  let exitReasons: WordTable<ExitReason>
  let startTypes: WordTable<StartType>
  let formats: WordTable<InputFormat>
  let quirks: WordTable<Quirk>
  /// The kind of a task that names none: asked for at each step of a task.
  let assertion: TextID
  /// The id of a task that was not granted, `UIBackgroundTaskIdentifier.invalid`.
  let invalidTask: TextID
  /// The main thread.
  let main: TextID
  /// The role of a scene that is a window of the app.
  let application: TextID
  /// Why a scene connects whose session has a state to restore.
  let restoration: TextID
  /// The `processKind` of an extension.
  let extensionKind: TextID
  /// `background`, where the app was as a candidate was noted.
  let background: TextID
  /// Why a launch counts as prewarmed that does not say so.
  let suspected: TextID
  /// The text of a log that declares that it records no kind of event.
  let noKinds: TextID
  /// The event of MetricKit's that counts nothing.
  let payload: TextID
  /// The watchdog's names for what it waits for besides a launch, by their places in `WatchdogReport.otherEvents`.
  let watchdogEvents: [TextID]
  /// `foreground`, where the app was as iOS ended its process.
  let foreground: TextID
  /// iOS' words of where an app was, by their places in `LaunchSign.words`.
  let signs: [TextID]
  /// The names of the kinds, by `EventKind.rawValue`.
  let kindNames: [TextID]
  /// What measures launches, by `LaunchMeasure.rawValue`.
  private let measures: [TextID]

  /// The names in `symbols`, which learns those that it did not hold.
  package init(_ symbols: inout Symbols) {
    taskKinds = WordTable(&symbols)
    workKinds = WordTable(&symbols)
    launchReasons = WordTable(&symbols)
    exitReasons = WordTable(&symbols)
    startTypes = WordTable(&symbols)
    formats = WordTable(&symbols)
    quirks = WordTable(&symbols)
    assertion = taskKinds.id(of: .assertion)
    invalidTask = symbols.texts.intern("0")
    main = symbols.texts.intern("main")
    application = symbols.texts.intern("application")
    restoration = symbols.texts.intern("restoration")
    extensionKind = symbols.texts.intern("extension")
    background = symbols.texts.intern("background")
    suspected = symbols.texts.intern("suspected: parked before anybody asked for the app")
    noKinds = symbols.texts.intern(Context.noKinds)
    payload = symbols.texts.intern(InputFormat.metricKit.eventPrefix + "payload")
    watchdogEvents = WatchdogReport.otherEvents.map { symbols.texts.intern($0) }
    foreground = symbols.texts.intern("foreground")
    signs = LaunchSign.words.map { symbols.texts.intern($0.shown) }
    kindNames = EventKind.allCases.map { symbols.texts.intern($0.name) }
    measures = LaunchMeasure.allCases.map { symbols.texts.intern($0.name) }
  }

  /// What measured the launch whose length a record holds, which this is the `kind` of.
  func measure(of kind: TextID) -> LaunchMeasure {
    let place = kind.isNone ? nil : measures.firstIndex(of: kind)
    let measure = place.flatMap { LaunchMeasure(rawValue: UInt8($0)) } ?? .record
    return measure == .events ? .record : measure
  }

  /// True if the text names a kind of task that the vocabulary has.
  package func isTaskKind(_ text: TextID) -> Bool { taskKinds[text] != nil }
}
