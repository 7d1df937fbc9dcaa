import TraceModel

/// What shows where an app was: the one table for the logs of all formats.
///
/// A sign is an event, its reason, or a word of iOS that a reader left in its attributes, as in
/// `"role":"UserInteractiveFocal"`. `LaunchStart` decides the kind of start by the signs of a launch; rules ask where
/// the app was when its process ended. Of two signs that contradict each other, iOS' counts before the app's, and the
/// nearer one before the others.
package struct LaunchSign: Sendable {
  /// Where a sign says that the app was.
  package enum Visibility: Sendable { case foreground, background }

  enum Author: Sendable { case iOS, app }

  /// The time for which a sign says where the app was.
  enum Subject: Sendable {
    /// Why iOS started the process.
    case launch
    /// Where the app was at that instant.
    case moment
    case end
  }

  /// A word of iOS, and the attribute that holds it, as a row of the table.
  struct Word: Sendable {
    let key, value: String
    let visibility: Visibility
    var subject = Subject.moment
    var confidence = Confidence.certain

    var shown: String { "\(key) \(value)" }
  }

  let visibility: Visibility
  let author: Author
  let subject: Subject
  /// `possible` if the sign alone proves nothing: another one must agree.
  let confidence: Confidence
  /// The sign as the reason of a launch's kind: the event's name, its reason, or the word with its key.
  let shown: TextID
}

extension LaunchSign {
  /// The words of iOS, by the attributes that hold them; the first counts if one event has several.
  ///
  /// `visibility` is FrontBoard's for all scenes of a process, `ProcessVisibility` in the watchdog's reports; `intent`
  /// is what FrontBoard starts a process for. `role` is the system's for the process: RunningBoard's, a crash report's,
  /// or the state in a Jetsam report. A report of iOS 12 and before may say `Non UI` of an app launched to the
  /// foreground, so that role alone proves nothing. `band` is Jetsam's, which extensions have as well.
  ///
  /// Source: Apple, Examining the fields in a crash report; Identifying high-memory use with jetsam event reports; logs
  /// of RunningBoard and SpringBoard.
  static let words: [Word] = [
    Word(key: "visibility", value: "Foreground", visibility: .foreground),
    Word(key: "visibility", value: "Background", visibility: .background),
    Word(key: "intent", value: "foreground-interactive", visibility: .foreground, subject: .launch),
    Word(key: "intent", value: "foreground-noninteractive", visibility: .foreground, subject: .launch),
    Word(key: "intent", value: "background", visibility: .background, subject: .launch),
    Word(key: "role", value: "UserInteractiveFocal", visibility: .foreground),
    Word(key: "role", value: "UserInteractiveNonFocal", visibility: .foreground),
    Word(key: "role", value: "UserInteractive", visibility: .foreground),
    Word(key: "role", value: "Foreground", visibility: .foreground),
    Word(key: "role", value: "frontmost", visibility: .foreground),
    Word(key: "role", value: "NonUserInteractive", visibility: .background),
    Word(key: "role", value: "Background", visibility: .background),
    Word(key: "role", value: "Darwin Background", visibility: .background),
    Word(key: "role", value: "suspended", visibility: .background),
    Word(key: "role", value: "Non UI", visibility: .background, confidence: .possible),
    Word(key: "band", value: "FOREGROUND", visibility: .foreground, confidence: .possible),
  ]

  /// Precede FrontBoard's words in the watchdog's reports: for where the process was, and where it was to be.
  private static let wasIn = "ProcessVisibility: "
  private static let wantedIn = "WatchdogVisibility: "

