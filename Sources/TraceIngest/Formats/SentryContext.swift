import TraceModel

/// The app and the process that an event of Sentry's is of.
///
/// ```
/// SentryContext.parts(of: "com.example.shop@4.9.0+4900")  // com.example.shop, 4.9.0, 4900
/// ```
struct SentryContext {
  private let app, version, build: String?
  private let isSimulated: Bool?
  /// The name of the stream that the event belongs to: its process, if it says when that was started, else the event's own.
  let stream: String

  init(_ event: JSONValue) {
    let release = Self.parts(of: event["release"]?.string ?? event[path: "release.version"]?.string)
    let context = event[path: "contexts.app"]
    app = context?["app_identifier"]?.string ?? release.app
    version = context?["app_version"]?.string ?? release.version
    build = (context?["app_build"] ?? event["dist"])?.word ?? release.build
    isSimulated = event[path: "contexts.device.simulator"]?.truth
    let start = context?["app_start_time"]?.word
    let owner = context?["device_app_hash"] ?? event[path: "user.id"]
    let id = (event["event_id"] ?? event["eventID"])?.string
    if let start {
      stream = SentryReader.streamName(owner?.word, app, start)
    } else if let id {
      stream = SentryReader.streamName(id)
    } else {
      var digest = Fingerprint()
      digest.add(event.raw.filter { !JSONScanner.isSpace($0) })
      stream = SentryReader.streamName(digest.hex)
    }
  }

  /// Writes app and process into an event.
  func write(to event: inout EventLine) {
    event.set("app", app)
    event.set("appVersion", version)
    event.set("appBuild", build)
    event.set("simulator", isSimulated)
    event.set(stream: stream)
  }

  /// The app, the version and the build that a release names; nil for what it lacks.
  static func parts(of release: String?) -> (app: String?, version: String?, build: String?) {
    guard let release else { return (nil, nil, nil) }
    let at = release.lastIndex(of: "@")
    let app = at.map { String(release[..<$0]) }
    let rest = at.map { release[release.index(after: $0)...] } ?? release[...]
    let parts = rest.split(separator: "+", maxSplits: 1).map(String.init)
    return (app, parts.first, parts.count > 1 ? parts[1] : nil)
  }
}
