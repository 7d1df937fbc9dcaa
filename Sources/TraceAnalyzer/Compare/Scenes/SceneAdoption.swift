package import TraceModel

/// The changes that the adoption of scenes brought: compares a base with an app delegate and a head with scenes.
///
/// Encoded as it stands it is the member `scenes` of the `compare` document of `Schemas/compare.schema.json`.
package struct SceneAdoption: Sendable, Encodable {
  /// How far the sides could be compared.
  package enum State: String, Sendable, CaseIterable, Encodable {
    case compared
    /// Base has scenes already.
    case nothingToMigrate
  }

  /// How many launches of a side use the app delegate, and how many use scenes.
  package struct Side: Sendable, Encodable {
    /// The numbers of all launches, of those with the app delegate alone, and of those with scenes.
    package var launches, appBased, sceneBased: Int
  }

  /// How often a situation came in head.
  package struct Situation: Sendable, Encodable {
    /// The situation.
    package var situation: SceneSituation
    /// How often launches were in it.
    package var count: Int

    static func all(in side: SceneSide) -> [Situation] {
      SceneSituation.allCases.map { situation in
        Situation(situation: situation, count: side.launches.reduce(0) { $0 + situation.count(in: $1) })
      }
    }
  }

  /// How far the sides could be compared.
  package var state: State
  /// The launches of both sides.
  package var base, head: Side
  /// The results of the checks.
  package var rows: [SceneRow]
  /// Of all situations, how often each came in head; 0 if it was not tried.
  package var situations: [Situation]

  /// The situations that no launch of head was in.
  package var notExercised: [SceneSituation] { situations.filter { $0.count == 0 }.map(\.situation) }

  /// The comparison of two sides, whose launches are drawn so; nil if they are no migration, unless `isAsked`.
  init?(base: ComparedSide, head: ComparedSide, _ draws: LaunchDraws, isAsked: Bool) {
    let models = [ModelCounts(base.launches), ModelCounts(head.launches)]
    guard isAsked || models[0].areAppBased && models[1].areSceneBased else { return nil }
    self.base = Side(base, models[0])
    self.head = Side(head, models[1])
    rows = []
    situations = []
    if models[0].areSceneBased {
      state = .nothingToMigrate
      return
    }
    let sides = zip([base, head], draws.sides).map { side, draws in SceneSide(side, draws) }
    state = .compared
    let both = SceneSides(base: sides[0], head: sides[1], isByDevice: draws.isByDevice)
    rows = SceneChecks.all.flatMap { $0.rows(both) }
    situations = Situation.all(in: sides[1])
  }
}

extension SceneAdoption.Side {
  fileprivate init(_ side: ComparedSide, _ models: ModelCounts) {
    launches = side.launches.count
    appBased = models.appBased
    sceneBased = models.sceneBased
  }
}

/// A situation in which an app with scenes behaves unlike one without: it must be tried before a release.
package enum SceneSituation: String, Sendable, CaseIterable, Encodable {
  case icon, coldURL, coldUserActivity, coldShortcut, coldNotification
  case warmURL, warmUserActivity, warmShortcut, warmNotification
  case backgroundLaunch, interruption, returnToForeground, reconnect, secondWindow, discard, kill, restoration

  /// The situation in words, as in `cold launch by URL`.
  package var words: Sentence {
    switch self {
    case .icon: "launch by the icon"
    case .coldURL: "cold launch by URL"
    case .coldUserActivity: "cold launch by user activity"
    case .coldShortcut: "cold launch by shortcut"
    case .coldNotification: "cold launch by notification"
    case .warmURL: "warm URL"
    case .warmUserActivity: "warm user activity"
    case .warmShortcut: "warm shortcut"
    case .warmNotification: "warm notification"
    case .backgroundLaunch: "launch in the background"
    case .interruption: "interruption"
    case .returnToForeground: "return from the background"
    case .reconnect: "reconnect after disconnect"
    case .secondWindow: "second window"
    case .discard: "discarded session"
    case .kill: "kill from the switcher"
    case .restoration: "restored state"
    }
  }

  func count(in launch: SceneLaunch) -> Int {
    let use = launch.use
    switch self {
    case .icon: return launch.isOpened && use.coldEntries.isEmpty ? 1 : 0
    case .coldURL: return use.coldEntries[.url]
    case .coldUserActivity: return use.coldEntries[.userActivity]
    case .coldShortcut: return use.coldEntries[.shortcut]
    case .coldNotification: return use.coldEntries[.notification]
    case .warmURL: return use.warmEntries[.url]
    case .warmUserActivity: return use.warmEntries[.userActivity]
    case .warmShortcut: return use.warmEntries[.shortcut]
    case .warmNotification: return use.warmEntries[.notification]
    case .backgroundLaunch: return launch.isBackground ? 1 : 0
    case .interruption: return Int(use.interruptions)
    case .returnToForeground: return launch.returns
    case .reconnect: return Int(use.reconnects)
    case .secondWindow: return Int(use.secondWindows)
    case .discard: return launch.kinds.contains(.appDidDiscardSceneSessions) ? 1 : 0
    case .kill: return launch.kinds.contains(.appWillTerminate) ? 1 : 0
    case .restoration: return use.restoration == .none ? Int(use.restoredConnects) : 1
    }
  }
}

/// The launches of a side with an app delegate alone, and with scenes; the others do not show which.
struct ModelCounts {
  let appBased, sceneBased: Int

  var areAppBased: Bool { appBased > sceneBased }
  var areSceneBased: Bool { sceneBased > appBased }

  /// Cheap, as each comparison asks for them.
  init(_ launches: [Launch]) {
    appBased = launches.count { $0.model == .app }
    sceneBased = launches.count { $0.model == .scenes }
  }
}
