public import TraceVocabulary

extension AppTrace {
  /// Records an event.
  ///
  /// - Parameters:
  ///   - kind: The kind of event, such as `.dataSave`.
  ///   - fields: More about it, such as `.name("cart")`.
  ///   - ago: How long ago it happened, in nanoseconds.
  public static func record(_ kind: EventKind, _ fields: TraceField..., ago: Int = 0) {
    recorder?.record(kind, fields, ago: ago)
  }

  /// Records the begin of a piece of work, of a kind such as `timer`, `disk`, `network`, `game`, `setup` (once for all
  /// launches of a version) or `startup` (once in each process).
  ///
  ///     AppTrace.beginWork("import", kind: "disk").run { importPhotos() }
  ///
  /// Put work of the kind `startup` around MetricKit's `trackLaunchTask`, whose tasks end what MetricKit counts as the
  /// extended launch, and of which it reports no names:
  ///
  ///     try AppTrace.beginWork("catalog", kind: "startup").run {
  ///       try manager.trackLaunchTask(id: "catalog") { loadCatalog() }
  ///     }
  ///
  /// - Returns: The work: call `end` on it, or use `run`.
  public static func beginWork(_ name: StaticString, kind: StaticString, _ fields: TraceField...) -> TraceSpan {
    begin(.workBegin, .workEnd, [.name(name), .kind(kind)] + fields)
  }

  /// Records that the app has changed its state in a domain, as a mark.
  ///
  /// The mark is work of the kind `state` that takes no time. Call it beside a transition of `StateReporter`, by whose
  /// states MetricKit divides what it counts.
  ///
  ///     reporter.reportTransition(to: "cart")
  ///     AppTrace.recordState("cart", in: "com.example.shop.screen")
  ///
  /// - Parameters:
  ///   - label: The state that begins; nil if none does.
  ///   - domain: The domain, as MetricKit's.
  public static func recordState(_ label: String?, in domain: StaticString) {
    beginWork(domain, kind: "state", .attribute("state", dynamic: label ?? "")).end()
  }

  /// Records the begin of a background task that the app has begun itself, and begins none: for background time call
  /// `UIApplication.beginTracedTask`.
  ///
  ///     .backgroundTask(.appRefresh("feed")) { await AppTrace.recordTask("feed", kind: "appRefresh").run { await load() } }
  ///
  /// Do not call it for a task of `registerTask` or `beginTracedTask`, which is recorded already: the trace would have
  /// two. What is done within that is `beginWork`.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - kind: `appRefresh`, `processing`, `healthResearch` or `continued` for a `BGTask`; `assertion` for
  ///     `beginBackgroundTask`; `urlSession`, `fetch` or `remoteNotification` for the callbacks of that name.
  ///   - fields: More about it.
  /// - Returns: The task: call `end` on it, or use `run`.
  public static func recordTask(_ name: StaticString, kind: StaticString, _ fields: TraceField...) -> TraceSpan {
    begin(.taskBegin, .taskEnd, [.name(name), .kind(kind)] + fields)
  }

  /// Records the entry of a callback.
  ///
  /// - Returns: The callback: call `end` on it as the callback returns, or use `run`.
  public static func beginCallback(_ kind: EventKind, _ fields: TraceField...) -> TraceSpan {
    callback(kind, entry: [], fields)
  }

  /// Records that data of the app changed, and is to be saved.
  public static func recordChange(of name: StaticString) { record(.dataChange, .name(name)) }

  /// Records that data of the app was saved.
  public static func recordSave(of name: StaticString) { record(.dataSave, .name(name)) }

  /// Records that the app can be used after a launch: what it shows at first has all its content.
  public static func recordFullyDrawn() { record(.launchFullyDrawn) }

  /// Records the memory footprint of the process.
  public static func sampleMemory() { recorder?.record(.memorySample, System.footprint) }

  static func begin(_ begin: EventKind, _ end: EventKind, _ fields: [TraceField]) -> TraceSpan {
    recorder?.begin(begin, end, fields) ?? TraceSpan(recorder: nil, kind: end, fields: [])
  }

  static func callback(_ kind: EventKind, entry: [TraceField], _ fields: [TraceField]) -> TraceSpan {
    recorder?.callback(kind, entry: entry, fields) ?? TraceSpan(recorder: nil, kind: kind, fields: [])
  }
}
