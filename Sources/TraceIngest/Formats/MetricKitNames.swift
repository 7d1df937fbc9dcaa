import TraceModel

/// What stands in MetricKit's payloads and reports, by their keys.
///
/// Source: Apple, MetricKit (MXMetricPayload, MXDiagnosticPayload, MetricReport, DiagnosticReport).
extension MetricKitReader {
  /// Fields, and the paths in a payload or its first diagnostic where they may stand, the likeliest first.
  static let fieldPaths: KeyValuePairs<Field, [String]> = [
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

  /// No payload names its device: these are written by whoever collects payloads.
  static let deviceKeys = ["device", "deviceId", "device_id"]

  /// True of a payload's own members: what a collector writes beside them, as when it received the payload, differs
  /// between two deliveries of one payload.
  static func isOwn(_ key: String) -> Bool {
    ownKeys.contains(key) || ["Metrics", "Diagnostics", "Entries"].contains(where: key.hasSuffix)
  }

  private static let ownKeys: Set = [
    "appVersion", "latestApplicationVersion", "bundleIdentifier", "metaData", "environment", "timeStampBegin",
    "timeStampEnd", "timeRange", "result",
  ]

  /// The metrics that are read, by the keys that hold them.
  static let metrics = inverted([
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
  static let diagnostics = inverted([
    "crashDiagnostic": ["crashDiagnostics", "crash"],
    "hangDiagnostic": ["hangDiagnostics", "hang"],
    "launchDiagnostic": ["appLaunchDiagnostics", "appLaunch"],
  ])

  /// How long it took, of diagnostics that say it.
  ///
  /// Source: Apple, MXHangDiagnostic, MXAppLaunchDiagnostic.
  static let diagnosticDurations = [
    "diagnosticMetaData.hangDuration", "hangDuration", "diagnosticMetaData.launchDuration", "launchDuration",
  ]

  /// Why processes ended, by the names of the counters.
  static let reasons = inverted([
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
  static let units = inverted(
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
  static let marks: Set = [
    "applicationLaunchMetrics", "applicationExitMetrics", "applicationTimeMetrics", "applicationResponsivenessMetrics",
    "cellularConditionMetrics", "animationMetrics", "cpuMetrics", "gpuMetrics", "diskIOMetrics",
    "diskSpaceUsageMetrics", "displayMetrics", "locationActivityMetrics", "memoryMetrics", "networkTransferMetrics",
    "signpostMetrics", "intervalEntries", "stateEntries", "crashDiagnostics", "hangDiagnostics",
    "cpuExceptionDiagnostics", "diskWriteExceptionDiagnostics", "appLaunchDiagnostics",
  ]

  /// Each name by all its spellings.
  private static func inverted<Name>(_ spellings: KeyValuePairs<Name, [String]>) -> [String: Name] {
    var names: [String: Name] = [:]
    for (name, all) in spellings {
      for spelling in all { names[spelling] = name }
    }
    return names
  }
}
