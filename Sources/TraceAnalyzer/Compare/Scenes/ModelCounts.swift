import TraceModel

/// The launches of a side that live by the app delegate, and those that live by scenes; the rest do not show it.
struct ModelCounts {
  let appBased, sceneBased: Int

  /// True if more launches live by the app delegate than by scenes.
  var areAppBased: Bool { appBased > sceneBased }
  /// True if more launches live by scenes.
  var areSceneBased: Bool { sceneBased > appBased }

  /// The counts of these launches: cheap, as each comparison asks for them.
  init(_ launches: [Launch]) {
    appBased = launches.count { $0.model == .app }
    sceneBased = launches.count { $0.model == .scenes }
  }
}
