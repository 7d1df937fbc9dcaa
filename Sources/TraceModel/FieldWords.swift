extension Field {
  /// The words with a meaning in a field, each once; empty for a field of names, numbers or objects.
  ///
  /// Other words are kept as written, and no rule looks for them.
  ///
  /// ```
  /// Field.kind.words   // assertion, appRefresh, …, timer, …
  /// Field.scene.words  // none: a scene's id is the log's own
  /// ```
  public var words: [String] {
    switch self {
    case .reason:
      return Self.distinct(
        [names(LaunchReason.self), names(ExitReason.self), names(StartType.self), names(TaskRefusal.self)]
          + [["new", "restoration", "alert", "call", "controlCenter", "switcher", "home", "lock"]])
    case .kind: return Self.distinct([names(TaskKind.self), names(WorkKind.self)])
    case .sceneRole:
      return [
        "application", "externalDisplay", "externalDisplayNonInteractive", "carPlay",
        "UIWindowSceneSessionRoleApplication", "UIWindowSceneSessionRoleExternalDisplay",
        "UIWindowSceneSessionRoleExternalDisplayNonInteractive", "CPTemplateApplicationSceneSessionRoleApplication",
      ]
    case .thread: return ["main"]
    case .processKind: return ["app", "extension", "tests"]
    case .platform: return ["iOS", "iPadOS", "tvOS", "visionOS", "macCatalyst", "iOSOnMac", "watchOS"]
    case .source: return EventSource.allCases.filter { $0 != .unknown }.map(\.name)
    case .phase: return ["begin", "end"]
    case .simulator, .debugger, .prewarmed, .success: return Self.truthWords
    case .event, .time, .uptime, .seq, .launch, .pid, .boot, .device, .deviceModel, .osVersion, .app, .appVersion,
      .appBuild, .sdkVersion, .records, .origin, .scene, .sceneInstance, .duration, .view, .viewInstance, .task, .name,
      .memory, .attributes:
      return []
    }
  }

  /// The values of a field that is true or false.
  public static let truthWords = ["true", "false"]

  private func names<Words: Vocabulary>(_ type: Words.Type) -> [String] { type.allCases.map(\.name) }

  private static func distinct(_ lists: [[String]]) -> [String] {
    var seen: Set<String> = []
    return lists.joined().filter { seen.insert($0).inserted }
  }
}
