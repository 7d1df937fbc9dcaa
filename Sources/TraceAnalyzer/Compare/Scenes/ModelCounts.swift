import TraceModel

/// The numbers of launches of a side with an app delegate alone, and with scenes; the others do not show which.
struct ModelCounts {
  let appBased, sceneBased: Int

  /// True if more launches have an app delegate alone than scenes.
  var areAppBased: Bool { appBased > sceneBased }
  /// True if more launches have scenes.
  var areSceneBased: Bool { sceneBased > appBased }

  /// The counts of these launches: cheap, as each comparison asks for them.
  init(_ launches: [Launch]) {
    appBased = launches.count { $0.model == .app }
    sceneBased = launches.count { $0.model == .scenes }
  }
}
