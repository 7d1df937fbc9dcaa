package import TraceModel

/// Guesses which event a log's own name means, for a hint: `--rename DID_ENTER_BACKGROUND=…`.
///
/// All words of a name count: `app_process_start` is `process.start`, and `http request` is no event, though it ends as
/// `launch.request` does. No event is renamed unless the user asks for it.
package enum RenameHint {
  /// The possible meanings of a name.
  struct Guess {
    /// The events that it may be, the likeliest first.
    var kinds: [EventKind]
    /// 0 for a name of the vocabulary in another spelling, 1 for other words for one event, 2 for words that several
    /// events may have.
    var rank: Int
    /// The words that were understood.
    var words: String
    /// Why a process ended, where the name says that it did.
    var reason: ExitReason?
  }

  /// Words that mean one event, in their common form; a word in brackets may be left out.
  private static let phrases: [(kind: EventKind, words: String)] = [
    (.processStart, "boot start"),
    (.processStart, "[app] process start|[app] process launch|app [launch] start|launch start|app boot"),
    (.processStart, "process create|[app] process up|process spawn"),
    (.processMain, "process main|app main|main enter|enter main|main start|main reached"),
    (.processExit, "[app] process exit|[app] process end|[app] process terminate|[app] process die|app exit|app die"),
    (.processSuspend, "process suspend"), (.processResume, "process resume"),
    (.appWillFinishLaunching, "[app] will finish launch"),
    (.appDidFinishLaunching, "[app] [did] finish launch|[app] launch finish|app did launch"),
    (.appDidFinishLaunching, "app initialize|[app] finish start|[app] start finish|boot finish|did launch"),
    (
      .appWillEnterForeground,
      "[app] [will] enter foreground|app did enter foreground|app will foreground|app foreground enter"
    ),
    (.appDidBecomeActive, "[app] [did] become active|app [did] active"),
    (.appWillResignActive, "[app] [will] resign active|app did resign active|app [will] inactive"),
    (.appWillResignActive, "[app] become inactive|app will become inactive"),
    (.appDidEnterBackground, "[app] [did] enter background|app [did] background [enter]|app will enter background"),
    (.appWillTerminate, "[app] will terminate|app terminate"),
    (.appDidReceiveMemoryWarning, "app did receive memory warning|[app] [receive] memory warning"),
    (.sceneWillConnect, "scene [will] connect|scene did connect"),
    (.sceneDidDisconnect, "scene [did] disconnect"),
    (.sceneWillEnterForeground, "scene [will] enter foreground|scene foreground [enter]|scene show"),
    (.sceneDidActivate, "scene [did] [become] active"),
    (.sceneWillDeactivate, "scene [will] inactive|scene become inactive|scene did inactive|scene [will] resign active"),
    (.sceneWillDeactivate, "scene did resign active"),
    (.sceneDidEnterBackground, "scene [did] enter background|scene background [enter]|scene hide"),
    (.taskBegin, "[background] task start|start background task|background work start"),
    (.taskEnd, "[background] task end|[background] task finish|end background task|background work end"),
    (.taskExpire, "[background] task [will] expire|background task did expire"),
    (.taskRegister, "background task register"), (.taskSubmit, "background task submit"),
    (.workBegin, "work start"), (.workEnd, "work end|work finish"),
    (.launchRequest, "[app] launch requested"),
    (.launchFirstFrame, "[app] first frame|[app] first draw|[app] first frame draw|[app] first frame show"),
    (.launchFirstFrame, "launch first frame [draw]|launch first draw|[app] initial frame|initial frame draw"),
    (.launchFullyDrawn, "fully draw|launch fully draw|app fully draw|[app] full draw"),
    (.viewDidLoad, "view [did] load"), (.viewWillAppear, "view will appear"), (.viewDidAppear, "view [did] appear"),
    (.viewWillDisappear, "view will disappear"), (.viewDidDisappear, "view [did] disappear"),
    (.mainHang, "main [thread] hang|app hang|ui hang"),
  ]

  /// The phrases of a list, with and without the words in brackets.
  private static func expanded(_ list: String) -> [String] {
    list.split(separator: "|").flatMap { phrase in
      phrase.split(separator: " ").reduce([""]) { phrases, word in
        let isOptional = word.hasPrefix("[")
        let bare = isOptional ? word.dropFirst().dropLast() : word
        return (isOptional ? phrases : []) + phrases.map { $0.isEmpty ? String(bare) : "\($0) \(bare)" }
      }
    }
  }

  /// Words that apps use for several events: each means the first of these that no other name of the log means.
  ///
  /// What an analytics SDK means by its names is in `AnalyticsSDK`.
  private static let ambiguous: [(kinds: [EventKind], words: String)] = [
    ([.appDidFinishLaunching, .processStart], "app launch"),
    ([.appWillEnterForeground, .appDidBecomeActive], "app foreground|app resume"),
    ([.appDidEnterBackground, .appWillResignActive], "app pause"),
  ]

  /// The meanings of words, by their common form.
  private static let meanings: [String: Guess] = {
    var meanings: [String: Guess] = [:]
    func add(_ list: String, _ kinds: [EventKind], rank: Int) {
      for phrase in expanded(list) {
        meanings[phrase] = Guess(kinds: kinds, rank: rank, words: phrase)
      }
    }
    for (kinds, list) in ambiguous { add(list, kinds, rank: 2) }
    for (kind, list) in phrases { add(list, [kind], rank: 1) }
    return meanings
  }()

  /// All names of the vocabulary in lower case and without marks, with their kinds.
  ///
  /// A name of several kinds means the app's: `didEnterBackground` is `app.didEnterBackground`.
  private static let kindsByName: [String: EventKind] = {
    var kinds: [String: EventKind] = [:]
    for kind in EventKind.allCases where kind != .unknown {
      kinds[NameWords.plain(kind.name)] = kind
      let bare = kind.name.split(separator: ".").last ?? ""
      // One word is not enough: `request` and `main` have many meanings.
      if NameWords.words(of: bare).count < 2 { continue }
      if kinds[NameWords.plain(bare)] == nil || kind.family == "app" { kinds[NameWords.plain(bare)] = kind }
    }
    for (name, meaning) in EventNames.meanings.sorted(by: { $0.key < $1.key }) {
      if kinds[NameWords.plain(name)] == nil { kinds[NameWords.plain(name)] = meaning.kind }
    }
    // A phrase is also recognized without its spaces, as in `appstart`.
    for (kind, list) in phrases {
      for phrase in expanded(list) where kinds[NameWords.plain(phrase)] == nil {
        kinds[NameWords.plain(phrase)] = kind
      }
    }
    return kinds
  }()

  /// The kind of event that a name most likely means; nil if it is not clear.
  ///
  /// `DID_ENTER_BACKGROUND` is `app.didEnterBackground`, `APP_START` is `process.start`, and
  /// `-[AppDelegate applicationDidBecomeActive:]` is `app.didBecomeActive`.
  package static func kind(of name: String) -> EventKind? {
    EventNames.meaning(of: name)?.kind ?? guess(name)?.kinds.first
  }

  /// Whether a name is in the vocabulary, or very likely means one of its events.
  static func isUnderstood(_ name: String) -> Bool { kind(of: name) != nil }

  /// Whether a name, which has no meaning otherwise, may be that of an end of the process.
  package static func mayBeEnd(_ name: String) -> Bool { EndName(name) != nil }

  /// Whether a name is a sentence which says that an app ended.
  package static func isEndInProse(_ name: String) -> Bool {
    name.contains { $0 == " " || !$0.isASCII } && EndName.isSaid(in: Array(name.utf8)[...])
  }

  /// Whether a name, which has no meaning otherwise, may be that of a launch or of the end of a process: a check that
  /// dropped its records would miss them.
  package static func mayBeLaunchOrEnd(_ name: String) -> Bool {
    mayBeEnd(name) || LaunchLength.mayNameLaunch(name) || LaunchSaying(Array(name.utf8)[...]) != nil
  }

  /// The possible meanings of a name; nil if it is not clear.
  static func guess(_ name: String) -> Guess? {
    // The traces of stays that Firebase Performance and Countly keep are lengths, and no steps.
    if name.drop(while: { $0 == "_" }).hasPrefix("app_in_") { return nil }
    if let guess = guess(whole: name) { return guess }
    // A callback with the name of its class in front.
    if let saying = AppSaying(Array(name.utf8)[...]), !saying.isState, let kind = saying.event(after: "") {
      return Guess(kinds: [kind], rank: 0, words: NameWords.plain(kind.name))
    }
    // Amplitude puts its own name in front of events, in brackets; Mixpanel begins its names with `$ae_`.
    var rest = name[...]
    while rest.first == "[", let end = rest.firstIndex(of: "]") { rest = rest[rest.index(after: end)...] }
    for mark in ["$ae_", "$"] where rest.hasPrefix(mark) { rest = rest.dropFirst(mark.count) }
    if rest.count < name.count, let guess = guess(whole: rest) { return guess }
    // Behind a domain's name what ends is the app, and a subject says whose event another one is.
    let tails = NameWords.behindDomain(String(rest)).filter { $0.count < rest.count }
    if !tails.isEmpty, let end = ofEnd(name) { return end }
    for tail in tails {
      let words = NameWords.common(NameWords.words(of: tail))
      if words.count > 1, subjects.contains(words[0]), let guess = guess(whole: tail) { return guess }
    }
    // After the name of a component, at least three words must match: `player.first_frame` is no event of the app.
    let pieces = rest.split { ".:/".contains($0) }
    guard pieces.count > 1 else { return ofEnd(name) }
    for count in [2, 1] where count < pieces.count {
      let end = pieces.suffix(count).joined(separator: " ")
      if let guess = guess(whole: end), NameWords.words(of: end).count > 2 { return guess }
    }
    return ofEnd(name)
  }

  private static let subjects: Set = ["app", "process", "scene"]

  private static func ofEnd(_ name: String) -> Guess? {
    let said = LaunchSaying(Array(name.utf8)[...]).flatMap { $0.isEnd ? $0 : nil }
    let end = EndName(name).flatMap { $0.isClear ? $0 : nil }
    if end == nil, said == nil { return nil }
    return Guess(kinds: [.processExit], rank: 1, words: NameWords.plain(name), reason: end?.reason ?? said?.reason)
  }

  private static func guess(whole name: some StringProtocol) -> Guess? {
    let plain = NameWords.plain(name)
    if plain.isEmpty { return nil }
    if let kind = kindsByName[plain], vocabulary.contains(plain) { return Guess(kinds: [kind], rank: 0, words: plain) }
    let words = NameWords.common(NameWords.words(of: name)).joined(separator: " ")
    if let guess = meanings[words] { return guess }
    return kindsByName[plain].map { Guess(kinds: [$0], rank: 1, words: plain) }
  }

  /// All names of the vocabulary in lower case and without marks.
  private static let vocabulary = Set(EventNames.meanings.keys.map { NameWords.plain($0) })
}

