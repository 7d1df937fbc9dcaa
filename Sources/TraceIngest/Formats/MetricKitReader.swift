import TraceModel

/// Reads MetricKit's payloads and, since iOS 27, its reports.
///
/// A payload gives one event for each bucket of a histogram, each counter of exits and each diagnostic of a crash, a
/// hang or a slow launch, then one that holds the whole payload. All have the payload's period. They are aggregates: no
/// launch is made of them. A payload that is delivered again gives the same events, whatever its collector wrote beside
/// it.
///
/// Source: Apple, MetricKit (MXMetricPayload, MXDiagnosticPayload, MetricReport, DiagnosticReport).
struct MetricKitReader: LogFormatReader {
  static let name = InputFormat.metricKit.name
  static let summary = "JSON of MetricKit's payloads and, since iOS 27, its reports: sums over a day, and no launches"
  static let mayBeEnclosed = true
  /// The seconds from 1970 to 2001, from which `JSONEncoder` counts.
  private static let reference = 978_307_200.0
  private let zone: Int64

  static func framing(_ head: LogHead) -> Framing? {
    let keys = head.keys
    let isReport = ["timeRange", "environment"].allSatisfy(keys.contains)
    return isReport || keys.contains(where: marks.contains) ? .objects : nil
  }

  init(_ options: IngestOptions) { zone = options.zoneOffsetSeconds }

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let payload: JSONValue
    // Devices write the keys in any order: the canonical form of a payload does not depend on it.
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
    // Many devices may report equal counts for one period.
    let stream = Self.streamName(digest.hex)
    func event(_ name: String, of entry: JSONValue? = nil) -> EventLine {
      var event = EventLine(Self.eventName(name))
      event.set("time", Timestamp.rfc3339(end))
      event.set("duration", begin.flatMap { $0 <= end ? Int64(exactly: Int128(end) - Int128($0)) : nil })
      event.set("source", "system")
      for (field, paths) in Self.fieldPaths {
        event.set(field.name, text(paths, in: entry, payload, diagnostic))
      }
      // A payload holds diagnostics of several versions, each of which is counted by itself.
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
    Self.walk(Self.day(of: payload), nil) { metric, key, value in
      var event = event(metric)
      if let key {
        event.set("reason", Self.reasons[key] ?? key)
        event.set("count", value.integer)
      } else {
        Self.add(bucket: value, to: &event)
      }
      add(event)
    }
    for (metric, entry) in Self.diagnostics(in: payload) {
      var event = event(metric, of: entry)
      event.set("count", 1)
      if metric == "crashDiagnostic" {
        event.set("reason", Self.reason(ofCrash: entry["diagnosticMetaData"]?["terminationReason"]?.string))
      } else {
        let told = Self.diagnosticDurations.lazy.compactMap { entry[path: $0] }.first
        let duration = Self.nanos(told)
        event.set("lowerNanos", duration)
        event.set("upperNanos", duration)
        event.set("told", duration == nil ? told : nil)
      }
      add(event)
    }
    var whole = event("payload")
    whole.set("payload", payload)
    transcript.add(whole)
  }

  /// The exit reason of a crash diagnostic: MetricKit also reports processes that iOS ended as crashes.
  private static func reason(ofCrash words: String?) -> String {
    let reason = words.map { CrashText.termination(written: $0) }
    return reason.flatMap { Termination(domain: $0.domain, code: $0.code).reason?.name } ?? ExitReason.crash.name
  }

  /// Adds the count and the bounds of a histogram's bucket; the bucket itself if a bound cannot be read.
  private static func add(bucket: JSONValue, to event: inout EventLine) {
    let lower = nanos(bucket["bucketStart"] ?? bucket["lowerBound"])
    let upper = nanos(bucket["bucketEnd"] ?? bucket["upperBound"])
    event.set("count", (bucket["bucketCount"] ?? bucket["count"])?.integer)
    event.set("lowerNanos", lower)
    event.set("upperNanos", upper)
    event.set("told", lower == nil || upper == nil ? bucket : nil)
  }

  /// The diagnostics of a payload, or the one of a report, each under the name by which it is counted.
  private static func diagnostics(in payload: JSONValue) -> [(metric: String, entry: JSONValue)] {
    (payload.members + (payload["result"]?.members ?? [])).flatMap { key, value -> [(String, JSONValue)] in
      guard let metric = diagnostics[key] else { return [] }
      // Swift encodes the value of a case of an enumeration under `_0`.
      let entries = value.isObject ? [value["_0"] ?? value] : value.items
      return entries.map { (metric, $0) }
    }
  }

  /// The payload in canonical form, with its call stacks as text if they are nested too deep.
  private static func payload(_ record: ArraySlice<UInt8>) throws(Reject.Reason) -> JSONValue {
    do throws(Reject.Reason) {
      return try JSONValue(JSONValue(record).canonical()[...])
    } catch {
      guard error == .tooDeep else { throw error }
      return try JSONValue(JSONValue(MetricKitCallStacks.asText(record)[...]).canonical()[...])
    }
  }

