import TraceModel

/// Reads MetricKit's payloads and, since iOS 27, its reports.
///
/// A payload gives one event for each bucket of a histogram, each counter of exits and each diagnostic, then one that
/// holds the whole payload, all with the payload's period. They are aggregates: no launch is made of them. A payload
/// that is delivered again gives the same events, whatever its collector wrote beside it. One in which nothing is
/// counted gives an event that says so (`MetricCount.nothing`, `MetricCount.statesAlone`).
///
/// A report of iOS 27 counts one period several times over: in one entry of the whole period, in entries of some hours
/// of it, and by the states that the app named, which overlap. Only the entry of the whole period is read.
///
/// Source: Apple, MetricKit (MXMetricPayload, MXDiagnosticPayload, MetricReport, DiagnosticReport). Apple documents no
/// keys of a report's JSON: these are of reports by iPhones with iOS 27.0 (24A435) and Xcode 27, in the tests of
/// github.com/HitchScope/HitchScope and github.com/arclabs-studio/ARCMetrics.
struct MetricKitReader: LogFormatReader {
  static let name = InputFormat.metricKit.name
  static let summary = "JSON of MetricKit's payloads and, since iOS 27, its reports: sums over a day, and no launches"
  static let mayBeEnclosed = true
  /// The nanoseconds from 1970 to 2001, from which `JSONEncoder` counts.
  private static let reference: Int64 = 978_307_200_000_000_000
  private let zone: Int64

  static func framing(_ head: LogHead) -> Framing? {
    let keys = head.keys
    let isReport = keys.contains("timeRange") && keys.contains { $0 == "environment" || diagnostic($0) != nil }
    return isReport || keys.contains(where: marks.contains) ? .objects : nil
  }

