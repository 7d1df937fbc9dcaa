/// Why a process ended: the field `reason` of `process.exit`.
///
/// Readers of reports and system logs translate what these say: termination codes of FrontBoard and RunningBoard
/// (`0x8badf00d` is `watchdog`), reasons of Jetsam (`per-process-limit` is `memoryLimit`), and MetricKit's exits
/// (`cumulativeMemoryPressureExitCount` is `memoryPressure`).
///
/// Source: Apple, *Understanding the exception types in a crash report*, *Identifying high-memory use with Jetsam
/// event reports*, and `MXAppExitMetric` of MetricKit.
public enum ExitReason: String, Vocabulary {
  /// A person closed the app, or it ended by itself.
  case user, normal
  /// It used more memory than one process may; others needed the memory; the system did not need it any more.
  case memoryLimit, memoryPressure, idle
  case diskSpace
  /// It took too long to launch, to change between foreground and background, or to answer (`0x8badf00d`).
  case watchdog
  /// A background task was not ended in time.
  case backgroundTask
  /// A background URL session's events were not handled in time.
  case urlSession
  /// A background fetch was not completed in time.
  case fetch
  /// It was suspended while it held a lock on a file that others share (`0xdead10cc`).
  case fileLock
  case cpu, thermal, resources
  /// More background tasks than an app may have.
  case tooManyTasks
  /// VoIP pushes without a call (`0xbaadca11`), or resumed too often (`0xbad22222`).
  case voip
  case crash
  /// A developer's tool ended it (`0xfbfbfbfb`).
  case tool
}
