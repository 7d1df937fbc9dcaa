import TraceModel

/// Which launches are asked for; an empty selection selects all.
package struct Selection: Sendable, Equatable {
  /// The values that a launch must have, as `--where` names them.
  package private(set) var condition = LaunchCondition()
  /// Nanoseconds since 1970; a launch that begins then or later.
  package var since: Int64?
  /// Nanoseconds since 1970; a launch that begins before.
  package var until: Int64?

  /// The selection of everything.
  package init() {}

  /// Asks for a value of a field: all fields must fit, and one value of each.
  package mutating func add(_ alternative: LaunchCondition.Alternative, of field: LaunchCondition.Field) {
    condition.add(alternative, of: field)
  }

  /// True if it asks for launches: MetricKit's payloads, which hold sums, are none.
  var asksForLaunches: Bool { condition.terms.contains { Self.isApart($0.field) } }

  /// True for fields in which launches of one context differ.
  private static func isApart(_ field: LaunchCondition.Field) -> Bool { field == .kind || field == .launch }

  /// Whether `launch` is asked for.
  package func contains(_ launch: Launch) -> Bool { contains(launch.context) && containsApart(launch) }

  /// True if the fields beside the context fit.
  private func containsApart(_ launch: Launch) -> Bool {
    for term in condition.terms {
      switch term.field {
      case .kind: if !term.fits(launch.kind.name) { return false }
      case .launch: if !term.fits(launch.name) { return false }
      default: continue
      }
    }
    guard since != nil || until != nil else { return true }
    let first = launch.summary.firstInstant
    return launch.summary.hasWallClock && first >= since ?? .min && (until.map { first < $0 } ?? true)
  }

  /// The launches, which are of one input, that are asked for; for speed each shared context is looked at once.
  package func filter(_ launches: [Launch]) -> [Launch] {
    if self == Selection() { return launches }
    var contexts: [Bool?] = []
    return launches.filter { launch in
      let context = launch.context
      while contexts.count <= context.index { contexts.append(nil) }
      let isWithin = contexts[context.index] ?? contains(context)
      contexts[context.index] = isWithin
      return isWithin && containsApart(launch)
    }
  }

  /// True if data of this app and device may be asked for.
  func contains(_ context: LaunchContext) -> Bool {
    condition.terms.allSatisfy { term in
      Self.isApart(term.field) || term.fits(Self.value(of: term.field, in: context))
    }
  }

  /// The fields without a launch of the asked values, each with the values that there are and their launches: the most
  /// frequent first, and empty if a launch lacks the field.
  package func unmetFields(
    among launches: [Launch]
  ) -> [(field: LaunchCondition.Field, values: [(value: String, launches: Int)])] {
    condition.terms.compactMap { term in
      var counts: [String: Int] = [:]
      for launch in launches { counts[Self.value(of: term.field, of: launch), default: 0] += 1 }
      if counts.keys.contains(where: term.fits) { return nil }
      let values = counts.sorted { a, b in a.value == b.value ? Normalised.isOrdered(a.key, b.key) : a.value > b.value }
      return (term.field, values.map { ($0.key, $0.value) })
    }
  }

  /// The values that are asked for beside others of their field, and that no launch has.
  package func unmetValues(among launches: [Launch]) -> [(field: LaunchCondition.Field, value: String)] {
    condition.terms.filter { $0.alternatives.count > 1 }.flatMap { term in
      let values = Set(launches.lazy.map { Self.value(of: term.field, of: $0) })
      let unmet = term.alternatives.filter { alternative in
        !values.contains(where: LaunchCondition.Term(term.field, [alternative]).fits)
      }
      return unmet.map { (term.field, $0.text) }
    }
  }

  private static func value(of field: LaunchCondition.Field, of launch: Launch) -> String {
    switch field {
    case .kind: launch.kind.name
    case .launch: launch.name
    default: value(of: field, in: launch.context)
    }
  }

  private static func value(of field: LaunchCondition.Field, in context: LaunchContext) -> String {
    switch field {
    case .app: context.app
    case .appVersion: context.appVersion
    case .appBuild: context.appBuild
    case .os: context.osVersion
    case .device: context.device
    case .deviceModel: context.deviceModel
    case .deviceClass: context.deviceClass
    case .platform: context.platform
    case .kind, .launch: ""
    }
  }
}
