/// Says which events of a log no legal life explains, by Apple's documents alone.
///
/// It knows nothing of the analyzer and its machines: a second opinion to compare them with.
struct Recognizer: Sendable {
  /// An event that has no legal place, by its index in the log, and the rule that must report it.
  struct Fault: Hashable, Sendable {
    var index: Int
    var rule: String
  }

  /// The families of rules with their languages, in the order in which the faults of one event are reported.
  ///
  /// - process: *About the app launch sequence*, *About the background execution sequence*; a
  ///   prewarmed process waits before `UIApplicationMain`; a suspended one gets no callback.
  /// - app, scene: *Managing your app's life cycle*, `UISceneDelegate`, `UIApplicationDelegate`. From
  ///   field reports: didEnterBackground called again when woken (openradar 14075101), a scene closed
  ///   in the app switcher disconnects without it (duckduckgo/iOS 3660), an app is terminated where
  ///   it stands (`UIApplicationExitsOnSuspend`), an external display's scene is never active.
  /// - view: `UIViewController`, *Responding to view-related events*; an address may be used again.
  /// - task: `beginBackgroundTask(withName:expirationHandler:)`.
  static let languages: [(family: String, language: Language)] = [
    (
      "process",
      Language(
        """
        ( start ( suspend | resume )* )? ( initializers ( suspend | resume )* )*
        ( main ( suspend | resume )* )?
        ( willFinishLaunching ( suspend | resume | shouldRestoreState | decodeState )* )?
        ( didFinishLaunching resume* ( suspend+ resume+ )* ( suspend+ | willTerminate )? )? exit*
        """)
    ),
    (
      "app",
      Language(
        """
        didFinishLaunching willEnterForeground? ( didBecomeActive willResignActive )*
        ( didEnterBackground+ willEnterForeground ( didBecomeActive willResignActive )* )*
        ( didBecomeActive | didEnterBackground+ )? willTerminate?
        """)
    ),
    (
      "scene",
      Language(
        """
        ( willConnect incident* ( didEnterBackground incident* )*
          ( willEnterForeground incident* ( didActivate incident* willDeactivate incident* )*
            ( didEnterBackground incident* )+ )*
          ( willEnterForeground incident* ( didActivate incident* willDeactivate incident* )* )?
          didDisconnect restoration* )*
        """)
    ),
    (
      "view",
      Language(
        """
        didLoad+ ( ( willAppear isAppearing* didAppear? willDisappear )+ didDisappear didLoad* )*
        """)
    ),
    ("task", Language("( begin expire? end )*")),
  ]

  /// What may come at any time while a scene is connected.
  private static let incidents: Set<String> = [
    "openURL", "continueUserActivity", "stateRestorationActivity", "restoreState", "snapshot",
  ]

  /// One process, scene, view or task.
  private struct Life {
    var places: Language.Places
    var last = ""
    var word = ""
    var reporters: Set<String> = []
    var instant: Int64 = 0
  }

  private let isSeenFromStart: Bool
  /// A scene delegate has said something.
  private let adoptsScenes: Bool
  private let judgesApp: Bool
  private let hasManyTellers: Bool
  private let leftOut: Set<String>
  private let ambiguousNames: Set<String>
  private var lives: [String: Life] = [:]
  private var open: [String] = []
  private var kinds: [String: String] = [:]
  private var begun: Set<String> = []
  private var lostCount = 0
  private var isMerged = false
  private(set) var faults: [Fault] = []
  /// Each step that was taken legally, as its family, the word before it and its own.
  private(set) var spoken: Set<String> = []

  // MARK: A log

