/// The stage of its life that an app is in, as counts of named work need it; in the background it has no member.
struct LaunchStage: OptionSet {
  let rawValue: UInt8
  /// Since the start of the process, it has not stopped being active.
  static let launch = Self(rawValue: 1)
  /// The scene of a window has connected, and no scene has become active since.
  static let connect = Self(rawValue: 2)
  /// It has returned to the foreground, and has not stopped being active since.
  static let `return` = Self(rawValue: 4)
}