/// Decides which events the names of one log mean, each kind for one name: `app_launched` is `app.didFinishLaunching`,
/// unless another name means that already.
struct RenameHints {
  private var kinds: [String: EventKind] = [:]
  private var reasons: [String: ExitReason] = [:]

  /// The meanings of `names`, with how often each came.
  ///
  /// The log has events of the `recognized` kinds under names of the vocabulary.
  init(_ names: [String: Int64], recognized: Set<EventKind>) {
    // A kind goes to the first name in this order: to the one that is nearest to the vocabulary.
    var claims: [EventKind: (rank: Int, words: String)] = [:]
    let guesses = names.compactMap { name, count in
      RenameHint.guess(name).map { (name: name, count: count, guess: $0) }
    }
    let ordered = guesses.sorted { a, b in
      (a.guess.rank, -a.count, a.name) < (b.guess.rank, -b.count, b.name)
    }
    for (name, _, guess) in ordered {
      let kind = guess.kinds.first { kind in
        // A process may end in several ways.
        if kind == .processExit, guess.reason != nil || claims[kind] != nil { return true }
        // The same words in another spelling may come from another version of the app.
        if let claim = claims[kind] { return claim.rank == guess.rank && claim.words == guess.words }
        return guess.rank == 0 || !recognized.contains(kind)
      }
      guard let kind else { continue }
      claims[kind] = (guess.rank, guess.words)
      kinds[name] = kind
      if kind == .processExit { reasons[name] = guess.reason }
    }
  }

