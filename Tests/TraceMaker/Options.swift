/// What kind of app is traced, and how its recorder writes.
struct Options: Sendable, Codable {
  enum Model: String, Sendable, Codable { case scenes, app }

  /// How a callback that takes time is written.
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
  /// With canonical names: whether lines name the source of the event.
  var hasSources = false
  var hasSeq = true
  /// Whether lines name their launch; else each has device, boot and process id.
  var hasLaunch = true
  var hasUptime = false
  var clock = Clock.nanoseconds
  /// Whether the context stands on every line or on a launch's first alone.
  var repeatsContext = false
  /// True if the first scene of a launch says why it connects.
  var hasConnectReasons = false
  /// Whether a scene-based app's `UIApplication` notifications are recorded.
  var hasNotifications = false
  /// True if an observer records each callback once more, under its notification's name.
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
  /// How many days the launches are spread over; nil if each device is opened every few hours.
  var days: Int64?
  /// True if the app asks for background refreshes, and the system then wakes or launches it for them.
  var hasRefreshes = false
  /// What to plant, each in a launch of its own.
  var faults: [Fault] = []
}