  /// The values that count everything once: those of a payload; in a report, those of the longest interval.
  private static func day(of payload: JSONValue) -> JSONValue {
    func entries(_ value: JSONValue) -> [JSONValue] {
      value["values"] == nil ? value.members.flatMap { entries($0.value) } : [value]
    }
    guard let all = payload["intervalEntries"].map(entries) else { return payload }
    return all.enumerated().max {
      (nanos($0.element["duration"]) ?? 0, -$0.offset) < (nanos($1.element["duration"]) ?? 0, -$1.offset)
    }?.element["values"] ?? payload
  }

  /// Calls `found` for each bucket, and for each counter with the core of its key.
  private static func walk(
    _ value: JSONValue, _ metric: String?, _ found: (_ metric: String, _ counter: String?, JSONValue) -> Void
  ) {
    let type = value["type"]?.string ?? value["kind"]?.string
    let metric = metric ?? type.flatMap { metrics[$0] }
    if let metric, value["bucketStart"] ?? value["lowerBound"] != nil { return found(metric, nil, value) }
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

  /// The end of an interval that is written as its beginning and its length in seconds, as `DateInterval` is.
  private static func end(of range: JSONValue?, _ begin: Int64?) -> Int64? {
    guard let begin, let text = range?["duration"]?.raw, let seconds = Double(String(decoding: text, as: UTF8.self)),
      let nanos = Int64(exactly: (seconds * 1e9).rounded())
    else { return nil }
    let (end, isOver) = begin.addingReportingOverflow(nanos)
    return isOver ? nil : end
  }

  private func instant(_ value: JSONValue?) -> Int64? {
    guard let value else { return nil }
    if let text = value.string {
      return Timestamp.parse(Array(text.utf8).span, zoneOffsetSeconds: zone)?.nanoseconds
    }
    guard let number = Double(String(decoding: value.raw, as: UTF8.self)) else { return nil }
    // A date since iOS 27 is a greater number of seconds since 1970 than one before 2039 is since 2001.
    let seconds = number > 1e11 ? number / 1000 : number < 1.2e9 ? number + Self.reference : number
    return Int64(exactly: (seconds * 1e9).rounded())
  }

  /// A duration in nanoseconds: a number with its unit, or text as a device writes it in its language.
  static func nanos(_ value: JSONValue?) -> Int64? {
    guard let text = value?.string else {
      guard let number = value?["value"].flatMap({ Double(String(decoding: $0.raw, as: UTF8.self)) }),
        let unit = (value?["unit"]?.string ?? value?["unit"]?["symbol"]?.string).flatMap({ units[$0] })
      else { return nil }
      return Int64(exactly: (number * unit).rounded())
    }
    return nanos(text)
  }

  /// A duration in nanoseconds, as in `1,530毫秒`, `20 sec` or `1.530,5 ms`; nil if the number or the unit cannot be
  /// read.
  ///
  /// If there is only one point or comma, three digits after it are thousands: MetricKit's bounds are whole numbers.
  static func nanos(_ text: String) -> Int64? {
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
    // Marks after the last digit separate the unit.
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

/// The keys of MetricKit's payloads and reports.
///
/// Source: Apple, MetricKit (MXMetricPayload, MXDiagnosticPayload, MetricReport, DiagnosticReport).
extension MetricKitReader {
  /// Fields, and the paths in a payload or its first diagnostic that may hold them, the likeliest first.
  private static let fieldPaths: KeyValuePairs<Field, [String]> = [
    .app: [
      "metaData.bundleIdentifier", "environment.bundleIdentifier", "diagnosticMetaData.bundleIdentifier",
      "bundleIdentifier",
    ],
    .appVersion: [
      "appVersion", "latestApplicationVersion", "environment.applicationVersion", "diagnosticMetaData.appVersion",
    ],
    .appBuild: [
      "metaData.appBuildVersion", "environment.applicationBuildVersion", "diagnosticMetaData.appBuildVersion",
    ],
    .osVersion: [
      "metaData.osVersion", "environment.osVersion.number", "environment.osVersion", "diagnosticMetaData.osVersion",
    ],
    .deviceModel: ["metaData.deviceType", "environment.deviceType", "diagnosticMetaData.deviceType"],
    .device: deviceKeys,
  ]

  /// No payload names its device: programs that collect payloads write these.
  private static let deviceKeys = ["device", "deviceId", "device_id"]

  /// True for a payload's own members: those that a collector adds, as the time at which it received the payload,
  /// differ between two deliveries of one payload.
  private static func isOwn(_ key: String) -> Bool {
    ownKeys.contains(key) || ["Metrics", "Diagnostics", "Entries"].contains(where: key.hasSuffix)
  }

  private static let ownKeys: Set = [
    "appVersion", "latestApplicationVersion", "bundleIdentifier", "metaData", "environment", "timeStampBegin",
    "timeStampEnd", "timeRange", "result",
  ]

  /// The metrics that are read, by the keys that hold them.
  private static let metrics = inverted([
    "timeToFirstDraw": ["timeToFirstDraw", "histogrammedTimeToFirstDraw", "histogrammedTimeToFirstDrawKey"],
    "optimizedTimeToFirstDraw": [
      "optimizedTimeToFirstDraw", "histogrammedOptimizedTimeToFirstDraw", "histogrammedOptimizedTimeToFirstDrawKey",
    ],
    "applicationResumeTime": [
      "applicationResumeTime", "histogrammedResumeTime", "histogrammedApplicationResumeTime",
      "histogrammedApplicationResumeTimeKey",
    ],
    "extendedLaunch": ["extendedLaunch", "histogrammedExtendedLaunch", "histogrammedExtendedLaunchKey"],
    "hangTime": [
      "hangTime", "histogrammedAppHangTime", "histogrammedApplicationHangTime", "histogrammedApplicationHangTimeKey",
    ],
    "foregroundExit": ["foregroundTermination", "foregroundExitData"],
    "backgroundExit": ["backgroundTermination", "backgroundExitData"],
  ])

  /// The diagnostics that are read, by the keys of their lists, and by those of a report's only result.
  ///
  /// Source: Apple, MXDiagnosticPayload; DiagnosticResult.
  private static let diagnostics = inverted([
    "crashDiagnostic": ["crashDiagnostics", "crash"],
    "hangDiagnostic": ["hangDiagnostics", "hang"],
    "launchDiagnostic": ["appLaunchDiagnostics", "appLaunch"],
  ])

  /// The paths to the duration in diagnostics that have one.
  ///
  /// Source: Apple, MXHangDiagnostic, MXAppLaunchDiagnostic.
  private static let diagnosticDurations = [
    "diagnosticMetaData.hangDuration", "hangDuration", "diagnosticMetaData.launchDuration", "launchDuration",
  ]

  /// The reasons of exits, by the names of the counters.
  private static let reasons = inverted([
    "normal": ["normal", "NormalApp"],
    "memoryLimit": ["memoryLimit", "MemoryResourceLimit"],
    "memoryPressure": ["systemPressure", "MemoryPressure"],
    "cpu": ["highCPU", "CPUResourceLimit"],
    "watchdog": ["watchdog", "AppWatchdog"],
    "backgroundTask": ["taskTimeout", "BackgroundTaskAssertionTimeout"],
    "urlSession": ["BackgroundURLSessionCompletionTimeout"],
    "fetch": ["BackgroundFetchCompletionTimeout"],
    "fileLock": ["lockedFile", "fileLock", "SuspendedWithLockedFile"],
    "badAccess": ["badAccess", "BadAccess"],
    "illegalInstruction": ["illegalInstruction", "IllegalInstruction"],
    "abnormal": ["abnormal", "Abnormal"],
  ])

  /// Units of time in nanoseconds, by the words that devices write for them in their languages.
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
    ] as KeyValuePairs<Double, [String]>)

  /// Keys that only a payload or a report has.
  private static let marks: Set = [
    "applicationLaunchMetrics", "applicationExitMetrics", "applicationTimeMetrics", "applicationResponsivenessMetrics",
    "cellularConditionMetrics", "animationMetrics", "cpuMetrics", "gpuMetrics", "diskIOMetrics",
    "diskSpaceUsageMetrics", "displayMetrics", "locationActivityMetrics", "memoryMetrics", "networkTransferMetrics",
    "signpostMetrics", "intervalEntries", "stateEntries", "crashDiagnostics", "hangDiagnostics",
    "cpuExceptionDiagnostics", "diskWriteExceptionDiagnostics", "appLaunchDiagnostics",
  ]

  /// A table from each spelling to its name.
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
/// A stack of 100 frames nests 200 objects and arrays, more than a record may. Its content does not belong to a life
/// cycle, and is kept as text.
private enum MetricKitCallStacks {
  private static let key = Array("\"callStackTree\"".utf8)

  /// The payload with each call stack tree as a string that holds its JSON.
  ///
  /// `{"callStackTree":{"callStacks":[]}}` becomes `{"callStackTree":"{\"callStacks\":[]}"}`. A tree that does not end
  /// stays as it is.
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

  /// The start of the object that is the value of the next `key`.
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

  /// The end of an object whose opening brace is the first byte: braces are counted, so that its depth takes no memory.
  private static func end(ofObject text: ArraySlice<UInt8>) -> Int? {
    var depth = JSONDepth()
    return depth.end(text.span, 0..<text.count).map { text.startIndex + $0 }
  }
}
