/// The kind of start that a launch was, as far as its own events show.
///
/// `cold` and `warm` rest on earlier launches, and are decided where all launches are known.
public enum LaunchNature: UInt8, Sendable, CaseIterable {
  case foreground, background, prewarmed, `extension`
  /// Its events are not here: one of the kind `launch.earlier` is, for the sake of the launches after it.
  case earlier
}
