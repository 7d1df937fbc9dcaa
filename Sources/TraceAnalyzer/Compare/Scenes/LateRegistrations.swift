import TraceModel

/// M5: background tasks that head registers too late, or twice.
enum LateRegistrations: SceneCheck {
  static func rows(_ sides: SceneSides) -> [SceneRow] {
    FoundByRule.rows(
      .registration, .`background.late-registration`, sides,
      advice:
        "register it before application(_:didFinishLaunchingWithOptions:) returns, not in scene(_:willConnectTo:options:)"
    )
  }
}
