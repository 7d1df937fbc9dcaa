import TraceModel

/// What ran once at each return to the foreground, and now runs twice.
///
/// The scene delegate's callback and an observer of the app's notification may both call it.
enum RepeatedReturn: SceneCheck {
  /// The fewest returns on each side for a row: this project's number.
  private static let fewest = 50

  static func rows(_ sides: SceneSides) -> [SceneRow] {
    sides.head.named.keys.compactMap { key in
      if key.kind == .task { return nil }
      let base = sides.base.named[key]
      let head = sides.head.named[key]
      guard min(base.returns, head.returns) >= fewest else { return nil }
      let before = Double(base.runsAtReturn) / Double(base.returns)
      let after = Double(head.runsAtReturn) / Double(head.returns)
      guard (0.9...1.1).contains(before), (1.8...2.2).contains(after / before) else { return nil }
      var row = SceneRow(
        .returns, .twice, .warning, "\(key.words) at a return to the foreground",
        advice: "call it from sceneWillEnterForeground(_:) or from an observer of the app's notification, not both")
      row.detail =
        "\(base.runsAtReturn) runs at \(base.returns) returns, now \(head.runsAtReturn) runs at \(head.returns) returns"
      return row
    }
  }
}
