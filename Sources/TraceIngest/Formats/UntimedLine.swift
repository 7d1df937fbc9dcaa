import TraceModel

/// A line of the system's log of which the time was left out, taken apart.
///
///     SpringBoard[58] <Notice>: Application 'UIKitApplication:com.example.shop[0xeec0]' exited voluntarily.
///     com.apple.launchd[1] (UIKitApplication:com.example.shop[0xb615][512]): Exited: Killed: 9
///     kernel  memorystatus: killing_specific_process pid 512 [Shop] (per-process-limit 10) 51200KB
struct UntimedLine {
  /// What makes a whole line of one that begins with its process, or with the type before it.
  private static let fronts = ["Jan 1 00:00:00 device ", "00:00:00.000000+0000\t"].map { Array($0.utf8) }

  let process: String
  let pid: Int64?
  let message: ArraySlice<UInt8>

  /// A line that is a known message of a daemon, which no app prints; nil for any other.
  init?(ofDaemon line: ArraySlice<UInt8>) {
    let table = MessageTable.standard
    for front in Self.fronts {
      guard let parts = LogTextLine((front + line)[...]), table.isDaemon(parts.process) else { continue }
      guard table.find(parts.message, of: parts.process) != nil else { continue }
      process = parts.process
      pid = parts.pid
      message = parts.message
      return
    }
    return nil
  }
}
