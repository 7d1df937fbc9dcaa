/// How an app was used in one launch: the moves of its life cycle, their handlers, and the ways in which it was opened.
///
/// `compare` compares these counts of an app before and after it adopted scenes.
public struct LaunchUse: Sendable, Equatable {
  /// Moves of the app by its delegate, and moves reported otherwise, as by a notification.
  public var appHandled = MoveCounts()
  public var appUnhandled = MoveCounts()
  /// Moves of all scenes, by their delegates and otherwise.
  public var sceneHandled = MoveCounts()
  public var sceneUnhandled = MoveCounts()
  /// 1 for each way in which the process was launched.
  public var coldEntries = EntryCounts()
  /// The ways in which the app was opened while its process lived.
  public var warmEntries = EntryCounts()
  public var restoration = StateRestoration.none
  /// Connections of a scene that say why they were made, and those that restore a state.
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

  /// A launch without moves.
  public init() {}
}

/// How often each move of the life cycle came.
public typealias MoveCounts = FewCounts<LifecycleMove>

/// How often an app was opened in each way.
public typealias EntryCounts = FewCounts<LaunchEntry>

/// Counts of the cases of an enum with at most four; a count stops at 65,535.
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

  var word: UInt64 {
    UInt64(lanes[0]) << 48 | UInt64(lanes[1]) << 32 | UInt64(lanes[2]) << 16 | UInt64(lanes[3])
  }
}

/// A move of an app or a scene between the background and being active.
public enum LifecycleMove: UInt8, Named, Sendable, CaseIterable {
  /// It is about to enter the foreground: `app.willEnterForeground`, `scene.willEnterForeground`.
  case foreground
  /// It became active: `app.didBecomeActive`, `scene.didActivate`.
  case active
  /// It is about to stop being active: `app.willResignActive`, `scene.willDeactivate`.
  case inactive
  /// It entered the background: `app.didEnterBackground`, `scene.didEnterBackground`.
  case background

  /// The kind of event that reports the move of a scene.
  public var sceneKind: EventKind {
    switch self {
    case .foreground: .sceneWillEnterForeground
    case .active: .sceneDidActivate
    case .inactive: .sceneWillDeactivate
    case .background: .sceneDidEnterBackground
    }
  }
}

/// A way for a person to open an app other than by its icon.
public enum LaunchEntry: UInt8, Named, Sendable, CaseIterable {
  case url, userActivity, shortcut, notification

  /// The way for a reason; nil if it is no way to open an app.
  public init?(_ reason: LaunchReason?) {
    switch reason {
    case .url: self = .url
    case .userActivity: self = .userActivity
    case .shortcut: self = .shortcut
    case .notification: self = .notification
    default: return nil
    }
  }
}

/// When a launch restored the state of its interface.
public enum StateRestoration: UInt8, Named, Sendable, CaseIterable {
  /// No event of a restoration was recorded.
  case none
  /// Before the first view appeared.
  case beforeView
  /// After the first view had appeared: the person saw the interface change.
  case afterView
  /// A restoration, and no view as far as the log shows.
  case unordered
}

/// The number of runs in one launch of something that the app has named: work, a background task, or its own event.
///
/// For example, an app refreshes its feed at launch and at two returns to the foreground, each with `work.begin` and
/// the name `refreshFeed`: 3 runs, 1 at launch and 2 at a return.
public struct NamedWork: Sendable, Equatable {
  /// The kind of the work that ran.
  public enum Kind: UInt8, Named, Sendable, CaseIterable {
    /// `work.begin` of kind `setup` or `startup`.
    case setup
    /// `work.begin` of any other kind.
    case work
    /// `task.begin` of a task that the app made.
    case task
    /// `data.save`.
    case save
    /// An event whose name is not in the vocabulary.
    case event
  }

  /// The most names of a launch, those that ran first; runs under other names are not counted.
  public static let mostNames = 32

  public var kind = Kind.work
  /// The name; for work without a name its kind; none for `data.save` without a name.
  public var name = TextID.none
  /// How often it ran in the launch.
  public var runs: UInt16 = 0
  /// Runs from the start of the process until the app first stopped being active.
  public var atLaunch: UInt16 = 0
  /// Runs from the connection of a window's scene until a scene became active.
  public var atConnect: UInt16 = 0
  /// Runs from a return to the foreground until the app stopped being active.
  public var atReturn: UInt16 = 0

  /// Work without a name that never ran.
  public init() {}
}
