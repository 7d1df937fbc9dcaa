/// What kind of app is traced, and how its recorder writes.
struct Options: Sendable, Codable {
  enum Model: String, Sendable, Codable { case scenes, app }

  /// How a callback that takes time is told.
  enum Style: String, Sendable, Codable, CaseIterable {
    /// Begin and end for the callbacks that have budgets, an instant for the others.
    case mixed
    case instants, phases, durations
  }

  /// Whose names the events bear.
  enum Naming: String, Sendable, Codable, CaseIterable { case canonical, selectors, notifications }

  var model = Model.scenes
  /// How many windows a person opens at most.
  var windows = 1
  var style = Style.mixed
  var naming = Naming.canonical
  /// With canonical names: whether lines say who told the event.
  var hasSources = false
  var hasSeq = true
  /// Whether lines name their launch; else each has device, boot and process id.
  var hasLaunch = true
  var hasUptime = false
  var clock = Clock.nanoseconds
  /// Whether the context stands on every line or on a launch's first alone.
  var repeatsContext = false
  /// Whether a scene-based app's `UIApplication` notifications are recorded.
  var hasNotifications = false
  /// Whether an observer tells each callback once more, by its notification's name.
  var hasEchoes = false
  var hasViews = true
  var hasSuspensions = false
  var hasRequests = false
  /// Whether lives hold all that Apple's documents know of: wakes, prewarming, other scenes' roles.
  var isRich = false
  var hasThreads = false
  var hasSceneIDs = true
  /// Whether assertions bear an id, or a name alone.
  var hasTaskIDs = true
  /// Whether lines of one instant come in any order.
  var shufflesTies = false
  /// How likely a launch is to lack some events whose numbers stay.
  var holes = 0.0
  /// How likely a launch is to lack its beginning, or its end.
  var cutFront = 0.0
  var cutBack = 0.0
  /// Kinds that the app's recorder never writes, and whether it says which it does write.
  var leftOut: Set<String> = []
  var hasRecords = false
  var devices = 4
  var app = "com.example.shop"
  var versions = ["4.8.0", "4.9.0"]
  var interleaves = false
  /// What to plant, each in a launch of its own.
  var faults: [Fault] = []
}

/// A fault that can be planted.
enum Fault: String, Sendable, Codable, CaseIterable {
  /// An event that must have come is not there, and the numbers do not show it.
  case dropped
  /// An event comes twice.
  case doubled
  /// Two neighbours of one scene come in the wrong order.
  case swapped
  case endedTwice = "ended-twice"
  case begunTwice = "begun-twice"
  case endWithoutBegin = "end-without-begin"
  /// A task expires, is never ended, and the process lives on.
  case leaked
  /// A task runs longer than its background time, and expires in it.
  case overrun
  /// The move to the background takes longer than five seconds.
  case handlerOverrun = "handler-overrun"
  /// An event after the process is gone.
  case afterDeath = "after-death"
  /// The scene connects before launch finished.
  case connectBeforeLaunch = "connect-before-launch"
  /// An event bears the id of another scene. This and the three below are planted in rich lives only.
  case wrongScene = "wrong-scene"
  /// A callback comes before its app was launched.
  case beforeLaunch = "before-launch"
  /// A delegate's method runs off the main thread.
  case offMain = "off-main"
  /// A task outlives its expiration: leaked, or overrun.
  case outlived
  /// Events are missing, and the numbers show it.
  case hole
  /// A game goes on while the app is inactive. This and those below are planted in rich lives only.
  case playedOn = "played-on"
  /// A game goes on by itself when the app is active again.
  case resumedItself = "resumed-itself"
  /// Work goes on in the background without a task.
  case uncovered
  /// Data is changed and not saved before the end.
  case unsaved
  /// Disk or keychain are read before the launch.
  case earlyAccess = "early-access"
  /// The keychain is read before the device is unlocked.
  case lockedAccess = "locked-access"
  /// The launch waits for work on the main thread.
  case slowWork = "slow-work"
  /// Work goes on when the app was told of its end.
  case lateWork = "late-work"
  /// Work of a scene goes on without it.
  case sceneLeak = "scene-leak"
  /// The app was launched for something and does nothing.
  case unanswered

  /// Whether it lies in how long something takes.
  var isOfTime: Bool { [.outlived, .handlerOverrun, .leaked, .overrun].contains(self) || workRule != nil }

  /// The rule that tells a fault of work or data.
  var workRule: String? {
    switch self {
    case .playedOn: "inactive.work-continues"
    case .resumedItself: "game.resumed-by-itself"
    case .uncovered: "background.uncovered-work"
    case .unsaved: "data.lost-at-exit"
    case .earlyAccess: "launch.early-access"
    case .lockedAccess: "launch.locked-access"
    case .slowWork: "launch.main-thread-work"
    case .lateWork: "terminate.work-continues"
    case .sceneLeak: "scene.lifetime-leak"
    case .unanswered: "launch.reason-unanswered"
    default: nil
    }
  }
}
