/// The instants that a launch passes, all read on one clock.
public struct Milestones: Sendable, Equatable {
  /// The milestones in their order; `active` and `fullyDrawn` stand beside it.
  public enum Name: UInt8, Named, Sendable, CaseIterable {
    case request, start, initializers, main, launchBegin, launchEnd, sceneConnected, firstFrame
    case active, fullyDrawn
  }

  /// True if the instants are `uptime`, which every milestone carries; else they are `time`.
  public var isUptime = false
  /// `log.sceneReady` of a system log stands in for `launch.firstFrame`.
  public var isFirstFrameFromLog = false
  /// For a prewarmed launch, the instant at which the wait ended.
  public var resumed = Event.absent
  /// The edge lies on the unknown side of an instant: shown with `~`, never judged.
  public var approximate: UInt16 = 0

  /// By `Name.rawValue`, in two parts: there may be millions, and a vector of ten takes the room of sixteen.
  private var first = SIMD8<Int64>(repeating: Event.absent)
  private var rest = SIMD2<Int64>(repeating: Event.absent)

  /// No milestones.
  public init() {}

  /// True if the instant lies on the other side of the callback than the milestone, so that it is only near it.
  public func isApproximate(_ name: Name) -> Bool { approximate >> name.rawValue & 1 == 1 }

  /// The instant of a milestone, or `Event.absent`.
  public subscript(name: Name) -> Int64 {
    get { name.rawValue < 8 ? first[Int(name.rawValue)] : rest[Int(name.rawValue) - 8] }
    set {
      if name.rawValue < 8 { first[Int(name.rawValue)] = newValue } else { rest[Int(name.rawValue) - 8] = newValue }
    }
  }
}