  init(_ options: IngestOptions) { zone = options.zoneOffsetSeconds }

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let payload: JSONValue
    // Devices write the keys in any order; the canonical form has one.
    do throws(Reject.Reason) { payload = try Self.payload(record) } catch { return transcript.end(.rejected(error)) }
    let range = payload["timeRange"]
    let begin = instant(payload["timeStampBegin"] ?? range?["begin"] ?? range?["start"])
    guard let end = instant(payload["timeStampEnd"] ?? range?["end"]) ?? Self.end(of: range, begin) else {
      return transcript.end(.rejected(.noTime))
    }
    let diagnostic = payload.members.lazy.compactMap { $0.value.items.first }.first { $0["diagnosticMetaData"] != nil }
    let device = Self.deviceKeys.lazy.compactMap { payload[$0]?.string }.first
    var digest = Fingerprint()
    digest.add((device ?? "").utf8)
    for (key, value) in payload.members where Self.isOwn(key) {
      digest.add(key.utf8)
      digest.add(value.raw)
    }
    func text(_ paths: [String], in values: JSONValue?...) -> String? {
      values.lazy.compactMap { value in paths.lazy.compactMap { value?[path: $0]?.string }.first }.first
    }
    let isReport = range != nil
    // Many devices may report equal counts for one period.
    let pid = payload["environment"]?["pid"]?.integer
    let kind = pid == nil ? MetricCount.report : MetricCount.process
    let stream = Self.streamName(isReport ? kind : nil, digest.hex)
    let includesEarlier = payload["environment"]?["includesMultipleApplicationVersions"]?.truth == true
    func event(_ name: String, of entry: JSONValue? = nil) -> EventLine {
      var event = EventLine(Self.eventName(name))
      event.set("time", Timestamp.rfc3339(end))
      event.set("duration", begin.flatMap { $0 <= end ? Int64(exactly: Int128(end) - Int128($0)) : nil })
      event.set("source", "system")
      for (field, paths) in Self.fieldPaths {
        let told = text(paths, in: entry, payload, diagnostic)
        event.set(field.name, field == .appVersion && includesEarlier ? told.map { "\($0) and earlier" } : told)
      }
      event.set("pid", pid)
      // Diagnostics of one payload may be of several versions, each counted by itself.
      let version = text(["diagnosticMetaData.appVersion"], in: entry)
      let isOther = version != nil && version != text(["diagnosticMetaData.appVersion"], in: diagnostic)
      event.set(stream: isOther ? "\(stream)/\(version ?? "")" : stream)
      return event
    }
    var number = 0
    func add(_ counted: EventLine) {
      var event = counted
      event.set("n", number)
      number += 1
      transcript.add(event)
    }
    let day = Self.day(of: payload)
    var sizes: [EventLine] = []
    if let day {
      Self.walk(day, nil) { metric, key, value in
        var event = event(metric)
        if let key {
          event.set("reason", Self.reasons[key] ?? key)
          event.set("count", value.integer)
        } else {
          Self.add(metric, bucket: value, to: &event)
        }
        if Self.ofPeriod.contains(metric) { sizes.append(event) } else { add(event) }
      }
    }
    for (metric, entry) in Self.diagnostics(in: payload) {
      var event = event(metric, of: entry)
      event.set("count", 1)
      Self.add(metric, entry, to: &event)
      add(event)
    }
    // How long an app ran, and in how much memory, counts only beside other metrics.
    if number > 0 { for size in sizes { add(size) } }
    if number == 0 {
      var isOfStates = false
      if let states = payload["stateEntries"] {
        Self.walk(states, nil) { metric, _, _ in isOfStates = isOfStates || !Self.ofPeriod.contains(metric) }
      }
      var nothing = event(isOfStates ? MetricCount.statesAlone : MetricCount.nothing)
      nothing.set("count", 0)
      add(nothing)
    }
    var whole = event("payload")
    whole.set("payload", payload)
    transcript.add(whole)
  }

  private static func add(_ metric: String, _ entry: JSONValue, to event: inout EventLine) {
    func told(_ key: String) -> JSONValue? { entry[key] ?? entry["diagnosticMetaData"]?[key] }
    switch metric {
    case "crashDiagnostic":
      let category = told("terminationCategory")?.string
      event.set("reason", reason(ofCrash: told("terminationReason")?.string, category))
      event.set("category", category)
    case "memoryExceptionDiagnostic":
      event.set("reason", ExitReason.memoryLimit.name)
    default:
      let duration = diagnosticDurations.lazy.compactMap(told).first
      let nanos = nanos(duration)
      event.set("lowerNanos", nanos)
      event.set("upperNanos", nanos)
      event.set("told", nanos == nil ? duration ?? diagnosticSizes.lazy.compactMap(told).first : nil)
    }
  }

  /// The exit reason of a crash diagnostic: MetricKit also reports processes that iOS ended as crashes.
  ///
  /// A code that says why precedes the category. Categories of the code's own faults are crashes, as in payloads
  /// without categories.
  private static func reason(ofCrash words: String?, _ category: String?) -> String {
    let termination = words.map { CrashText.termination(written: $0) }
    let coded = termination.flatMap { Termination(domain: $0.domain, code: $0.code).reason }
    if let coded, coded != .crash { return coded.name }
    guard let category, !ownFaults.contains(category) else { return ExitReason.crash.name }
    return reasons[category] ?? category
  }

  /// Adds the count and the bounds of a histogram's bucket, or the one value of a period; or the bucket itself if a
  /// bound cannot be read.
  private static func add(_ metric: String, bucket: JSONValue, to event: inout EventLine) {
    if ofPeriod.contains(metric) {
      let value = bucket["value"]?["average"] ?? bucket["value"] ?? bucket["averageValue"] ?? bucket
      let isOfMemory = memory.contains(metric)
      let size = isOfMemory ? bytes(value) : nanos(value)
      event.set("count", 1)
      event.set(isOfMemory ? "bytes" : "lowerNanos", size)
      event.set("upperNanos", isOfMemory ? nil : size)
      return event.set("told", size == nil ? bucket : nil)
    }
    let lower = nanos(bucket["bucketStart"] ?? bucket["lowerBound"])
    let upper = nanos(bucket["bucketEnd"] ?? bucket["upperBound"])
    event.set("count", (bucket["bucketCount"] ?? bucket["count"])?.integer)
    event.set("lowerNanos", lower)
    event.set("upperNanos", upper)
    event.set("told", lower == nil || upper == nil ? bucket : nil)
  }

  /// The diagnostics in a payload's lists, or the one of a report, each under the name by which it is counted.
  private static func diagnostics(in payload: JSONValue) -> [(metric: String, entry: JSONValue)] {
    payload.members.flatMap { key, value -> [(String, JSONValue)] in
      guard let metric = diagnostic(key) else { return [] }
      return (value.isObject ? [value] : value.items.filter(\.isObject)).map { (metric, $0) }
    }
  }

  /// The name by which a diagnostic is counted; nil for a key of anything else: `hangDiagnostic` for `hangDiagnostics`.
  private static func diagnostic(_ key: String) -> String? {
    guard let suffix = ["Diagnostic", "Diagnostics"].first(where: key.hasSuffix) else { return nil }
    let core = key.dropLast(suffix.count)
    // `appLaunch` is `launch`, the name in payloads.
    return core.isEmpty ? nil : (core == "appLaunch" ? "launch" : core) + "Diagnostic"
  }

  /// The payload in canonical form, with call stacks as text if they are nested too deep.
  private static func payload(_ record: ArraySlice<UInt8>) throws(Reject.Reason) -> JSONValue {
    do throws(Reject.Reason) {
      return try JSONValue(JSONValue(record).canonical()[...])
    } catch {
      guard error == .tooDeep else { throw error }
      return try JSONValue(JSONValue(MetricKitCallStacks.asText(record)[...]).canonical()[...])
    }
  }

  /// The values that count everything once: a payload's own, or those of a report's longest interval; nil without one.
  private static func day(of payload: JSONValue) -> JSONValue? {
    func entries(_ value: JSONValue) -> [JSONValue] {
      value["values"] == nil ? value.members.flatMap { entries($0.value) } : [value]
    }
    guard payload["intervalEntries"] ?? payload["stateEntries"] != nil else { return payload }
    return payload["intervalEntries"].map(entries)?.enumerated().max {
      (nanos($0.element["duration"]) ?? 0, -$0.offset) < (nanos($1.element["duration"]) ?? 0, -$1.offset)
    }?.element["values"]
  }

  private static func walk(
    _ value: JSONValue, _ metric: String?, _ found: (_ metric: String, _ counter: String?, JSONValue) -> Void
  ) {
    let isBucket = value["bucketStart"] ?? value["lowerBound"] != nil
    if let metric, isBucket || ofPeriod.contains(metric) { return found(metric, nil, value) }
    for (key, member) in value.members {
      let suffix = ["ExitCount", "TerminationCount"].first(where: key.hasSuffix)
      if let metric, let suffix, member.integer != 0 {
        let core = key.dropLast(suffix.count)
        found(metric, String(core.hasPrefix("cumulative") ? core.dropFirst(10) : core), member)
      } else {
        walk(member, metric ?? metrics[key], found)
      }
    }
  }

  /// The end of an interval that is written as begin and length in seconds, as by `DateInterval`.
  private static func end(of range: JSONValue?, _ begin: Int64?) -> Int64? {
    guard let begin, let nanos = range?["duration"]?.scaled(by: 9) else { return nil }
    let (end, isOver) = begin.addingReportingOverflow(nanos)
    return isOver ? nil : end
  }

  private func instant(_ value: JSONValue?) -> Int64? {
    guard let value else { return nil }
    if let text = value.string {
      return Timestamp.parse(Array(text.utf8).span, zoneOffsetSeconds: zone)?.nanoseconds
    }
    guard let whole = value.scaled(by: 0) else { return nil }
    if whole > 100_000_000_000 { return value.scaled(by: 6) }
    // Dates since iOS 27 are greater in seconds since 1970 than dates before 2039 in seconds since 2001.
    guard let nanos = value.scaled(by: 9), whole < 1_200_000_000 else { return value.scaled(by: 9) }
    let (instant, isOver) = nanos.addingReportingOverflow(Self.reference)
    return isOver ? nil : instant
  }

  /// A duration in nanoseconds: a number with its unit, or text as a device writes it in its language.
  static func nanos(_ value: JSONValue?) -> Int64? { amount(value, units) }

  /// An amount of memory in bytes, written as durations are.
  private static func bytes(_ value: JSONValue?) -> Int64? { amount(value, byteUnits) }

  private static func amount(_ value: JSONValue?, _ units: [String: Double]) -> Int64? {
    guard let text = value?.string else {
      guard let number = value?["value"].flatMap({ Double(String(decoding: $0.raw, as: UTF8.self)) }),
        let unit = (value?["unit"]?.string ?? value?["unit"]?["symbol"]?.string).flatMap({ units[$0.lowercased()] })
      else { return nil }
      return Int64(exactly: (number * unit).rounded())
    }
    return amount(text, units)
  }

  /// An amount such as `1,530毫秒`, `20 sec` or `1.530,5 ms`, in the unit that is 1 in the table; nil if malformed.
  ///
  /// After a single point or comma three digits are thousands: MetricKit's bounds are whole numbers.
  private static func amount(_ text: String, _ units: [String: Double]) -> Int64? {
    var groups: [String] = []
    var marks: [Unicode.Scalar] = []
    var unit = ""
    var isInNumber = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if properties.numericType == .decimal, let digit = properties.numericValue {
        if !isInNumber { groups.append("") }
        groups[groups.count - 1] += String(Int(digit))
      } else if properties.isAlphabetic {
        unit.unicodeScalars.append(scalar)
      } else if isInNumber {
        marks.append(scalar)
      }
      isInNumber = properties.numericType == .decimal
    }
    marks = Array(marks.prefix(max(0, groups.count - 1)))
    let separators = ".,\u{66B}\u{66C}'\u{2019}".unicodeScalars
    let isNumber = marks.allSatisfy { separators.contains($0) || $0.properties.isWhitespace }
    guard let size = units[unit.lowercased()], let last = groups.last, isNumber else { return nil }
    let isGroup = marks.count == 1 ? last.count == 3 && groups[0] != "0" : marks.last == marks.first
    let hasFraction = marks.last.map { $0 == "\u{66B}" || [".", ","].contains($0) && !isGroup } ?? false
    let digits = hasFraction ? groups.dropLast().joined() + "." + last : groups.joined()
    return Double(digits).flatMap { Int64(exactly: ($0 * size).rounded()) }
  }
}

