import TraceModel

/// M5: background tasks that head registers too late, or twice.
enum LateRegistrations: SceneSideCheck {
  static func rows(_ sides: SceneSides) -> [SceneRow] { rows(base: sides.base, head: sides.head) }

  static func rows(of head: SceneSide) -> [SceneRow] { rows(base: nil, head: head) }

  private static func rows(base: SceneSide?, head: SceneSide) -> [SceneRow] {
    FoundByRule.rows(
      .registration, .`background.late-registration`, base: base, head: head,
      advice:
        "register it before application(_:didFinishLaunchingWithOptions:) returns, not in scene(_:willConnectTo:options:)"
    )
  }
}
