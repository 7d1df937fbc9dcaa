import TraceModel

/// A property by which reports group launches.
package enum Dimension: String, Sendable, CaseIterable {
  case app, appVersion, appBuild, osVersion, deviceModel, deviceClass, kind, day

  /// The launch's value, empty where the log does not say it.
  package func value(of launch: Launch) -> String {
    switch self {
    case .app, .appVersion, .appBuild, .osVersion, .deviceModel, .deviceClass: value(of: launch.context) ?? ""
    case .kind: launch.kind.name
    case .day: String((launch.began ?? "").prefix(10))
    }
  }

  /// The value that a context has; nil of what only a launch has.
  func value(of context: LaunchContext) -> String? {
    switch self {
    case .app: context.app
    case .appVersion: context.appVersion
    case .appBuild: context.appBuild
    case .osVersion: context.osVersion
    case .deviceModel: context.deviceModel
    case .deviceClass: context.deviceClass
    case .kind, .day: nil
    }
  }

  /// A number for the launch's value: launches with one number have one value, though not the other way round.
  func number(of launch: ClassifiedLaunch, in table: LaunchTable) -> Int64 {
    func context() -> Context { table.contexts.value(of: table.contextID(launch.place)) }
    switch self {
    case .app: return Int64(context().app.rawValue)
    case .appVersion: return Int64(context().appVersion.rawValue)
    case .appBuild: return Int64(context().appBuild.rawValue)
    case .osVersion: return Int64(context().osVersion.rawValue)
    case .deviceModel, .deviceClass: return Int64(context().deviceModel.rawValue)
    case .kind: return Int64(launch.kind.place)
    case .day:
      let first = table.firstInstant(launch.place)
      return table.hasWallClock(launch.place) ? first / 86_400_000_000_000 : -1
    }
  }
}

/// The value of one dimension.
package struct GroupValue: Hashable, Sendable, Encodable {
  package var dimension: String
  /// Empty where the log does not say it.
  package var value: String
}

extension [Launch] {
  /// The contexts of the launches, each once, in the order in which they come first.
  ///
  /// For speed: a million launches have some thousand contexts, so that nothing but a place is looked at of most.
  var distinctContexts: [LaunchContext] {
    var contexts: [LaunchContext] = []
    var isKnown: [Bool] = []
    for launch in self {
      let place = launch.contextPlace
      while isKnown.count <= place { isKnown.append(false) }
      if isKnown[place] { continue }
      isKnown[place] = true
      contexts.append(launch.context)
    }
    return contexts
  }

  /// The launches grouped by a value.
  ///
  /// Groups stand in the order of their first launches.
  /// For speed a launch is first compared with the one before it, which mostly has the same value.
  func grouped<Key: Hashable>(byShared key: (Launch) -> Key) -> [[Launch]] {
    var groups: [[Launch]] = []
    var places: [Key: Int] = [:]
    var last: (key: Key, place: Int)?
    for launch in self {
      let key = key(launch)
      if let last, last.key == key {
        groups[last.place].append(launch)
        continue
      }
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append([])
      }
      groups[place].append(launch)
      last = (key, place)
    }
    return groups
  }

  /// The launches, which are of one input, apart by their values in some dimensions: groups in a total order, each in none.
  func grouped(by dimensions: [Dimension]) -> [(by: [GroupValue], launches: [Launch])] {
    let (values, places) = TimedLaunches(self).groups(by: dimensions)
    var members = [[Launch]](repeating: [], count: values.count)
    for (launch, place) in zip(self, places) { members[place].append(launch) }
    return zip(values, members).map { ($0, $1) }
  }
}
