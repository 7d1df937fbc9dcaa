package import TraceModel

/// A launch's events, and the places in `seq` that its rejects fill.
package typealias LaunchEvents = (events: [Event], fills: [Int64])
