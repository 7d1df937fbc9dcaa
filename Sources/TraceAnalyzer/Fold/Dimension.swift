package import TraceModel

/// A property by which reports group launches.
package enum Dimension: String, Sendable, CaseIterable {
  case app, appVersion, appBuild, os, deviceModel, deviceClass, kind, day, week, month, version

  /// The dimensions whose groups follow each other: a report has at most one, and compares each group with the last.
  package static let steps: [Dimension] = [.day, .week, .month, .version]

  /// The value of a step if the log has neither a date nor a version; it comes last.
  package static let unknownStep = "unknown"

  /// True for one of `steps`.
  package var isStep: Bool { Self.steps.contains(self) }

  /// The launch's value; unknown is `unknownStep` for a step, else empty.
  package func value(of launch: Launch) -> String {
    switch self {
    case .app, .appVersion, .appBuild, .os, .deviceModel, .deviceClass: return value(of: launch.context) ?? ""
    case .kind: return launch.kind.name
    case .version:
      let version = launch.context.appVersion
      return version.isEmpty ? Self.unknownStep : version
    case .day, .week, .month:
      if !launch.hasWallClock { return Self.unknownStep }
      let day = Day(of: launch.firstInstant)
      return self == .day ? day.text : self == .week ? day.week : day.month
    }
  }

  /// The value of a context; nil for a dimension of launches.
  func value(of context: LaunchContext) -> String? {
    switch self {
    case .app: context.app
    case .appVersion, .version: context.appVersion
    case .appBuild: context.appBuild
    case .os: context.osVersion
    case .deviceModel: context.deviceModel
    case .deviceClass: context.deviceClass
    case .kind, .day, .week, .month: nil
    }
  }

  /// A number for the launch's value: equal numbers mean equal values, though not the other way round.
  func number(of launch: ClassifiedLaunch, in table: LaunchTable) -> Int64 {
    func context() -> Context { table.contexts.value(of: table.contextID(launch.index)) }
    switch self {
    case .app: return Int64(context().app.rawValue)
    case .appVersion, .version: return Int64(context().appVersion.rawValue)
    case .appBuild: return Int64(context().appBuild.rawValue)
    case .os: return Int64(context().osVersion.rawValue)
    case .deviceModel, .deviceClass: return Int64(context().deviceModel.rawValue)
    case .kind: return Int64(launch.kind.index)
    case .day, .week, .month:
      if !table.hasWallClock(launch.index) { return .min }
      let day = Day(of: table.firstInstant(launch.index))
      return self == .week ? day.weekNumber : day.number
    }
  }

  /// The number of a day, week or month by its value in reports, as `2026-W48`; nil for another text.
  package func number(ofStep value: String) -> Int64? {
    switch self {
    case .day: return Day(value)?.number
    case .month:
      guard Day(value + "-01") != nil, let year = Int64(value.prefix(4)) else { return nil }
      return year * 12 + (Int64(value.suffix(2)) ?? 1) - 1
    case .week:
      // The year's fourth of January lies in its first week.
      guard let first = Day(value.prefix(4) + "-01-04"), let week = Int64(value.suffix(2)) else { return nil }
      return first.weekNumber + week - 1
    default: return nil
    }
  }

  /// The day of such a number: the first of a month; the Thursday of a week, whose year ISO 8601 gives the week.
  package func day(ofStep number: Int64) -> Day {
    switch self {
    case .month:
      let (year, month) = number.quotientAndRemainder(dividingBy: 12)
      return Day("\(year)-\(month < 9 ? "0" : "")\(month + 1)-01") ?? Day(of: 0)
    default: return Day(of: (self == .week ? number * 7 : number) &* 86_400_000_000_000)
    }
  }

  /// True if the group with the value `a` comes before the one with `b`.
  func isOrdered(_ a: String, _ b: String) -> Bool {
    if isStep, (a == Self.unknownStep) != (b == Self.unknownStep) { return b == Self.unknownStep }
    return Normalised.isOrdered(a, b)
  }
}

/// The value of one dimension.
package struct GroupValue: Hashable, Sendable, Encodable {
  package var dimension: String
  /// Empty if the log does not say it.
  package var value: String
}

extension Array {
  /// The elements grouped by a value; groups stand in the order of their first elements.
  ///
  /// For speed an element is first compared with the one before it, which mostly has its value.
  func grouped<Key: Hashable>(byShared key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var indices: [Key: Int] = [:]
    var last: (key: Key, index: Int)?
    for element in self {
      let key = key(element)
      if let last, last.key == key {
        groups[last.index].append(element)
        continue
      }
      let index = indices[key] ?? groups.count
      if index == groups.count {
        indices[key] = index
        groups.append([])
      }
      groups[index].append(element)
      last = (key, index)
    }
    return groups
  }
}

extension [Launch] {
  /// The distinct contexts in the order of their first launches.
  ///
  /// For speed: a million launches have some thousand contexts, so that for most only an index is read.
  var distinctContexts: [LaunchContext] {
    var contexts: [LaunchContext] = []
    var isSeen: [Bool] = []
    for launch in self {
      let index = launch.contextIndex
      while isSeen.count <= index { isSeen.append(false) }
      if isSeen[index] { continue }
      isSeen[index] = true
      contexts.append(launch.context)
    }
    return contexts
  }

  /// Groups the launches, which are of one input, by their values; groups are in a total order.
  func grouped(by dimensions: [Dimension]) -> [(by: [GroupValue], launches: [Launch])] {
    groupedIndices(by: dimensions) { _ in true }.map { group in (group.by, group.indices.map { self[Int($0)] }) }
  }

  /// The indices, in the same groups, of the launches for which `isIncluded` is true.
  func groupedIndices(
    by dimensions: [Dimension], where isIncluded: (Launch) -> Bool
  ) -> [(by: [GroupValue], indices: [Int32])] {
    guard let table = first?.table else { return [] }
    let included: [Int32] = indices.compactMap { isIncluded(self[$0]) ? Int32($0) : nil }
    let (values, groups) = table.groups(of: included.lazy.map { self[Int($0)].classified }, by: dimensions)
    var members = [[Int32]](repeating: [], count: values.count)
    for (index, group) in zip(included, groups) { members[Int(group)].append(index) }
    return zip(values, members).map { ($0, $1) }
  }
}