/// The keys of MetricKit's payloads and reports; their source is Apple's documentation, as above.
extension MetricKitReader {
  /// The paths of fields in a payload or its first diagnostic, the likeliest first.
  private static let fieldPaths: KeyValuePairs<Field, [String]> = [
    .app: [
      "metaData.bundleIdentifier", "environment.bundleIdentifier", "diagnosticMetaData.bundleIdentifier",
      "bundleIdentifier",
    ],
    .appVersion: [
      "appVersion", "environment.applicationVersion", "environment.latestApplicationVersion",
      "diagnosticMetaData.appVersion",
    ],
    .appBuild: [
      "metaData.appBuildVersion", "environment.applicationBuildVersion", "diagnosticMetaData.appBuildVersion",
    ],
    .osVersion: [
      "metaData.osVersion", "environment.osVersion.number", "diagnosticMetaData.osVersion",
    ],
    .deviceModel: ["metaData.deviceType", "environment.deviceType", "diagnosticMetaData.deviceType"],
    .device: deviceKeys,
  ]

  /// No payload names its device: programs that collect payloads write these keys.
  private static let deviceKeys = ["device", "deviceId", "device_id"]

  /// A collector's members, such as the time of receipt, differ between deliveries of one payload.
  private static func isOwn(_ key: String) -> Bool {
    ownKeys.contains(key) || diagnostic(key) != nil || ["Metrics", "Entries"].contains(where: key.hasSuffix)
  }

