package import TraceModel

/// The numbers in one `Symbols` of the words that replay asks for: the closed vocabularies, and a few others.
///
/// Made once for a `Symbols`, so that replay compares numbers and never reads texts. A class, as every launch refers to
/// it.
package final class InternedNames: Sendable {
  let taskKinds: WordTable<TaskKind>
  let workKinds: WordTable<WorkKind>
  let launchReasons: WordTable<LaunchReason>
  let exitReasons: WordTable<ExitReason>
  let startTypes: WordTable<StartType>
  let formats: WordTable<InputFormat>
  let quirks: WordTable<Quirk>
  /// The kind of a task that names none.
  let assertion: TextID
  /// The id of a task that was not granted, `UIBackgroundTaskIdentifier.invalid`.
  let invalidTask: TextID
  /// The reason of the end of a task that UIKit logs as unknown.
  let unknownTask: TextID
  let main: TextID
  /// The role of a scene that is a window of the app.
  let application: TextID
  /// Why a scene connects whose session has a state to restore.
  let restoration: TextID
  /// The `processKind` of an extension.
  let extensionKind: TextID
  /// Why a launch counts as prewarmed that does not say so.
  let suspected: TextID
  /// Declares in a log that it records no kind of event.
  let noKinds: TextID
  /// The event of MetricKit that has no count.
  let payload: TextID
  /// What the watchdog waits for besides a launch, by index in `WatchdogReport.otherEvents`.
  let watchdogEvents: [TextID]
  /// iOS' words for where an app was, by index in `LaunchSign.words`.
  let signs: [TextID]
  /// By `EventKind.rawValue`.
  let kindNames: [TextID]
  /// By `LaunchMeasure.rawValue`.
  private let measures: [TextID]

  /// The names in `symbols`; missing ones are added.
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
    suspected = symbols.texts.intern(LaunchNature.suspected)
    noKinds = symbols.texts.intern(Context.noKinds)
    payload = symbols.texts.intern(InputFormat.metricKit.eventPrefix + "payload")
    watchdogEvents = WatchdogReport.otherEvents.map { symbols.texts.intern($0) }
    signs = LaunchSign.words.map { symbols.texts.intern($0.shown) }
    kindNames = EventKind.allCases.map { symbols.texts.intern($0.name) }
    measures = LaunchMeasure.allCases.map { symbols.texts.intern($0.name) }
  }

  /// The measure that the `kind` of a record of a launch's length names.
  func measure(of kind: TextID) -> LaunchMeasure {
    let index = kind.isNone ? nil : measures.firstIndex(of: kind)
    let measure = index.flatMap { LaunchMeasure(rawValue: UInt8($0)) } ?? .record
    return measure == .events ? .record : measure
  }

  /// True if the text names a kind of task in the vocabulary.
  package func isTaskKind(_ text: TextID) -> Bool { taskKinds[text] != nil }
}

/// The numbers of one vocabulary's words in one `Symbols`, and back.
struct WordTable<Word: Vocabulary>: Sendable {
  private let words: [Word]
  private let ids: [TextID]

  /// The table for `symbols`; missing words are added.
  init(_ symbols: inout Symbols) {
    let words = Array(Word.allCases)
    ids = words.map { symbols.texts.intern($0.name) }
    self.words = words
  }

  /// The word of a number; `nil` for no text, and for a text outside the vocabulary.
  subscript(id: TextID) -> Word? {
    // At most some 20 words: a search is faster than a hash.
    guard !id.isNone, let index = ids.firstIndex(of: id) else { return nil }
    return words[index]
  }

  func id(of word: Word) -> TextID { words.firstIndex(of: word).map { ids[$0] } ?? .none }
}

/// The symbols of a log, and the words among them that replay asks for.
///
/// A class, for speed: every launch refers to it, and a copy of the two would count some fifty references. It exists
/// only while launches are replayed, so that symbols learned afterwards are not copied.
package final class Lexicon: Sendable {
  let words: InternedNames
  let symbols: Symbols

  /// A lexicon of `symbols`, whose words are `words`.
  package init(_ words: InternedNames, _ symbols: Symbols) {
    self.words = words
    self.symbols = symbols
  }

  /// True if the log has named the app of a context only by its program so far, not by its bundle id.
  func isProgram(_ context: Context) -> Bool {
    let format = words.formats[context.format]
    let isOfSystem = format == .systemLog || format == .copiedText || format == .untimedText
    guard isOfSystem, !context.app.isNone else { return false }
    return !symbols.texts.holds([UInt8(ascii: ".")], context.app)
  }

  /// True if the id or the program of a context ends as those of extensions mostly do, and nothing says what it is.
  func namesExtension(_ context: Context) -> Bool {
    guard context.processKind.isNone, !context.app.isNone else { return false }
    return Self.namesExtension(symbols.texts.string(context.app))
  }

  /// True if an id or the name of a program ends as those of extensions mostly do.
  static func namesExtension(_ app: String) -> Bool {
    let name = app.lowercased().filter { $0 != "-" && $0 != "_" }
    return extensionEnds.contains(where: name.hasSuffix)
  }

  /// How the names of extensions end in Xcode's templates and in what people make of them.
  private static let extensionEnds = [
    "extension", "appex", "widget", "widgets", "notificationservice", "notificationcontent", "intents", "intentsui",
    "packettunnel",
  ]
}

/// Why a step is what UIKit does although it looks illegal: its candidate, named by this text, is a `quirk`, which
/// `rules.quirks` shows.
enum Quirk: String, Vocabulary {
  case alert = "a system alert deactivates the app, but none of its scenes"
  case forcedExit = "on a forced exit only the app, and no scene, reports the move to the background"
  case swipedAway = "the user swiped the app away in the app switcher: a scene in the foreground was never active"
}
