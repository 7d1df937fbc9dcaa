/// A way for a person to open an app other than by its icon.
public enum LaunchEntry: UInt8, Named, Sendable, CaseIterable {
  case url, userActivity, shortcut, notification

  /// The way that a reason stands for; `nil` for any other reason.
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
