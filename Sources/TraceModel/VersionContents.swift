/// What a store holds of one version of an app.
public struct VersionContents: Sendable, Equatable {
  /// Empty where the logs do not say them.
  public var app: String
  public var appVersion: String
  public var launches: Int64
  /// Devices that the logs name.
  public var devices: Int64
  /// Instants of its first and last event in nanoseconds since 1970, UTC; nil without a time of day.
  public var first: Int64?
  public var last: Int64?

  /// A version with its counts and times.
  public init(
    app: String, appVersion: String, launches: Int64, devices: Int64 = 0, first: Int64? = nil, last: Int64? = nil
  ) {
    self.app = app
    self.appVersion = appVersion
    self.launches = launches
    self.devices = devices
    self.first = first
    self.last = last
  }

  /// The order of people: by app, then by version.
  public static func isBefore(_ a: Self, _ b: Self) -> Bool {
    a.app == b.app ? Normalised.isOrdered(a.appVersion, b.appVersion) : Normalised.isOrdered(a.app, b.app)
  }
}

/// What a store holds of one app and one month.
public struct MonthContents: Sendable, Equatable {
  /// The app's id; empty where the logs do not say it.
  public let app: String
  /// As in `2026-11`, in UTC; empty for launches without a time of day.
  public let month: String
  public let launches: Int64
  public let events: Int64

  /// A month with its counts.
  public init(app: String, month: String, launches: Int64, events: Int64) {
    self.app = app
    self.month = month
    self.launches = launches
    self.events = events
  }
}
