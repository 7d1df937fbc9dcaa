import TraceModel

/// Finds the launch that a diagnostic of MetricKit is about, where its report names a process.
///
/// A report of iOS 27 names the process, but neither its start nor its device. Its launch is the one in a log, or in
/// another report, with the same app, version, build, model, system and process id that lived at the time of the
/// diagnostic. A diagnostic that fits two launches, or two ends of one launch, is not joined.
struct DiagnosticJoins {
  /// A diagnostic's report, which is a summary of its own.
  struct Diagnostic {
    let summary: LaunchSummary
    /// The name of its event, as `metrickit.crashDiagnostic`.
    let metric: String

    var isEnd: Bool { [Self.crash, Self.memory].contains(metric) }
  }

  /// For how long a process may write nothing: this project's number; an app in use writes an event each day, and
  /// process ids are used again.
  private static let silentNanos: Int64 = 86_400_000_000_000
  /// How far apart a log and a report may place the end of a process: this project's number.
  private static let endNanos: Int64 = 5_000_000_000
  /// How far apart two clocks may have read one instant.
  private static let tolerance = Inference.folded.nanos

  let indices: Set<Int>
  private let summaries: [LaunchSummary]
  private let symbols: Symbols

  init(_ summaries: [LaunchSummary], _ symbols: Symbols) {
    self.summaries = summaries
    self.symbols = symbols
    indices = Set(summaries.metricIndices.filter { symbols.isOfProcess(summaries[$0].stream) })
  }

  /// Each diagnostic with the launch that it is about; in a group of joined launches, the first.
  func joined(
    with launches: [Int], in groups: [LaunchKey: [LaunchKey]]
  ) -> [(launch: LaunchKey, diagnostic: Diagnostic)] {
    if indices.isEmpty { return [] }
    var firsts: [LaunchKey: LaunchKey] = [:]
    for (first, members) in groups {
      for member in members { firsts[member] = first }
    }
    var lives: [LaunchKey: Life] = [:]
    var named: [[String]: [(index: Int, first: LaunchKey)]] = [:]
    for index in launches where summaries[index].holdsKnownEvents && summaries[index].hasWallClock {
      let key = LaunchKey(summaries[index])
      let first = firsts[key] ?? key
      lives[first, default: Life(summaries[index])].add(summaries[index])
      if let names = names(index) { named[names, default: []].append((index, first)) }
    }
    let starts = Dictionary(grouping: launches, by: device)
    var found: [(launch: LaunchKey, diagnostic: Diagnostic)] = []
    for index in indices.sorted() {
      guard let count = summaries[index].metrics.first else { continue }
      let diagnostic = Diagnostic(summary: summaries[index], metric: symbols.texts.string(count.event))
      let time = count.end
      let fitting = named[names(index) ?? [], default: []].filter { launch in
        guard let life = lives[launch.first], life.holds(time, isEnd: diagnostic.isEnd),
          agree(launch.index, index)
        else { return false }
        // A device runs one process of an app.
        return !starts[device(launch.index), default: []].contains { other in
          let key = LaunchKey(summaries[other])
          let began = summaries[other].firstInstant
          return (firsts[key] ?? key) != launch.first && began > life.last && began <= time
        }
      }
      if let launch = fitting.first, fitting.allSatisfy({ $0.first == launch.first }) {
        found.append((launch.first, diagnostic))
      }
    }
    // One process may end by a crash and by a lack of memory at once; two crashes are of two processes.
    let ends = Dictionary(grouping: found.filter(\.diagnostic.isEnd), by: \.launch)
    let doubtful = Set(
      ends.values.filter { Set($0.map(\.diagnostic.metric)).count < $0.count }.flatMap { $0 }.map(\.diagnostic.key))
    return found.filter { !doubtful.contains($0.diagnostic.key) }
  }

  /// When a process lived, by all joined logs.
  private struct Life {
    var first, last: Int64
    var hasEnd = false

