import TraceModel

/// Reads the metrics of tests as `xcresulttool get test-results metrics` writes them: each sample of
/// `XCTApplicationLaunchMetric` is a launch with its duration.
///
/// The file tells neither when a test ran nor which app and version it launched. The samples keep their order on
/// `uptime`, a microsecond after each other, and their launches have no date.
struct XCResultReader: ExportFormReader {
  static let name = "xcresulttool"

  /// The powers of ten from these to nanoseconds.
  private static let units = ["s": 9, "ms": 6, "µs": 3, "us": 3, "ns": 0]
  /// Parts of identifiers such as `com.apple.dt.XCTMetric_ApplicationLaunch-AppLaunch.duration`.
  private static let marks = ["ApplicationLaunch", "AppLaunch", "FirstFramePresentation"]
  private static let records = EventLine.records([EventKind.launchMeasured.name])
  /// The most samples of a test, and the nanoseconds between two of them.
  private static let samples: Int64 = 100_000
  private static let step: Int64 = 1_000

  static func remark(_ head: LogHead) -> String { ": it has no dates" }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let test: JSONValue
    do throws(Reject.Reason) { test = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    // Results may share a sample of a test: the hash of the whole test tells them apart.
    var digest = Fingerprint()
    digest.add(test.raw.filter { !JSONScanner.isSpace($0) })
    var ordinal = transcript.number * Self.samples
    let form = Self.form
    let runs = test["testRuns"]?.items ?? []
    var whole = form.event(of: form.record(runs.first ?? test), records: Self.records)
    whole.set("uptime", ordinal * Self.step)
    whole.set("record", test)
    transcript.add(whole)
    for run in runs {
      for metric in run["metrics"]?.items ?? [] {
        guard let power = Self.power(of: metric) else { continue }
        for (number, sample) in (metric["measurements"]?.items ?? []).enumerated() {
          guard let nanos = sample.scaled(by: power), nanos > 0 else { continue }
          ordinal += 1
          var event = form.event(EventKind.launchMeasured.name, of: form.record(run), records: Self.records)
          event.set("uptime", ordinal * Self.step + nanos)
          event.set("duration", nanos)
          event.set("kind", LaunchMeasure.xctest.name)
          event.set("test", test["testIdentifier"]?.string)
          event.set("deviceId", run[path: "device.deviceId"]?.string)
          event.set("configuration", run[path: "testPlanConfiguration.configurationName"]?.string)
          event.set("metric", metric["identifier"]?.string)
          event.set("sample", number + 1)
          event.set("result", digest.hex)
          transcript.add(event)
        }
      }
    }
  }

  /// The power of ten that converts a metric of launches to nanoseconds; nil for other metrics and units.
  private static func power(of metric: JSONValue) -> Int? {
    let identifier = metric["identifier"]?.string ?? metric["displayName"]?.string ?? ""
    let isLaunch = marks.contains(where: identifier.contains)
    return isLaunch ? metric["unitOfMeasurement"]?.string.flatMap { units[$0] } : nil
  }
}
