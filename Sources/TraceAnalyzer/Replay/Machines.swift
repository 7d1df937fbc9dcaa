package import TraceModel

extension Machine {
  /// Why an event is legal in a state although it surprises.
  package func quirk(in state: String, on kind: EventKind) -> String? {
    transitions.first { $0.event == kind && $0.from.contains(state) }?.quirk
  }
}

/// The five life-cycle machines, as `machines.txt` has them.
///
/// Sources: Apple, *Managing your app's life cycle*, *About the app launch sequence*, *About the
/// background execution sequence*, *Transitioning to the UIKit scene-based life cycle*; quirks from
/// field reports (openradar 14075101 and 14295449, duckduckgo/iOS 3660, 3704 and 3710,
/// duckduckgo/apple-browsers 4316, SalesforceMobileSDK-iOS 3679).
package enum Machines {
  /// All machines, in the order in which they judge.
  package static let all = zip(MachineID.allCases, PackageResources.machines_txt.lines.split(separator: ""))
    .map(Machine.init)
}