    init(_ summary: LaunchSummary) {
      first = summary.firstInstant
      last = summary.lastInstant
    }

    mutating func add(_ summary: LaunchSummary) {
      first = min(first, summary.firstInstant)
      last = max(last, summary.lastInstant)
      hasEnd = hasEnd || summary.kinds.contains(.processExit)
    }

    /// True if the process lived at `time`; with `isEnd`, if it may have ended then.
    func holds(_ time: Int64, isEnd: Bool) -> Bool {
      guard time >= first &- DiagnosticJoins.tolerance else { return false }
      if isEnd, time < last &- (hasEnd ? DiagnosticJoins.endNanos : DiagnosticJoins.tolerance) { return false }
      return time <= last &+ (!hasEnd ? DiagnosticJoins.silentNanos : isEnd ? DiagnosticJoins.endNanos : 0)
    }
  }

  private func names(_ index: Int) -> [String]? {
    let context = symbols.context(summaries[index].context)
    let named = [context.app, context.appVersion, context.deviceModel, context.osVersion]
    if context.pid == Event.absent || named.contains(where: \.isNone) { return nil }
    let texts = named.map(symbols.texts.string)
    return [
      Normalised.id(texts[0]), Normalised.version(texts[1]), texts[2], Normalised.version(texts[3]),
      String(context.pid),
    ]
  }

  /// True if the builds, and the devices where named in one way, do not contradict each other.
  private func agree(_ launch: Int, _ diagnostic: Int) -> Bool {
    let one = symbols.context(summaries[launch].context)
    let other = symbols.context(summaries[diagnostic].context)
    let isOfReport = symbols.texts.string(one.format) == InputFormat.report.name
    return one.appBuild.agrees(with: other.appBuild) && (isOfReport || one.device.agrees(with: other.device))
  }

  private func device(_ index: Int) -> [TextID] {
    let context = symbols.context(summaries[index].context)
    return [context.app, context.device]
  }
}

extension DiagnosticJoins.Diagnostic {
  /// Both tell of an end.
  fileprivate static let crash = InputFormat.metricKit.eventPrefix + "crashDiagnostic"
  fileprivate static let memory = InputFormat.metricKit.eventPrefix + "memoryExceptionDiagnostic"
  fileprivate static let hang = InputFormat.metricKit.eventPrefix + "hangDiagnostic"

  var key: LaunchKey { LaunchKey(summary) }
}

extension DiagnosticJoins {
  /// The events of reports to add to a launch: all but ends, hangs that its own log has, and the event that keeps a
  /// whole payload, which the others repeat.
  static func unknown(_ told: [Event], to own: [Event], _ symbols: Symbols) -> [Event] {
    func isHang(_ event: Event) -> Bool { symbols.signature(event).kind == .mainHang }
    let hangs = own.filter(isHang)
    return told.filter { event in
      let signature = symbols.signature(event)
      let isWhole = symbols.texts.string(signature.unknownName) == InputFormat.metricKit.eventPrefix + "payload"
      if signature.kind == .processExit || isWhole { return false }
      return !isHang(event)
        || !hangs.contains { ($0.time &- event.time).magnitude <= UInt64(max(event.duration, 0) &+ tolerance) }
    }
  }
}

extension Event {
  /// A diagnostic as an event of its launch: the end of the process, or a hang; any other one as it is.
  func ofLaunch(_ symbols: inout Symbols) -> Event {
    var signature = symbols.signature(self)
    var event = self
    switch symbols.texts.string(signature.unknownName) {
    case DiagnosticJoins.Diagnostic.crash, DiagnosticJoins.Diagnostic.memory: signature.kind = .processExit
    case DiagnosticJoins.Diagnostic.hang:
      signature.kind = .mainHang
      event.duration = MetricCount.number("lowerNanos", symbols.texts.string(attributes))
    default: return self
    }
    signature.unknownName = .none
    event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
    return event
  }
}
