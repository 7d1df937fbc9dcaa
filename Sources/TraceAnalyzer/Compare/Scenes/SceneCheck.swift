/// One check that compares an app without scenes with the same app with scenes.
///
/// A new check is a case of `SceneRow.Check`, a type that conforms to this, and its entry in `SceneChecks.all`.
protocol SceneCheck: SendableMetatype {
  /// The rows that the check gives; none if nothing is wrong or worth knowing.
  static func rows(_ sides: SceneSides) -> [SceneRow]
}
