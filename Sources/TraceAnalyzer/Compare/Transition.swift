import TraceModel

/// A kind of event after another in one kind of machine, or before or after the first frame of a launch.
struct Transition: Hashable {
  /// The instances in which events follow each other.
  enum Machine: Int, CaseIterable {
    case app, scene, view, task
    /// The launch: a kind and the first frame, whichever came first.
    case launch

    /// The kinds of events that drive it; none of a launch, as all do.
    var kinds: KindSet { Self.families[rawValue] }

    private static let families = [["process", "app"], ["scene"], ["view"], ["task"], []].map(KindSet.init(families:))
  }

  /// One more than the largest number.
  static let endOfNumbers = 1 << 15

  var isOfLaunch: Bool
  var pair: EventPair

  /// A transition in a launch, or in the machine of the kind that comes next.
  init(isOfLaunch: Bool, _ previous: EventKind, _ next: EventKind) {
    self.isOfLaunch = isOfLaunch
    pair = EventPair(previous: previous, next: next)
  }

  /// A number for each, by which they are counted.
  var number: Int { (isOfLaunch ? 1 << 14 : 0) | Int(pair.previous.rawValue) << 7 | Int(pair.next.rawValue) }

  /// The transition of this number.
  init?(number: Int) {
    guard let previous = EventKind(rawValue: UInt8(number >> 7 & 127)),
      let next = EventKind(rawValue: UInt8(number & 127))
    else { return nil }
    self.init(isOfLaunch: number >> 14 & 1 == 1, previous, next)
  }

  var machine: Machine {
    if isOfLaunch { return .launch }
    return Machine.allCases.first { $0.kinds.contains(pair.next) } ?? .app
  }

  /// The transition the other way round.
  var reversed: Transition { Transition(isOfLaunch: isOfLaunch, pair.next, pair.previous) }

  /// The name of a kind; `start` before the first event of an instance.
  static func name(of kind: EventKind) -> String { kind == .unknown ? "start" : kind.name }
}
