/// Launches that `compare` is asked about, as lines of a log.
struct MadeLaunches {
  /// Launches that are made of each device, at the times in milliseconds.
  var version = "1.0"
  var model = "iPhone14,5"
  /// Seconds after a fixed day at which the first launch begins.
  var start = 0
  private(set) var lines: [String] = []
  private var number = 0

  init(_ version: String, start: Int = 0) {
    self.version = version
    self.start = start
  }

  /// Adds launches of one device, two hours after each other, which take so many milliseconds; the first so many seconds
  /// after the others' first.
  mutating func add(
    _ milliseconds: [Int], device: String, after seconds: Int = 0, events: [(millisecond: Int, json: String)] = []
  ) {
    for (place, time) in milliseconds.enumerated() {
      number += 1
      let begin = 1_760_000_000_000 + (start + seconds + place * 7200) * 1000
      let id = "\(version)-\(device)-\(number)"
      let device = device.isEmpty ? "" : #""device":"\#(device)","#
      let owner = #"\#(device)"deviceModel":"\#(model)","osVersion":"18.1","boot":"b","app":"com.example.shop","#
      func line(_ after: Int, _ rest: String) -> String {
        #"{"time":\#(begin + after)000000,"launch":"\#(id)",\#(rest)}"#
      }
      lines.append(line(0, #"\#(owner)"appVersion":"\#(version)","event":"process.start""#))
      lines.append(line(time / 4, #""event":"process.main""#))
      lines.append(line(time / 2, #""event":"app.didFinishLaunching""#))
      lines.append(line(time, #""event":"launch.firstFrame""#))
      lines.append(line(time, #""event":"app.didBecomeActive""#))
      for event in events { lines.append(line(time + event.millisecond, event.json)) }
    }
  }

  /// Adds `count` devices of `each` launches around a time: each device and each launch differs, always in the same way.
  mutating func addDevices(_ count: Int, each: Int, around time: Int, spread: Int = 40) {
    for device in 0..<count {
      let own = (device * 37 % 11 - 5) * spread / 5
      let times = (0..<each).map { time + own + (($0 * 53 + device * 29) % 13 - 6) * spread / 12 }
      add(times, device: "\(model)-\(device)")
    }
  }
}
