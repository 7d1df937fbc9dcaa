/// The instants that a launch passes, all read on one clock.
public struct Milestones: Sendable, Equatable {
  /// The milestones in their order; `active` and `fullyDrawn` stand beside it.
  public enum Name: UInt8, Named, Sendable, CaseIterable {
    case request, start, initializers, main, launchBegin, launchEnd, sceneConnected, firstFrame
    case active, fullyDrawn
  }

  /// By `Name.rawValue`, in three parts: there may be millions, and a vector of ten takes the room of sixteen.
  @usableFromInline var first = SIMD4<Int64>(repeating: Event.absent)
  @usableFromInline var second = SIMD4<Int64>(repeating: Event.absent)
  @usableFromInline var third = SIMD2<Int64>(repeating: Event.absent)

  /// True if the instants are `uptime`, which every milestone carries; else they are `time`.
  public var isUptime = false
  /// What has measured the launch: if it is a record of its length, `start` and `firstFrame` are that record's two ends.
  public var measure = LaunchMeasure.events
  /// `log.sceneReady` of a system log stands in for `launch.firstFrame`.
  public var isFirstFrameFromLog = false
  /// For a prewarmed launch, the instant at which the wait ended.
  public var resumed = Event.absent
  /// The edge lies on the unknown side of an instant: shown with `~`, never judged.
  public var approximate: UInt16 = 0

  /// No milestones.
  public init() {}

  /// True if the instant lies on the other side of the callback than the milestone, so that it is only near it.
  @inlinable @inline(__always) public func isApproximate(_ name: Name) -> Bool { approximate >> name.rawValue & 1 == 1 }

  /// The instant of a milestone, or `Event.absent`.
  @inlinable public subscript(name: Name) -> Int64 {
    @inline(__always) get { self[place: Int(name.rawValue)] }
    @inline(__always) set { self[place: Int(name.rawValue)] = newValue }
  }

  /// The instant of the milestone at a place among all, or `Event.absent`.
  @inlinable public subscript(place place: Int) -> Int64 {
    @inline(__always) get { place < 4 ? first[place] : place < 8 ? second[place - 4] : third[place - 8] }
    @inline(__always) set {
      switch place {
      case ..<4: first[place] = newValue
      case ..<8: second[place - 4] = newValue
      default: third[place - 8] = newValue
      }
    }
  }
}
