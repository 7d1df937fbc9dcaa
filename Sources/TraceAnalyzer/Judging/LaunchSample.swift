package import TraceModel

/// Some launches of an input, with all that the findings in a few of them rest on: so the others need not be read.
///
/// The few are those that somebody has named. With them come the launches before them on their devices, which decide their
/// kinds; all of their apps, kinds and device models, with which the findings compare their times; and the times of all of
/// their apps and kinds, beside which they are shown.
package struct LaunchSample: Sendable {
  /// A launch of the sample, whose kind was found among all launches.
  private struct Member {
    /// Its index in `indices`.
    let index: Int32
    let kind: LaunchKind
    /// The index of the launch before it on its device, if the sample holds that.
    let previous: Int32?
  }

  /// The indices of its launches among all, rising: their summaries are to be read in this order.
  package let indices: [Int32]
  /// The indices, among all launches, of those before the named ones on their devices.
  package let previous: [Int32]
  /// Which kinds of events the launches of the whole input hold, by recorder and app.
  package let held: HeldKinds
  /// In the total order of launches.
  private let members: [Member]
  private let compared: ComparedTimes

  /// The sample for some launches.
  ///
  /// - Parameters:
  ///   - named: The indices of these in `times`.
  ///   - times: What the kinds of all launches rest on, in their order.
  ///   - symbols: What the numbers in `times` mean, with every context in full.
  ///   - held: Which kinds of events the launches of the whole input hold.
  ///   - forEachLaunch: Gets the number of launches in the sample, and hands all launches to its other argument, in the
  ///     order of `times`, each with what its time and phases rest on; that says which of them are in the sample.
  /// - Throws: What `forEachLaunch` throws.
  package init<Failure: Error>(
    of named: [Int32], among times: TimedSummaries, _ symbols: Symbols, _ held: HeldKinds,
    _ forEachLaunch: (_ count: Int, _ isMember: (borrowing LaunchSummary) -> Bool) throws(Failure) -> Void
  ) throws(Failure) {
    let table = LaunchTable(times, symbols, DeviceClasses(), held.extensions)
    var apps: [String: Int] = [:]
    // By the index of a context, the number of its app.
    let appNumbers = table.contexts.values.map { context in
      let app = Normalised.id(symbols.texts.string(context.app))
      let number = apps[app] ?? apps.count
      apps[app] = number
      return number
    }
    // By a launch's index among all, its kind and the index of the launch before it on its device, -1 without one.
    var kinds = [LaunchKind](repeating: .unclassified, count: times.list.count)
    var previous = [Int32](repeating: -1, count: times.list.count)
    table.forEachKind { index, kind, before in
      kinds[Int(index)] = kind
      previous[Int(index)] = before ?? -1
    }
    // By the numbers of an app and of a kind, the number of both among those of the named launches.
    var groupNumbers = [Int32](repeating: -1, count: apps.count * LaunchKind.allCases.count)
    func number(_ index: Int32, _ context: Int) -> Int {
      appNumbers[context] * LaunchKind.allCases.count + kinds[Int(index)].index
    }
    var groupKinds: [LaunchKind] = []
    var models: [Set<TextID>] = []
    var comparedKinds: [ComparedTimes.Kind: Int32] = [:]
    for index in times.order where named.contains(index) {
      let context = table.contexts.index(of: table.contextID(index))
      let value = table.contexts.values[context]
      let number = number(index, context)
      if groupNumbers[number] < 0 {
        groupNumbers[number] = Int32(models.count)
        let app = Normalised.id(symbols.texts.string(value.app))
        comparedKinds[ComparedTimes.Kind(app: app, kind: kinds[Int(index)])] = groupNumbers[number]
        groupKinds.append(kinds[Int(index)])
        models.append([])
      }
      models[Int(groupNumbers[number])].insert(value.deviceModel)
    }
    self.previous = named.map { previous[Int($0)] }.filter { $0 >= 0 }.sorted()
    // By a launch's index among all, its index in the sample, once it is known; -1 for one that is not in the sample.
    var numbers = [Int32](repeating: -1, count: times.list.count)
    // The same way the number of its app and kind among those of the named launches.
    var groups = numbers
    for index in times.order where table.nature(index) != .earlier {
      let context = table.contexts.index(of: table.contextID(index))
      let group = groupNumbers[number(index, context)]
      if group < 0 { continue }
      groups[Int(index)] = group
      if models[Int(group)].contains(table.contexts.values[context].deviceModel) { numbers[Int(index)] = 0 }
    }
    for index in named + self.previous { numbers[Int(index)] = 0 }
    var indices: [Int32] = []
    for index in numbers.indices where numbers[index] == 0 {
      numbers[index] = Int32(indices.count)
      indices.append(Int32(index))
    }
    self.indices = indices
    let members: [Member] = times.order.compactMap { index in
      let number = numbers[Int(index)]
      // A line that stands for an earlier launch is never shown as a launch.
      if number < 0 || table.nature(index) == .earlier { return nil }
      let before = previous[Int(index)] < 0 ? -1 : numbers[Int(previous[Int(index)])]
      return Member(index: number, kind: kinds[Int(index)], previous: before < 0 ? nil : before)
    }
    let instants = members.map { table.firstInstant(indices[Int($0.index)]) }
    self.members = instants.risingIndices().map { members[Int($0)] }
    self.held = held
    let everywhere = Set(ExcludedEnvironment.allCases)
    var compared = ComparedTimes(comparedKinds)
    var index: Int32 = 0
    try forEachLaunch(indices.count) { launch in
      defer { index += 1 }
      let group = groups[Int(index)]
      if group >= 0 {
        let time = table.time(index, of: groupKinds[Int(group)], everywhere)
        compared.add(launch, time, in: table.contexts.value(of: table.contextID(index)), kind: group)
      }
      return numbers[Int(index)] >= 0
    }
    self.compared = compared
  }

  /// The launches of the sample, in the total order of launches.
  ///
  /// - Parameters:
  ///   - summaries: Their summaries, in the order of `indices`.
  ///   - symbols: What the numbers in these mean.
  ///   - include: The environments in which launches count.
  ///   - classes: The class of each model of a device.
  /// - Returns: The launches; of those that nobody has named neither names nor parts are known.
  package func launches(
    _ summaries: [LaunchSummary], _ symbols: Symbols, include: Set<ExcludedEnvironment>, classes: DeviceClasses
  ) -> [Launch] {
    let table = LaunchTable(summaries, symbols, classes, held.extensions, compared.counted(include))
    return members.map { Launch(table, table.launch($0.index, of: $0.kind, after: $0.previous, include)) }
  }
}
