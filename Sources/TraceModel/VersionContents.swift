/// What a store holds of one version of an app.
public struct VersionContents: Sendable, Equatable {
  /// The app's id and version; empty where the logs do not say them.
  public var app: String
  public var appVersion: String
  public var launches: Int64
  /// Devices that the logs name.
  public var devices: Int64
  /// Instants of its first and last event in nanoseconds since 1970, UTC; nothing where no event has a time of day.
  public var first: Int64?
  public var last: Int64?

  /// A version with the numbers of its launches and devices, and the times of its first and last event.
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
}
