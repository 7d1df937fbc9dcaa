/// What a person does with an app, drawn at random.
struct Person: Sendable {
  enum Action: Sendable, Equatable {
    case look, navigate, interrupt(reason: String), leave(reason: String)
    case openWindow, closeWindow, openURL, memoryWarning, closeInSwitcher, forget
  }

  /// How a launch comes about.
  enum Opening: String, Sendable {
    case user, url, notification, remoteNotification
    case shortcut, prewarm, backgroundFetch, urlSession, backgroundTask, location
  }

  var actionsLeft: Int64

  init(_ random: inout Random) { actionsLeft = random.number(1, 7) }

  static func opening(_ random: inout Random) -> Opening {
    switch random.number(0, 99) {
    case ..<80: .user
    case ..<85: .url
    case ..<90: .notification
    default: .remoteNotification
    }
  }

  /// What the person does next; `forget` is the last thing.
  mutating func next(_ random: inout Random) -> Action {
    guard actionsLeft > 0 else { return random.chance(0.15) ? .closeInSwitcher : .forget }
    actionsLeft -= 1
    switch random.number(0, 99) {
    case ..<10: return .look
    case ..<25: return .navigate
    case ..<40:
      let reasons = ["alert", "call", "controlCenter", "switcher"]
      return .interrupt(reason: random.pick(reasons))
    case ..<75: return .leave(reason: random.pick(["home", "home", "switcher", "lock"]))
    case ..<85: return .openWindow
    case ..<90: return .closeWindow
    case ..<96: return .openURL
    default: return .memoryWarning
    }
  }

  /// How long the person stays away, in ns.
  static func absence(_ random: inout Random) -> Int64 {
    random.chance(0.2)
      ? random.number(2_000, 9_000) * 1_000_000 : random.number(35_000, 900_000) * 1_000_000
  }
}

extension Person.Opening {
  /// Why the first scene connects.
  var connectReason: String {
    switch self {
    case .url, .notification, .shortcut: rawValue
    default: "new"
    }
  }
}