  /// The attributes with the keys of `words`, and what precedes the word in them.
  private static let marks: [(key: String, mark: [UInt8], text: String)] = [
    ("visibility", wasIn), ("visibility", #""visibility":""#), ("intent", #""intent":""#),
    ("role", #""role":""#), ("band", #""band":""#),
  ].map { ($0, Array($1.utf8), $1) }

  /// The events in whose attributes such a word counts.
  private static let carriers = KindSet([
    .launchRequest, .processStart, .processMain, .processResume, .processSuspend, .processExit, .logSceneForeground,
    .logSceneBackground, .logSceneActivate, .logSceneReady,
  ])

  /// The visibility that an event of one of `kinds` shows.
  private struct Shown: Sendable {
    let kinds: KindSet
    let visibility: Visibility
    let author: Author
    var subject = Subject.moment
    var confidence = Confidence.certain
  }

  private static let events: [Shown] = [
    // UIKit calls these at no other time; an app about to be inactive was active.
    Shown(
      kinds: [
        .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive, .sceneWillEnterForeground,
        .sceneDidActivate, .sceneWillDeactivate,
      ], visibility: .foreground, author: .app),
    // A person opened the app for these.
    Shown(
      kinds: [
        .appOpenURL, .appContinueUserActivity, .appShortcutItem, .sceneOpenURL, .sceneContinueUserActivity,
        .sceneShortcutItem,
      ], visibility: .foreground, author: .app),
    // No user sees a launch in the background.
    Shown(kinds: [.launchFirstFrame], visibility: .foreground, author: .app, subject: .launch),
    Shown(kinds: [.logSceneForeground, .logSceneActivate], visibility: .foreground, author: .iOS),
    // A scene may be drawn for the app switcher's picture alone.
    Shown(kinds: [.logSceneReady], visibility: .foreground, author: .iOS, confidence: .possible),
    Shown(
      kinds: [
        .appHandleEventsForBackgroundURLSession, .appPerformFetch, .appDidEnterBackground, .sceneDidEnterBackground,
      ], visibility: .background, author: .app),
    Shown(kinds: [.processSuspend, .logSceneBackground], visibility: .background, author: .iOS),
  ]

  /// The kinds of events of which each shows the app in the foreground.
  static let foreground = events.filter { $0.visibility == .foreground && $0.confidence == .certain }
    .reduce(KindSet()) { $0.union($1.kinds) }

  /// The index in `events` of each kind, by `EventKind.rawValue`.
  private static let indicesByKind: [Int?] = EventKind.allCases.map { kind in
    events.firstIndex { $0.kinds.contains(kind) }
  }
}

extension LaunchSign {
  /// The sign that an event is, nil if it is none; also a task of a kind that UIKit runs in the background, and the
  /// reason of a start or of a scene's connection.
  init?(_ orderedEvent: OrderedEvent, _ lexicon: Lexicon) {
    let signature = orderedEvent.signature
    let kind = signature.kind
    let attributes = orderedEvent.event.attributes
    let words = lexicon.words
    if !attributes.isNone, Self.carriers.contains(kind), let word = Self.word(in: attributes, lexicon.symbols.texts) {
      let row = Self.words[word]
      self.init(
        visibility: row.visibility, author: .iOS, subject: kind == .processExit ? .end : row.subject,
        confidence: row.confidence, shown: words.signs[word])
    } else if !signature.reason.isNone, let sign = Self.byReason(signature, words) {
      self = sign
    } else if kind == .taskBegin {
      guard !signature.taskKind.isNone, words.taskKinds[signature.taskKind] != .assertion else { return nil }
      self.init(
        visibility: .background, author: .app, subject: .moment, confidence: .certain,
        shown: words.kindNames[Int(kind.rawValue)])
    } else {
      guard let index = Self.indicesByKind[Int(kind.rawValue)] else { return nil }
      let row = Self.events[index]
      self.init(
        visibility: row.visibility, author: row.author, subject: row.subject, confidence: row.confidence,
        shown: words.kindNames[Int(kind.rawValue)])
    }
  }

  private static func byReason(_ signature: Signature, _ words: InternedNames) -> LaunchSign? {
    let reason = words.launchReasons[signature.reason]
    let visibility: Visibility
    switch signature.kind {
    case .launchRequest, .processStart, .appDidFinishLaunching:
      switch reason?.destination {
      case .foreground: visibility = .foreground
      case .background: visibility = .background
      case .wait, nil: return nil
      }
    case .sceneWillConnect:
      guard LaunchEntry(reason) != nil else { return nil }
      visibility = .foreground
    default: return nil
    }
    return LaunchSign(
      visibility: visibility, author: signature.eventSource == .system ? .iOS : .app,
      subject: signature.kind == .sceneWillConnect ? .moment : .launch, confidence: .certain, shown: signature.reason)
  }

  private static func word(in attributes: TextID, _ texts: TextTable) -> Int? {
    guard marks.contains(where: { texts.holds($0.mark, attributes) }) else { return nil }
    return word(in: texts.string(attributes))
  }

  private static func word(in attributes: String) -> Int? {
    for (key, _, mark) in marks {
      guard let range = attributes.firstRange(of: mark) else { continue }
      if mark == wasIn, isOnItsWay(attributes) { continue }
      // In the watchdog's reports it is one word, whatever follows on its line.
      let value = attributes[range.upperBound...].prefix { !"\"|\\\n".contains($0) && !(mark == wasIn && $0 == " ") }
      let name = value.lowercased().filter { !$0.isWhitespace }
      let row = words.firstIndex { $0.key == key && $0.value.lowercased().filter { !$0.isWhitespace } == name }
      if let row { return row }
    }
    return nil
  }

  /// True if the watchdog ended a launch that was to be elsewhere than the process still was: its word shows no place.
  private static func isOnItsWay(_ attributes: String) -> Bool {
    func word(_ mark: String) -> Substring? {
      attributes.firstRange(of: mark).map { attributes[$0.upperBound...].prefix(while: \.isLetter) }
    }
    guard WatchdogReport.isOfLaunch(attributes) == true, let wanted = word(wantedIn) else { return false }
    return wanted != word(wasIn)
  }

  /// Where the app was, by the attributes of its process's exit; nil if they do not say.
  static func word(atExit attributes: String) -> Word? { word(in: attributes).map { words[$0] } }

  /// The attribute of an event by which iOS says where the app was; nil without one.
  package static func kept(of attributes: String) -> (key: String, value: String)? {
    word(in: attributes).map { (words[$0].key, words[$0].value) }
  }
}