  /// The renaming of a name to the event that it means; nil if that is not clear.
  func renaming(of name: String) -> Renaming? {
    kinds[name].map { Renaming(name, to: $0.name, reason: reasons[name]) }
  }
}

/// Finds the key that tells the meanings of a name apart, as `state` does for `app_lifecycle`, and what the names of an
/// analytics SDK mean.
struct ConditionHints {
  /// A key that holds a state has at most this many values.
  private static let stateLimit = 12

  private let table: KeyTable
  private let sdk: AnalyticsSDK?
  /// For each name and each key of its records, how often each value came.
  private var values: [String: [String: [String: Int64]]] = [:]

  /// Collects the values beside these names in the records of a table.
  init(_ table: KeyTable, _ names: [String: Int64]) {
    self.table = table
    sdk = AnalyticsSDK.find(in: table)
    var found: [String: [String: [String: Int64]]] = [:]
    let keys = Set(
      table.uses.filter { key, use in
        !table.nameKeys.contains(key) && use.values.count <= Self.stateLimit
          && (Self.tellsApart(key) || Self.isOfReason(key) || ErrorQuestion(key) != nil)
      }.keys)
    if keys.isEmpty { return }
    table.forEachRecord { members in
      guard let name = table.name(of: members), names[name] != nil else { return }
      for (key, value) in members where keys.contains(key) {
        found[name, default: [:]][key, default: [:]][value.written, default: 0] += 1
      }
    }
    values = found
  }

