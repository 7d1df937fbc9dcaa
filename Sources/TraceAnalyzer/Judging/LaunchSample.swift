package import TraceModel

/// Some launches of an input, with all that the findings in a few of them rest on: so the others need not be read.
///
/// The few are those that somebody has named. With them come the launches before them on their devices, which decide their
/// kinds, and all of their apps and kinds, with which their times are compared.
package struct LaunchSample: Sendable {
  /// A launch of the sample, whose kind was found among all launches.
  private struct Member {
    /// Its place in `places`.
    var place: Int32
    var kind: LaunchKind
    /// The place of the launch before it on its device, if the sample holds that.
    var previous: Int32?
  }

  /// The places of its launches among all, rising: their summaries are to be read in this order.
  package let places: [Int32]
  /// The places, among all launches, of those before the named ones on their devices.
  package let previous: [Int32]
  /// Which kinds of events the launches of the whole input hold, by recorder and app.
  package let held: HeldKinds
  /// In the total order of launches.
  private let members: [Member]

  /// The sample for some launches.
  ///
  /// - Parameters:
  ///   - named: The places of these in `times`.
  ///   - times: What the kinds of all launches rest on, in their order.
  ///   - symbols: What the numbers in `times` mean, with every context in full.
  ///   - held: Which kinds of events the launches of the whole input hold.
  package init(of named: [Int32], among times: TimedSummaries, _ symbols: Symbols, _ held: HeldKinds) {
    let table = LaunchTable(times, symbols, DeviceClasses(), held.extensions)
    let launches = table.classified([])
    var apps: [String: Int] = [:]
    // By the place of a context, the number of its app.
    let appNumbers = table.contexts.values.map { context in
      let app = Normalised.id(symbols.texts.string(context.app))
      let number = apps[app] ?? apps.count
      apps[app] = number
      return number
    }
    func kind(_ launch: ClassifiedLaunch) -> Int {
      let app = appNumbers[table.contexts.place(of: table.contextID(launch.place))]
      return app * LaunchKind.allCases.count + launch.kind.place
    }
    let isNamed = Set(named)
    let found = launches.filter { isNamed.contains($0.place) }
    let kinds = Set(found.map(kind))
    let previous = Set(found.compactMap(\.previous))
    self.previous = previous.sorted()
    // By a launch's place among all, its place in the sample, once it is known; -1 for one that is not in the sample.
    var numbers = [Int32](repeating: -1, count: times.list.count)
    for launch in launches where kinds.contains(kind(launch)) { numbers[Int(launch.place)] = 0 }
    for place in isNamed.union(previous) { numbers[Int(place)] = 0 }
    var places: [Int32] = []
    for place in numbers.indices where numbers[place] == 0 {
      numbers[place] = Int32(places.count)
      places.append(Int32(place))
    }
    self.places = places
    members = launches.compactMap { launch in
      let number = numbers[Int(launch.place)]
      if number < 0 { return nil }
      let previous = launch.previous.map { numbers[Int($0)] }
      return Member(place: number, kind: launch.kind, previous: previous.flatMap { $0 < 0 ? nil : $0 })
    }
    self.held = held
  }

  /// The launches of the sample, in the total order of launches.
  ///
  /// - Parameters:
  ///   - summaries: Their summaries, in the order of `places`.
  ///   - symbols: What the numbers in these mean.
  ///   - include: The environments in which launches count.
  ///   - classes: The class of each model of a device.
  /// - Returns: The launches; of those that nobody has named neither names nor parts are known.
  package func launches(
    _ summaries: [LaunchSummary], _ symbols: Symbols, include: Set<ExcludedEnvironment>, classes: DeviceClasses
  ) -> [Launch] {
    let table = LaunchTable(summaries, symbols, classes, held.extensions)
    return members.map { Launch(table, table.launch($0.place, of: $0.kind, after: $0.previous, include)) }
  }
}
