import TraceModel

/// Reads the metrics of tests as `xcresulttool get test-results metrics` writes them: each sample of
/// `XCTApplicationLaunchMetric` is a launch with its duration.
///
/// A test may measure to the first frame and to where the app responds (`waitUntilResponsive`): the samples with one
/// number are of one launch.
///
/// The file tells neither when a test ran nor which app and version it launched. The samples keep their order on
/// `uptime`, a microsecond after each other, and their launches have no date.
struct XCResultReader: ExportFormReader {
  static let name = "xcresulttool"

  /// The powers of ten from these to nanoseconds.
  private static let units = ["s": 9, "ms": 6, "µs": 3, "us": 3, "ns": 0]
  /// Parts of identifiers such as `com.apple.dt.XCTMetric_ApplicationLaunch-AppLaunch.duration`, and of that until the app
  /// responds, `…-ApplicationFirstFramePresentationResponsive.duration`.
  private static let marks = ["ApplicationLaunch", "AppLaunch", "FirstFramePresentation"]
  private static let untilReady = "responsive"
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
    for (runNumber, run) in runs.enumerated() {
      let before = ordinal
      for metric in run["metrics"]?.items ?? [] {
        guard let (measure, power) = Self.measure(of: metric) else { continue }
        for (number, sample) in (metric["measurements"]?.items ?? []).enumerated() {
          guard let nanos = sample.scaled(by: power), nanos > 0 else { continue }
          let own = before + Int64(number) + 1
          ordinal = max(ordinal, own)
          var event = form.event(EventKind.launchMeasured.name, of: form.record(run), records: Self.records)
          event.set("uptime", own * Self.step + nanos)
          event.set("duration", nanos)
          event.set("launch", "\(digest.hex)/\(runNumber + 1)/\(number + 1)")
          event.set("kind", measure.name)
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

  /// What a metric of launches measures, and the power of ten that converts it to nanoseconds; nil for other metrics and
  /// units.
  private static func measure(of metric: JSONValue) -> (measure: LaunchMeasure, power: Int)? {
    let identifier = metric["identifier"]?.string ?? metric["displayName"]?.string ?? ""
    guard marks.contains(where: identifier.contains), let unit = metric["unitOfMeasurement"]?.string,
      let power = units[unit]
    else { return nil }
    return (identifier.lowercased().contains(untilReady) ? .xctestResponsive : .xctest, power)
  }
}