  /// True for a key whose values give one name several meanings.
  static func tellsApart(_ key: String) -> Bool {
    isOfReturn(key) != nil || isOfState(key) || ErrorQuestion(key).map { $0 != .gravity } ?? false
  }

  /// True if an analytics SDK says what one of these names means: it records no other step of the app's life.
  func areOfSDK(_ names: some Sequence<String>) -> Bool {
    names.contains { sdk?.renamings(of: $0, table) != nil }
  }

  /// Renamings of a name by the values of a key; nil if no key tells its meanings apart.
  func renamings(of name: String) -> [Renaming]? {
    if let found = sdk?.renamings(of: name, table) { return found }
    guard let beside = values[name] else { return nil }
    for (key, counts) in beside.sorted(by: { $0.key < $1.key }) {
      let ofLaunch = Self.byReturn(name, key, counts) ?? Self.byState(name, key, counts)
      if let found = ofLaunch ?? Self.byEnd(name, key, counts) { return found }
    }
    return nil
  }

  // MARK: - A launch or a return

  /// Names of an app's own events for a launch and for a return, in the common form of their words.
  private static let ofBoth: Set = ["app launch", "app start", "app open"]

  /// For a key that shows whether an app has returned, the value that means it has; nil for other keys.
  private static func isOfReturn(_ key: String) -> Bool? {
    let words = Set(NameWords.words(of: key.split(separator: ".").last ?? ""))
    if words.isSuperset(of: ["from", "background"]) || words.contains("resumed") { return true }
    return words.contains("cold") && words.isDisjoint(with: ["duration", "ms", "time", "count"]) ? false : nil
  }

  private static func byReturn(_ name: String, _ key: String, _ counts: [String: Int64]) -> [Renaming]? {
    let words = NameWords.common(NameWords.words(of: name)).joined(separator: " ")
    guard let value = isOfReturn(key), ofBoth.contains(words) else { return nil }
    let found = counts.keys.sorted().compactMap { text -> Renaming? in
      let truths = ["true": true, "1": true, "false": false, "0": false]
      guard let truth = truths[text.lowercased()] else { return nil }
      let kind = truth == value ? EventKind.appWillEnterForeground : .appDidFinishLaunching
      return Renaming(name, when: Renaming.Condition(key: key, value: text), to: kind.name)
    }
    return found.isEmpty ? nil : found
  }

