/// What a launch is drawn from: its unit among the launches of its stratum.
struct LaunchDraw: Hashable, Comparable {
  /// The launches that it may be compared with have the same.
  var stratum: Int
  /// Launches of one unit may resemble each other.
  var unit: Int

  static func < (a: LaunchDraw, b: LaunchDraw) -> Bool {
    a.stratum == b.stratum ? a.unit < b.unit : a.stratum < b.stratum
  }
}
