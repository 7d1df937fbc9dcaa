/// How an app was used in one launch: the moves of its life cycle, who handled them, and the ways in which it was opened.
///
/// `compare` compares these counts of an app without scenes with those of the same app with scenes.
public struct LaunchUse: Sendable, Equatable {
  /// Moves of the app for which its delegate was called, and those that were reported otherwise, as by a notification.
  public var appHandled = MoveCounts()
  public var appUnhandled = MoveCounts()
  /// The same of all scenes together.
  public var sceneHandled = MoveCounts()
  public var sceneUnhandled = MoveCounts()
  /// 1 for each way in which the process was launched.
  public var coldEntries = EntryCounts()
  /// The ways in which the app was opened while its process lived already.
  public var warmEntries = EntryCounts()
  public var restoration = StateRestoration.none
  /// Connections of a scene that say why they were made, and those of them that restore a state.
  public var reasonedConnects: UInt16 = 0
  public var restoredConnects: UInt16 = 0
  /// Connections after a scene of the launch had disconnected.
  public var reconnects: UInt16 = 0
  /// Windows that connected while another one was connected.
  public var secondWindows: UInt16 = 0
  /// Times that it stopped being active and became active again without entering the background.
  public var interruptions: UInt16 = 0
  /// Connections of windows.
  public var windowConnects: UInt16 = 0
  /// Times that the app without scenes, or one of its scenes, came back to the foreground.
  public var returns: UInt16 = 0

  /// A launch in which nothing of it came.
  public init() {}
}

/// How often each move of the life cycle came.
public typealias MoveCounts = FewCounts<LifecycleMove>

/// How often an app was opened in each way.
public typealias EntryCounts = FewCounts<LaunchEntry>

/// How often each case of an enum of at most four came; a count stays at 65,535 once it is there.
public struct FewCounts<Name: RawRepresentable<UInt8> & Sendable>: Sendable, Equatable {
  /// The counts by `Name.rawValue`: there may be millions of launches.
  public var lanes = SIMD4<UInt16>(repeating: 0)

  /// None.
  @inlinable public init() {}

  /// How often this case came.
  @inlinable public subscript(name: Name) -> Int {
    get { Int(lanes[Int(name.rawValue)]) }
    set { lanes[Int(name.rawValue)] = UInt16(clamping: newValue) }
  }

  /// True if none came.
  @inlinable public var isEmpty: Bool { lanes == SIMD4(repeating: 0) }

  /// All counts in one number.
  var word: UInt64 {
    UInt64(lanes[0]) << 48 | UInt64(lanes[1]) << 32 | UInt64(lanes[2]) << 16 | UInt64(lanes[3])
  }
}