  // MARK: - An end

  private static let errors: Set = ["error", "exception", "crash", "fatal", "fault"]

  /// What keys ask of an error.
  private enum ErrorQuestion {
    /// Whether it ended the process, as `is_fatal` and `has_crash` do; or whether it did not, as `nonfatal` and
    /// `handledAt`.
    case fatal, nonfatal, handled
    /// How grave it is, as `severity` and `error_level` do.
    case gravity

    init?(_ key: String) {
      let words = NameWords.common(NameWords.words(of: key.split(separator: ".").last ?? ""))
      let others: Set = ["non", "nonfatal", "handled", "unhandled", "at"]
      if ["severity", "level"].contains(words.last), words.dropLast().allSatisfy(errors.contains) {
        self = .gravity
        return
      }
      guard words.allSatisfy({ errors.contains($0) || others.contains($0) }) else { return nil }
      if words.contains("nonfatal") || words.first == "non" {
        self = .nonfatal
      } else if words.contains("handled") {
        self = .handled
      } else if words.contains(where: { ["crash", "fatal", "unhandled"].contains($0) }) {
        self = .fatal
      } else {
        return nil
      }
    }

    /// True if a value says that the error ended the process.
    func isEnd(_ value: String) -> Bool {
      let value = value.lowercased()
      return switch self {
      case .fatal: ["true", "1"].contains(value)
      case .nonfatal: ["false", "0"].contains(value)
      // A number is that of errors.
      case .handled: ["false", "unhandled"].contains(value)
      case .gravity: value == "fatal"
      }
    }
  }

  private static func isOfReason(_ key: String) -> Bool { UsualKeys.rank(of: key, in: LikelyKeys.reasons) != nil }

  /// An error is the end of the process where a key says so, and `app_terminated` where a reason stands beside it.
  private static func byEnd(_ name: String, _ key: String, _ counts: [String: Int64]) -> [Renaming]? {
    let exit = EventKind.processExit.name
    if isOfReason(key) {
      let isTerminated = RenameHint.guess(name)?.kinds == [.appWillTerminate]
      return isTerminated && !NameWords.words(of: name).contains("will") ? [Renaming(name, to: exit)] : nil
    }
    guard let question = ErrorQuestion(key), !errors.isDisjoint(with: NameWords.common(NameWords.words(of: name)))
    else {
      return nil
    }
    let said = counts.keys.sorted().filter(question.isEnd)
    return said.isEmpty
      ? nil : said.map { Renaming(name, when: Renaming.Condition(key: key, value: $0), to: exit, reason: .crash) }
  }

  // MARK: - A state

  private static let stateWords: Set = ["state", "status", "phase", "action", "transition", "to", "new", "current"]
  private static let changeWords: Set = [
    "changed", "change", "changes", "update", "updated", "transition", "state", "status",
  ]

  static func isOfState(_ key: String) -> Bool {
    !stateWords.isDisjoint(with: NameWords.words(of: key.split(separator: ".").last ?? ""))
  }

  /// `app_lifecycle` with `state` `active` is `app.didBecomeActive`; at least two states must have a meaning.
  private static func byState(_ name: String, _ key: String, _ counts: [String: Int64]) -> [Renaming]? {
    guard isOfState(key), RenameHint.guess(name) == nil else { return nil }
    let said = NameWords.words(of: name)
    let words = NameWords.common(said.filter { !changeWords.contains($0) })
    let subject = words.first ?? (said.contains { $0 == "lifecycle" || $0 == "cycle" } ? "app" : "")
    guard words.count < 2, ["app", "scene", "process", "task"].contains(subject) else { return nil }
    let found = counts.keys.sorted().compactMap { state -> Renaming? in
      let kind = RenameHint.kind(of: "\(subject) \(state)")
      return kind.map { Renaming(name, when: Renaming.Condition(key: key, value: state), to: $0.name) }
    }
    return found.count > 1 ? found : nil
  }
}

