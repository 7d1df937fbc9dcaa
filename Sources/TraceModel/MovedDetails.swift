/// Details of launches in a file, as memory has no room for them.
///
/// A launch whose details were moved there reads them each time that somebody asks for one (`LaunchSummary.moveDetails`).
public final class MovedDetails: Sendable {
  /// Where the details of one launch are.
  public struct Place: Sendable, Equatable {
    /// Where they begin, in bytes.
    public let offset: Int64
    /// How many bytes they take.
    public let count: Int32

    /// A place in the file.
    public init(offset: Int64, count: Int32) {
      self.offset = offset
      self.count = count
    }
  }

  private let read: @Sendable (Place) -> LaunchSummary

  /// Details that `read` finds, on any thread: a summary that holds them, and whose other fields do not matter.
  ///
  /// It may find none in a file that cannot be read; then its owner knows why, and the run must end with that error.
  public init(_ read: @escaping @Sendable (Place) -> LaunchSummary) { self.read = read }

  /// The details at a place.
  func details(at place: Place) -> LaunchDetails { read(place).details.own }
}
