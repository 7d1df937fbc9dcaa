import TraceModel

/// What kind of start a launch was, given the launches before it.
package enum LaunchKind: String, Sendable, CaseIterable {
  case cold, warm, prewarmed, unclassified, background, `extension`

  /// The word in tables and documents.
  package var name: String { rawValue }

  /// Its place among all kinds.
  var place: Int {
    switch self {
    case .cold: 0
    case .warm: 1
    case .prewarmed: 2
    case .unclassified: 3
    case .background: 4
    case .extension: 5
    }
  }

  private static let day: Int64 = 86_400_000_000_000

  /// Kind of a launch after `previous`, and why it is of that kind.
  ///
  /// - Parameters:
  ///   - nature: What its own events show.
  ///   - span: The instants of its first and last event.
  ///   - now: The part of its context that decides its kind.
  ///   - recordsActivations: True if its recorder writes activations.
  ///   - previous: The launch before it on its device, if one is known.
  /// - Returns: The kind and its reason.
  static func of(
    _ nature: LaunchNature, _ span: ClosedRange<Int64>, _ now: LaunchContexts.Traits, recordsActivations: Bool,
    after previous: (traits: LaunchContexts.Traits, first: Int64)?
  ) -> (LaunchKind, LaunchKindReason) {
    switch nature {
    case .unknown: return (.unclassified, .unknown)
    case .unseen:
      let nanos = span.upperBound &- span.lowerBound
      return recordsActivations ? (.background, .neverActivated(nanos: nanos)) : (.unclassified, .unknown)
    case .extension: return (.extension, .declared)
    case .background: return (.background, .nature)
    case .prewarmed: return (.prewarmed, .nature)
    case .cold: return (.cold, .measure)
    case .warm: return (.warm, .measure)
    case .returned: return (.unclassified, .returned)
    case .foreground, .earlier: break
    }
    if !now.hasDevice { return (.unclassified, .noDevice) }
    guard let previous else { return (.unclassified, .noEarlierLaunch) }
    func isNew(_ old: Int32, _ new: Int32) -> Bool { old != new && old != 0 && new != 0 }
    let old = previous.traits
    if isNew(old.boot, now.boot) { return (.cold, .newBoot) }
    if isNew(old.osVersion, now.osVersion) { return (.cold, .newSystem) }
    if isNew(old.appVersion, now.appVersion) { return (.cold, .newVersion) }
    if isNew(old.appBuild, now.appBuild) { return (.cold, .newBuild) }
    let age = span.lowerBound.subtractingReportingOverflow(previous.first).partialValue
    if age > 7 * day { return (.cold, .days(age / day)) }
    return (.warm, .sameVersions)
  }
}
