/// What a store holds of one app and one month.
public struct MonthContents: Sendable, Equatable {
  /// The app's id; empty where the logs do not say it.
  public let app: String
  /// As in `2026-11`, in UTC; empty for launches without a time of day.
  public let month: String
  public let launches: Int64
  public let events: Int64

  /// A month with the number of launches that began in it, and of their events.
  public init(app: String, month: String, launches: Int64, events: Int64) {
    self.app = app
    self.month = month
    self.launches = launches
    self.events = events
  }
}
