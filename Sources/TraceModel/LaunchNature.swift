/// The kind of start that a launch was, as far as its own events show.
///
/// Whether a launch was cold or warm rests on earlier launches, and is decided where all launches are known, unless a
/// record of the launch says it.
public enum LaunchNature: UInt8, Sendable, CaseIterable {
  case foreground, background, prewarmed, `extension`
  /// Its events are not here: one of the kind `launch.earlier` is, for the sake of the launches after it.
  case earlier
  /// Nothing shows where the app was.
  case unknown
  /// The same of a process that lived on: it was launched in the background if its recorder would have written its
  /// activation, which the launches of its version show.
  case unseen
  /// What measured the launch says so (`LaunchMeasure`): other launches decide nothing.
  case cold, warm
  /// What measured it says that the app only came back from the background: a return, no launch.
  case returned
}
