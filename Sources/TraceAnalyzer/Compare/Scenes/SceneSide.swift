import TraceModel

/// The launches of one side, as the checks of an app that adopts scenes look at them.
struct SceneSide {
  let side: ComparedSide
  /// But for extensions, and for launches that the system refused as the app has not adopted scenes.
  let launches: [SceneLaunch]
  /// The kinds that some launch holds, or that a recorder says it can write.
  private let recorded: KindSet
  /// True if a recorder says what it can write.
  private let isDeclared: Bool

  /// A side, whose launches have these units.
  init(_ side: ComparedSide, unit: (Int) -> Int) {
    self.side = side
    var launches: [SceneLaunch] = []
    var kinds = KindSet()
    var declared: Set<String> = []
    var lastDeclared = TextID.none
    for (place, launch) in side.launches.enumerated() {
      let summary = launch.summary
      kinds = kinds.union(summary.kinds)
      if launch.declaredKinds != lastDeclared {
        lastDeclared = launch.declaredKinds
        declared.insert(launch.text(lastDeclared))
      }
      if launch.kind == .extension || summary.isRefusedWithoutScenes { continue }
      launches.append(SceneLaunch(launch, unit: unit(place)))
    }
    self.launches = launches
    let names = Set(declared.flatMap { $0.split(separator: ",").map(String.init) })
    isDeclared = !names.isEmpty
    recorded = kinds.union(KindSet(names.isEmpty ? [] : EventKind.allCases.filter { names.contains($0.name) }))
  }

  /// True if some launch holds the kind, or a recorder says that it can write it.
  func records(_ kind: EventKind) -> Bool { recorded.contains(kind) }

  /// True if recorders say what they can write, and this is not among it.
  func leavesOut(_ kind: EventKind) -> Bool { isDeclared && !recorded.contains(kind) }
}

extension LaunchSummary {
  /// The system ended the process, as it is built with an SDK that requires scenes and the app has not adopted them.
  fileprivate var isRefusedWithoutScenes: Bool {
    candidates.contains { $0.rule == .`order.no-scenes` && $0.detail == .withoutScenes(isRefused: true) }
  }
}
