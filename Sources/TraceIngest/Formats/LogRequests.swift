/// When apps were asked for, until the process that was asked for starts.
struct LogRequests: Sendable {
  /// FrontBoard says that it asks for a process, and asks again at once where the first answer is to wait.
  private static let repeatedNanos: Int64 = 1_000_000_000
  /// How long behind a request another daemon's may be for the same start, as in `LaunchCutter`.
  private static let furtherNanos: Int64 = 30_000_000_000

  /// By the app's bundle or the number of its signpost.
  private var pending: [String: (event: EventLine, instant: Int64)] = [:]

  /// Notes when something was asked for: of requests for one start, the first.
  ///
  /// `isFirst` is false for who hears of a request from another; `requester` is who asked.
  mutating func note(_ message: LogMessage, of key: String, by requester: String? = nil, isFirst: Bool = true) {
    let limit = isFirst ? Self.repeatedNanos : Self.furtherNanos
    if let known = pending[key], 0...limit ~= message.instant &- known.instant { return }
    var event = message.event("launch.request")
    event.set("requester", requester)
    pending[key] = (event, message.instant)
  }

  /// The request for what now starts.
  mutating func take(_ key: String) -> EventLine? { pending.removeValue(forKey: key)?.event }
}