  /// The faults of the launch whose log `records` are; `leftOut` kinds are never recorded.
  static func judge(
    _ records: [Record], leftOut: Set<String> = []
  ) -> (faults: [Fault], spoken: Set<String>) {
    var spoken: Set<String> = []
    let hasSeq = records.contains { $0.seq != nil }
    var log = Array(records.enumerated())
    if !hasSeq { log.sort { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) } }
    let faults = launches(in: log).flatMap { part -> [Fault] in
      var recognizer = Recognizer(part.map(\.element), leftOut)
      var last: Int?
      var rest = part[...]
      while let first = rest.first {
        if let seq = first.element.seq {
          if let last, seq - last > 1 { recognizer.lose(seq - last - 1) }
          last = seq
        }
        let tie = hasSeq ? 1 : rest.prefix { $0.element.instant == first.element.instant }.count
        recognizer.take(Array(rest.prefix(tie)))
        rest = rest.dropFirst(tie)
      }
      let merged = recognizer.isMerged
      spoken.formUnion(recognizer.spoken)
      return recognizer.faults.filter { !merged || $0.rule != "order.scene" }
        + launchOrder(part, recognizer)
    }
    return (faults, spoken)
  }

  typealias Log = [(offset: Int, element: Record)]

  /// A log that does not name its launches is cut where a process must have begun.
  private static func launches(in log: Log) -> [Log] {
    guard let first = log.first, first.element.launch == nil else { return [log] }
    var parts: [Log] = [[]]
    var asked: Int64 = .min
    var entries: Set<String> = []
    var reporters: [String: Set<String>] = [:]
    for line in log {
      let record = line.element
      let last = parts[parts.count - 1].last?.element
      let isNew = reporters[record.event]?.contains(record.reporter) ?? true
      var begins = false
      if let last, let seq = record.seq, seq < last.seq ?? 0 { begins = true }
      if entries.contains("process.exit"), record.event != "process.exit", record.reporter != "system" {
        begins = true
      }
      if record.phase != "end", isNew || reporters[record.event] == nil {
        switch record.event {
        case "process.start":
          let isAnswer = asked != .min && record.time - asked <= 30_000_000_000
          begins = (begins || !entries.isEmpty) && !isAnswer
        case "app.willFinishLaunching", "app.didFinishLaunching":
          begins =
            begins || entries.contains("app.didFinishLaunching") || entries.contains(record.event)
        default: break
        }
      }
      if begins, last != nil {
        parts.append([])
        entries = []
        reporters = [:]
      }
      parts[parts.count - 1].append(line)
      if record.event == "launch.request" { asked = record.time }
      if record.event == "process.start" { asked = .min }
      if record.phase == "end" || record.event == "launch.request" { continue }
      entries.insert(record.event)
      reporters[record.event, default: []].insert(record.reporter)
    }
    return parts
  }

  /// A scene that connects before the app's launch was entered, in an app that is seen to have adopted scenes: in any
  /// other UIKit makes and announces a scene of its own before it launches the app.
  private static func launchOrder(_ log: Log, _ recognizer: Recognizer) -> [Fault] {
    guard recognizer.isSeenFromStart, recognizer.adoptsScenes,
      let connect = log.firstIndex(where: {
        $0.element.event == "scene.willConnect" && $0.element.phase != "end"
      }),
      let launch = log.firstIndex(where: {
        // The notification is posted when the launch is over.
        $0.element.event == "app.didFinishLaunching" && $0.element.phase != "end"
          && $0.element.reporter != "notification"
      }), connect < launch
    else { return [] }
    let entry = log[launch].element
    let numbers = log[connect...launch].compactMap(\.element.seq)
    if let low = numbers.first, let high = numbers.last, high - low != launch - connect {
      return []
    }
    let times = [entry, log[connect].element].map { $0.time / $0.clock.grain * $0.clock.grain }
    if let taken = entry.duration, times[0] - taken < times[1] { return [] }
    return [Fault(index: log[connect].offset, rule: "order.launch")]
  }

  // MARK: A launch

  private init(_ records: [Record], _ leftOut: Set<String>) {
    let families = ["process.", "app.", "scene.", "view."]
    let first = records.first { record in families.contains { record.event.hasPrefix($0) } }?.event
    isSeenFromStart = [
      "process.start", "process.initializers", "process.main", "app.willFinishLaunching",
      "app.didFinishLaunching",
    ].contains(first)
    let delegates = Set(records.filter { $0.reporter == "delegate" }.map(\.event))
    adoptsScenes = !delegates.isDisjoint(with: Names.sceneLife)
    judgesApp =
      !records.contains { $0.event.hasPrefix("scene.") }
      || !delegates.contains { $0.hasPrefix("scene.") }
        && !delegates.isDisjoint(with: Names.aggregate)
    hasManyTellers = Set(records.map(\.reporter)).count > 1
    self.leftOut = leftOut
    var running: Set<String> = []
    var ambiguous: Set<String> = []
    for record in records where record.task == nil && record.phase != "end" {
      guard let name = record.name else { continue }
      if record.event == "task.begin", !running.insert(name).inserted { ambiguous.insert(name) }
      if record.event == "task.end" { running.remove(name) }
    }
    ambiguousNames = ambiguous
    for family in ["process", "app"] { lives[family] = newLife(family) }
  }

  private static func language(_ key: String) -> Language {
    let family = key.prefix { $0 != " " }
    return languages.first { $0.family == family }?.language ?? Language("")
  }

  private static func words(_ events: Set<String>, _ family: String) -> Set<String> {
    Set(
      events.filter { $0.hasPrefix(family + ".") || family == "process" && $0.hasPrefix("app.") }
        .map { word($0, family) })
  }

  private static func word(_ event: String, _ family: String) -> String {
    let word = String(event.drop { $0 != "." }.dropFirst())
    return family == "scene" && incidents.contains(word) ? "incident" : word
  }

  /// Where something is that is first heard of now.
  private func newLife(_ key: String, isLate: Bool = false) -> Life {
    let language = Self.language(key)
    let family = String(key.prefix { $0 != " " })
    if !isSeenFromStart || isLate {
      return Life(places: language.anywhere & ~(family == "process" ? Self.dead : 0))
    }
    return Life(places: lost(lostCount, Language.unborn, key))
  }

  private static let dead = languages[0].language.places(of: ["exit"])

  private static let gone =
    languages[2].language.places(of: ["didDisconnect", "restoration"]) | Language.unborn

  /// The places after up to `count` lost words, and what is never recorded between them.
  private func lost(
    _ count: Int, _ places: Language.Places, _ key: String
  ) -> Language.Places {
    let language = Self.language(key)
    let silent = language.places(of: Self.words(leftOut, String(key.prefix { $0 != " " })))
    var wide = places
    for _ in 0..<min(count, 64) {
      wide = language.widened(wide, by: silent, count: 3)
      wide = language.widened(wide, by: language.anywhere, count: 1)
    }
    return wide
  }

  private mutating func lose(_ count: Int) {
    lostCount += count
    for (key, life) in Array(lives) {
      let wide = lost(count, life.places, key)
      lives[key]?.places = wide
    }
  }

  /// Takes events of one instant in an order that is legal, if there is one.
  private mutating func take(_ tie: Log) {
    if tie.count == 1 { return take(tie[0].element, tie[0].offset) }
    var best: Recognizer?
    for order in orders(tie) {
      var trial = self
      for line in order { trial.take(line.element, line.offset) }
      if best == nil || trial.faults.count == faults.count { best = trial }
      if trial.faults.count == faults.count { break }
    }
    if let best { self = best }
  }

  /// The orders that are tried, the log's own first: those of the last four.
  private func orders(_ tie: Log) -> [Log] {
    let fixed = tie.dropLast(4)
    let loose = tie.suffix(4)
    func orders(_ rest: Log) -> [Log] {
      rest.isEmpty
        ? [[]]
        : rest.indices.flatMap { index -> [Log] in
          var others = rest
          let first = others.remove(at: index)
          return orders(others).map { [first] + $0 }
        }
    }
    return orders(Array(loose)).map { fixed + $0 }
  }

  private mutating func take(_ record: Record, _ index: Int) {
    let call = [
      record.event, record.reporter, record.scene ?? "", record.taskText, record.viewInstance ?? "",
    ].joined(separator: " ")
    let keys = keys(record).filter { key in
      Self.language(key).speaks(Self.word(record.event, String(key.prefix { $0 != " " })))
    }
    if record.phase == "end", let callback = open.lastIndex(of: call) {
      open.remove(at: callback)
      if let key = keys.first, lives[key]?.last == record.event {
        lives[key]?.instant = record.time
      }
      return
    }
    if record.phase == "begin" { open.append(call) }
    if let key = keys.first, hasManyTellers, isEcho(record, lives[key]) {
      lives[key]?.reporters.insert(record.reporter)
      return
    }
    var rule: String?
    if record.isOfApp, record.event != "process.exit", let process = lives["process"],
      process.places & Self.dead != 0
    {
      let living = process.places & ~Self.dead
      if living == 0 { rule = "process" }
      let everywhere = Self.languages[0].language.anywhere & ~Self.dead
      lives["process"]?.places = living == 0 ? everywhere : living
    }
    // Without a scene's id, two scenes are taken for one.
    if record.event == "scene.willConnect", record.scene == nil, let key = keys.first,
      let life = lives[key], life.places & ~Self.gone != 0
    {
      isMerged = true
    }
    for key in keys where !step(key, record) {
      rule = rule ?? String(key.prefix { $0 != " " })
    }
    if let rule { faults.append(Fault(index: index, rule: "order.\(rule)")) }
    if record.event == "view.didLoad" { begun.insert("view") }
    if record.event == "task.begin" {
      kinds[record.taskText] = record.kind ?? kinds[record.taskText] ?? "assertion"
    }
    if record.event == "scene.willConnect" { begun.insert("scene") }
  }

  /// Several sources report one occurrence while nothing else happens to what it is about.
  private func isEcho(_ record: Record, _ life: Life?) -> Bool {
    guard let life, life.last == record.event, !life.reporters.contains(record.reporter) else {
      return false
    }
    let isLaunch = record.event == "app.didFinishLaunching" && record.reporter == "notification"
    return record.time - life.instant <= (isLaunch ? 20_000_000_000 : 1_000_000_000)
  }

  private mutating func step(_ key: String, _ record: Record) -> Bool {
    let language = Self.language(key)
    let family = String(key.prefix { $0 != " " })
    let word = Self.word(record.event, family)
    let isLate =
      family == "scene" && !begun.contains("scene") && record.event != "scene.willConnect"
      || family == "view" && !begun.contains("view") && record.event != "view.didLoad"
    var life = lives[key] ?? newLife(key, isLate: isLate)
    let silent = language.places(of: Self.words(leftOut, family))
    let before = language.widened(life.places, by: silent, count: 3)
    // A scene may be asked for its restoration activity after it has disconnected.
    let words = [word] + (record.event.hasSuffix("RestorationActivity") ? ["restoration"] : [])
    let after = words.reduce(0) { $0 | language.step(before, $1) }
    let said = words.first { language.step(before, $0) != 0 }
    if let said, !life.word.isEmpty { spoken.insert("\(family) \(life.word) \(said)") }
    life.word = said ?? ""
    // Of two tasks without ids the begin of one may be what is lost.
    let isVague = family == "task" && record.task == nil
    let isLegal = after != 0 || isVague && (lostCount > 0 || !isSeenFromStart)
    life.places = after == 0 ? language.places(of: Set(words)) : after
    life.last = record.event
    life.reporters = [record.reporter]
    life.instant = record.time
    lives[key] = life
    return isLegal
  }

  /// What an event is about, in the order in which its faults are reported.
  private func keys(_ record: Record) -> [String] {
    let family = record.event.prefix { $0 != "." }
    switch family {
    case "process": return ["process"]
    case "app": return judgesApp ? ["process", "app"] : ["process"]
    case "scene": return ["scene \(record.scene ?? "") \(record.sceneInstance ?? "")"]
    case "view": return record.viewInstance.map { ["view \(record.view ?? "") \($0)"] } ?? []
    case "task":
      guard ["task.begin", "task.expire", "task.end"].contains(record.event) else { return [] }
      let isNamed = record.task == nil
      let kind = record.kind ?? kinds[record.taskText] ?? "assertion"
      if isNamed, record.name.map(ambiguousNames.contains) ?? true { return [] }
      return record.task == 0 && kind == "assertion" ? [] : ["task \(kind) \(record.taskText)"]
    default: return []
    }
  }
}

extension Record {
  /// The source of the event, as its line names it.
  var reporter: String {
    source
      ?? (written.contains("(")
        ? "delegate" : written.hasSuffix("Notification") ? "notification" : "")
  }

  /// Its clock, as its line says.
  var instant: Int64 { uptime ?? time / clock.grain }

  fileprivate var taskText: String { task.map { "\($0)" } ?? name.map { "'\($0)" } ?? "" }

  /// Whether only a living process causes this.
  fileprivate var isOfApp: Bool {
    reporter != "system" && !["log.", "launch."].contains { event.hasPrefix($0) }
  }
}