/// Splits a name into its words, in lower case: `app_did_become_active`, `AppDidBecomeActive` and `App Did Become
/// Active` have the same four.
enum NameWords {
  /// The words of a name; marks separate them, and capitals as in `didBecomeActive` and `URLOpened`.
  static func words(of name: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    func end() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for (index, letter) in letters.enumerated() {
      guard letter.isLetter || letter.isNumber else {
        end()
        continue
      }
      if letter.isUppercase, let last = word.last {
        let isFollowed = index + 1 < letters.count && letters[index + 1].isLowercase
        if !last.isUppercase || isFollowed { end() }
      }
      word.append(letter)
    }
    end()
    return words
  }

  /// Begins of reversed domain names.
  private static let domains: Set = ["com", "org", "net", "io", "de"]

  /// What a name may be behind a reversed domain's name, the longest first: `shop.app.launched`, `app.launched` and
  /// `launched` of `com.example.shop.app.launched.v1`; the name alone where none is in front.
  static func behindDomain(_ name: String) -> [Substring] {
    var pieces = name.split(separator: ".")
    // The version of an event's form, as CloudEvents have it.
    if pieces.count > 1, let last = pieces.last, last.first == "v", Int(last.dropFirst()) != nil { pieces.removeLast() }
    let end = pieces.last?.endIndex ?? name.endIndex
    guard pieces.count > 2, domains.contains(pieces[0].lowercased()) else { return [name[..<end]] }
    return pieces[2...].map { name[$0.startIndex..<end] }
  }

  /// The letters and digits of a name, in lower case: `appdidbecomeactive`.
  static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The common form of words that have several.
  private static let forms: [String: [String]] = {
    let lists = [
      "app": "application uiapplication", "scene": "uiscene windowscene window win uiwindowscene",
      "view": "viewcontroller uiviewcontroller", "background": "bg backgrounded backgrounding",
      "foreground": "fg foregrounded foregrounding", "active": "activate activated activates activation",
      "inactive": "deactivate deactivated deactivates deactivation",
      "become": "became becomes becoming",
      "enter": "entered enters entering went goes go sent came comes come moved moves returned returns return",
      "resign": "resigned resigns resigning", "launch": "launched launches launching",
      "finish": "finished finishes finishing complete completed completes done",
      "start": "started starts starting startup begin began begun begins",
      "end": "ended ends ending stop stopped stops",
      "terminate": "terminated terminates terminating termination", "connect": "connected connects connecting",
      "disconnect": "disconnected disconnects disconnecting", "exit": "exited exits quit",
      "open": "opened opens opening",
      "expire": "expired expires expiring expiration expiry", "show": "shown shows", "hide": "hidden hides",
      "draw": "drawn drew rendered render displayed display presented present painted paint paints",
      "load": "loaded loads", "appear": "appeared appears appearing", "disappear": "disappeared disappears",
      "resume": "resumed resumes resuming", "pause": "paused pauses", "create": "created creates",
      "process": "proc", "die": "died dies gone killed kill",
      "crash": "crashed crashes crashing", "close": "closed closes closing",
      "initialize": "initialized initializes initialised",
      "receive": "received receives", "submit": "submitted submits scheduled schedule",
      "register": "registered registers", "hang": "hung hangs", "suspend": "suspended suspends",
    ]
    var forms: [String: [String]] = ["bgtask": ["background", "task"], "backgroundtask": ["background", "task"]]
    for (common, others) in lists { for form in others.split(separator: " ") { forms[String(form)] = [common] } }
    return forms
  }()

  /// Words without a meaning for what happened.
  private static let fillers: Set = [
    "notification", "event", "evt", "the", "has", "was", "is", "of", "to", "into", "in", "a", "an", "with", "options",
    "ios", "lifecycle", "life", "cycle", "lc", "log", "ui", "mobile", "delegate", "appdelegate", "scenedelegate",
  ]

  /// Words in their common form, without fillers: `Application Went To Background` becomes `app enter background`.
  static func common(_ words: [String]) -> [String] {
    ForeignWords.translated(words).filter { !fillers.contains($0) }.flatMap { forms[$0] ?? [$0] }
  }
}
