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
  /// The reason of an end of a task of which UIKit logs that it knows no such task.
  let unknownTask: TextID
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
  /// The event of MetricKit's that has no count.
  let payload: TextID
  /// The watchdog's names for what it waits for besides a launch, by their indices in `WatchdogReport.otherEvents`.
  let watchdogEvents: [TextID]
  /// `foreground`, where the app was as iOS ended its process.
  let foreground: TextID
  /// iOS' words of where an app was, by their indices in `LaunchSign.words`.
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
    unknownTask = symbols.texts.intern("unknownTask")
    main = symbols.texts.intern("main")
    application = symbols.texts.intern("application")
    restoration = symbols.texts.intern("restoration")
    extensionKind = symbols.texts.intern("extension")
    background = symbols.texts.intern("background")
    suspected = symbols.texts.intern(LaunchNature.suspected)
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
    let index = kind.isNone ? nil : measures.firstIndex(of: kind)
    let measure = index.flatMap { LaunchMeasure(rawValue: UInt8($0)) } ?? .record
    return measure == .events ? .record : measure
  }

  /// True if the text names a kind of task that the vocabulary has.
  package func isTaskKind(_ text: TextID) -> Bool { taskKinds[text] != nil }
}

/// The numbers that the words of one vocabulary have in one `Symbols`, and back.
///
/// Made once for a `Symbols`, so that replay asks what a number of an event means without looking at its text.
struct WordTable<Word: Vocabulary>: Sendable {
  private let words: [Word]
  /// One for each word, by its index in `words`.
  private let ids: [TextID]

  /// The table for `symbols`, which learns the words that it did not hold.
  init(_ symbols: inout Symbols) {
    let words = Array(Word.allCases)
    ids = words.map { symbols.texts.intern($0.name) }
    self.words = words
  }

  /// The word that a number stands for; `nil` for no text, and for a text that is not in the vocabulary.
  subscript(id: TextID) -> Word? {
    // At most some 20 words: to look through them is faster than to hash one number.
    guard !id.isNone, let index = ids.firstIndex(of: id) else { return nil }
    return words[index]
  }

  /// The number of a word.
  func id(of word: Word) -> TextID { words.firstIndex(of: word).map { ids[$0] } ?? .none }
}

/// The symbols of a log, and the words among them that replay asks for.
///
/// A class, for speed: every launch refers to it, and a copy of the two would count some fifty references up and down
/// again. It is made where many launches are replayed and gone before symbols are learned, so that learning copies
/// nothing.
package final class Lexicon: Sendable {
  let words: InternedNames
  let symbols: Symbols

  /// A lexicon of `symbols`, whose words are `words`.
  package init(_ words: InternedNames, _ symbols: Symbols) {
    self.words = words
    self.symbols = symbols
  }

  /// True if a log names the app of a context only by the name of its program, as it has not named the bundle id so far.
  func isProgram(_ context: Context) -> Bool {
    let format = words.formats[context.format]
    let isOfSystem = format == .systemLog || format == .copiedText || format == .untimedText
    guard isOfSystem, !context.app.isNone else { return false }
    return !symbols.texts.holds([UInt8(ascii: ".")], context.app)
  }
}

/// A cause of a step that looks illegal but is what UIKit does: its candidate is a `quirk`, which `rules.quirks` shows.
///
/// The name of such a candidate is this text.
enum Quirk: String, Vocabulary {
  case alert = "a system alert deactivates the app, but none of its scenes"
  case forcedExit = "on a forced exit only the app, and no scene, reports the move to the background"
  case swipedAway = "the user swiped the app away in the app switcher: a scene in the foreground was never active"
}
