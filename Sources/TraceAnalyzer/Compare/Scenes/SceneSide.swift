import TraceModel

/// The launches of one side, as the checks of an app that adopts scenes look at them.
struct SceneSide {
  let side: ComparedSide
  /// Without extensions, and without launches that the system refused because the app has not adopted scenes.
  let launches: [SceneLaunch]
  let named: NamedWorkTable
  private let recorded: RecordedKinds

  /// A side, whose launches are drawn so.
  init(_ side: ComparedSide, _ draws: [LaunchDraw]) {
    self.side = side
    var launches: [SceneLaunch] = []
    for (launch, draw) in zip(side.launches, draws)
    where launch.kind != .extension && !launch.summary.isRefusedWithoutScenes {
      launches.append(SceneLaunch(launch, draw: draw))
    }
    self.launches = launches
    let first = side.launches.first
    named = NamedWorkTable(launches) { name in first?.text(name) ?? "" }
    recorded = RecordedKinds(side.launches)
  }

  func records(_ kind: EventKind) -> Bool { recorded.kinds.contains(kind) }

  func leavesOut(_ kind: EventKind) -> Bool { recorded.areDeclared && !records(kind) }
}

extension LaunchSummary {
  /// The system ended the process, as it is built with an SDK that requires scenes and the app has not adopted them.
  fileprivate var isRefusedWithoutScenes: Bool {
    candidates.contains { $0.rule == .`order.no-scenes` && $0.detail == .withoutScenes(isRefused: true) }
  }
}

/// Both sides of a comparison, of which base has no scenes and head has.
struct SceneSides {
  let base, head: SceneSide
  /// True if each device is compared with itself.
  let isByDevice: Bool
}