  private static let ownKeys: Set = [
    "appVersion", "bundleIdentifier", "metaData", "environment", "timeStampBegin", "timeStampEnd", "timeRange",
  ]

  private static let metrics = inverted([
    "timeToFirstDraw": [
      "timeToFirstDrawMetric", "histogrammedTimeToFirstDraw", "histogrammedTimeToFirstDrawKey",
    ],
    "optimizedTimeToFirstDraw": [
      "optimizedTimeToFirstDrawMetric", "histogrammedOptimizedTimeToFirstDraw",
      "histogrammedOptimizedTimeToFirstDrawKey",
    ],
    "applicationResumeTime": [
      "applicationResumeTimeMetric", "histogrammedResumeTime", "histogrammedApplicationResumeTime",
      "histogrammedApplicationResumeTimeKey",
    ],
    "extendedLaunch": ["extendedLaunchMetric", "histogrammedExtendedLaunch", "histogrammedExtendedLaunchKey"],
    "hangTime": [
      "hangTimeMetric", "histogrammedAppHangTime", "histogrammedApplicationHangTime",
      "histogrammedApplicationHangTimeKey",
    ],
    "totalForegroundTime": ["totalForegroundTimeMetric"],
    "totalBackgroundTime": ["totalBackgroundTimeMetric"],
    "peakMemory": ["peakMemoryMetric", "peakMemoryUsage"],
    "suspendedMemory": ["suspendedMemoryMetric", "averageSuspendedMemory"],
    "foregroundExit": ["foregroundTerminationMetric", "foregroundExitData"],
    "backgroundExit": ["backgroundTerminationMetric", "backgroundExitData"],
  ])

