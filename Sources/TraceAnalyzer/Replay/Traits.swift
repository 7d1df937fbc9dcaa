import TraceModel

/// Properties of a kind that are asked for at each event, as bits: to ask a static `KindSet` takes some 25 instructions.
struct Traits: OptionSet, Sendable {
  let rawValue: UInt8
  /// Caused by the app itself, unless the system reports it.
  static let ofApp = Self(rawValue: 1)
  static let task = Self(rawValue: 2)
  static let work = Self(rawValue: 4)
  /// A step of a scene's life.
  static let scene = Self(rawValue: 8)
  /// A callback whose entry may have no return.
  static let callback = Self(rawValue: 16)
  /// Comes on a thread of the app.
  static let call = Self(rawValue: 32)
  /// Of the process or of the app, of which a launch has one each.
  static let ofLaunch = Self(rawValue: 64)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ kind: EventKind) {
    self = kind.family == "task" ? .task : kind.family == "work" ? .work : []
    if EventKind.sceneLife.contains(kind) { insert(.scene) }
    if KindSet.timedCallbacks.contains(kind) || kind == .mainHang { insert(.callback) }
    if !["", "log", "launch"].contains(kind.family) { insert(.ofApp) }
    if !["", "log", "process"].contains(kind.family) { insert(.call) }
    if ["process", "app"].contains(kind.family) { insert(.ofLaunch) }
  }
}
