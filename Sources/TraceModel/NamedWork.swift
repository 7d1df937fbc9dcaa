/// The number of runs in one launch of something that the app has named: work, a background task, or its own event.
///
/// For example, an app refreshes its feed at launch and at each of two returns to the foreground, and marks that with
/// `work.begin` and the name `refreshFeed`. The launch then has `refreshFeed` with 3 runs, 1 of them at launch and 2 at
/// a return.
public struct NamedWork: Sendable, Equatable {
  /// The kind of the work that ran.
  public enum Kind: UInt8, Named, Sendable, CaseIterable {
    /// `work.begin` of kind `setup`.
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

  /// A launch keeps this many names at most, those that ran first; runs under other names are not counted.
  public static let mostNames = 32

  public var kind = Kind.work
  /// The name; the kind of work that has no name; none for `data.save` without a name.
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