  /// The most memory that the app used, and the average while it was suspended.
  private static let memory: Set = ["peakMemory", "suspendedMemory"]

  /// The metrics with one value of the whole period: memory, and the time in use, to which ends are related.
  private static let ofPeriod: Set = memory.union(["totalForegroundTime", "totalBackgroundTime"])

  /// Source: Apple, MXHangDiagnostic, MXAppLaunchDiagnostic, MXCPUExceptionDiagnostic.
  private static let diagnosticDurations = ["hangDuration", "launchDuration", "totalCPUTime"]

  /// Source: Apple, DiskWriteExceptionDiagnostic, MXDiskWriteExceptionDiagnostic.
  private static let diagnosticSizes = ["totalBytesWritten", "writesCaused"]

  /// Source: Apple, CrashDiagnostic.TerminationCategory.
  private static let ownFaults: Set = ["badAccess", "illegalInstruction", "abnormal"]

  /// By the names of counters and of categories of ends.
  private static let reasons = inverted([
    "normal": ["normal", "NormalApp"],
    "memoryLimit": ["memoryLimit", "MemoryResourceLimit"],
    "memoryPressure": ["systemPressure", "MemoryPressure"],
    "cpu": ["highCPU", "CPUResourceLimit"],
    "watchdog": ["watchdog", "AppWatchdog"],
    "backgroundTask": ["taskTimeout", "BackgroundTaskAssertionTimeout"],
    "urlSession": ["BackgroundURLSessionCompletionTimeout"],
    "fetch": ["BackgroundFetchCompletionTimeout"],
    "fileLock": ["fileLock", "SuspendedWithLockedFile"],
    "badAccess": ["badAccess", "BadAccess"],
    "illegalInstruction": ["illegalInstruction", "IllegalInstruction"],
    "abnormal": ["abnormal", "Abnormal"],
  ])

  /// In nanoseconds, by the words that devices write in their languages.
  private static let units = inverted(
    [
      1: ["ns"],
      1_000: ["µs", "μs", "us", "微秒"],
      1_000_000: [
        "ms", "msec", "msek", "mseg", "msn", "millisecond", "milliseconds", "millisekunde", "millisekunden",
        "milliseconde",
        "millisecondes", "milisegundos", "millisecondi", "毫秒", "ミリ秒", "밀리초", "мс", "мсек", "مليث",
      ],
      1_000_000_000: [
        "s", "sec", "secs", "sek", "seg", "second", "seconds", "sekunde", "sekunden", "seconde", "secondes", "segundos",
        "secondi", "秒", "초", "с", "сек", "ث", "sn",
      ],
      60_000_000_000: ["min", "mins", "分", "分钟", "분", "мин"],
      3_600_000_000_000: ["hr"],
    ] as KeyValuePairs<Double, [String]>)

  /// In bytes: powers of ten, as in Foundation's `UnitInformationStorage`, in Latin and Cyrillic letters.
  private static let byteUnits = inverted(
    [
      1: ["b", "byte", "bytes"], 1_000: ["kb", "ko", "кб", "кбайт"], 1_000_000: ["mb", "mo", "мб", "мбайт"],
      1_000_000_000: ["gb", "go", "гб", "гбайт"],
    ] as KeyValuePairs<Double, [String]>)

  private static let marks: Set = [
    "applicationLaunchMetrics", "applicationExitMetrics", "applicationTimeMetrics", "applicationResponsivenessMetrics",
    "cellularConditionMetrics", "animationMetrics", "cpuMetrics", "gpuMetrics", "diskIOMetrics",
    "diskSpaceUsageMetrics", "displayMetrics", "locationActivityMetrics", "memoryMetrics", "networkTransferMetrics",
    "signpostMetrics", "intervalEntries", "stateEntries", "crashDiagnostics", "hangDiagnostics",
    "cpuExceptionDiagnostics", "diskWriteExceptionDiagnostics", "appLaunchDiagnostics", "crashDiagnostic",
    "hangDiagnostic", "appLaunchDiagnostic", "cpuExceptionDiagnostic", "diskWriteExceptionDiagnostic",
    "memoryExceptionDiagnostic",
  ]

  private static func inverted<Name>(_ spellings: KeyValuePairs<Name, [String]>) -> [String: Name] {
    var names: [String: Name] = [:]
    for (name, all) in spellings {
      for spelling in all { names[spelling] = name }
    }
    return names
  }
}

/// Call stacks of MetricKit's diagnostics, in which each frame holds the next one.
///
/// A stack of 100 frames nests 200 objects and arrays, more than a record may. As call stacks tell nothing of the life
/// cycle, they are kept as text.
private enum MetricKitCallStacks {
  private static let key = Array("\"callStackTree\"".utf8)

  /// Makes each call stack tree a string that holds its JSON; a tree without an end stays as it is.
  ///
  /// `{"callStackTree":{"callStacks":[]}}` becomes `{"callStackTree":"{\"callStacks\":[]}"}`.
  static func asText(_ payload: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(payload.count)
    var rest = payload
    while let begin = value(after: key, in: rest), let end = end(ofObject: rest[begin...]) {
      result += rest[..<begin]
      JSONText.encode(rest[begin..<end], to: &result)
      rest = rest[end...]
    }
    return result + rest
  }

  private static func value(after key: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      rest = rest[quote...]
      if rest.starts(with: key) {
        let colon = rest.dropFirst(key.count).drop(while: JSONScanner.isSpace)
        let value = colon.dropFirst().drop(while: JSONScanner.isSpace)
        if colon.first == UInt8(ascii: ":"), value.first == UInt8(ascii: "{") { return value.startIndex }
      }
      guard let end = JSONText.end(ofString: rest) else { return nil }
      rest = rest[end...]
    }
    return nil
  }

  /// The end of the object at the front of a text; braces are counted, so that depth takes no memory.
  private static func end(ofObject text: ArraySlice<UInt8>) -> Int? {
    var depth = JSONDepth()
    return depth.end(text.span, 0..<text.count).map { text.startIndex + $0 }
  }
}
