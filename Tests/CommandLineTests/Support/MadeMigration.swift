/// Launches of one app before or after it adopted scenes, as lines of a log.
///
/// Each launch is opened, left, opened again and left. A test plants a fault by editing the lines of a launch.
struct MadeMigration {
  /// One line: milliseconds after the launch began, and the members behind its time and launch id.
  struct Line {
    var millisecond: Double
    var event: String
    var rest: String

    init(_ millisecond: Double, _ event: String, _ rest: String = #","source":"delegate""#) {
      self.millisecond = millisecond
      self.event = event
      self.rest = rest
    }
  }

  let version: String
  let hasScenes: Bool
  var count = 40
  /// The members that the first line of each launch has beside those of the app.
  var context = ""

  /// The lines of the log of all launches; `edit` changes those of one.
  func lines(_ edit: (_ number: Int, _ lines: inout [Line]) -> Void = { _, _ in }) -> [String] {
    (0..<count).flatMap { number in
      var lines = hasScenes ? sceneLines(number) : appLines(number)
      edit(number, &lines)
      lines.sort { $0.millisecond < $1.millisecond }
      return lines.map { write($0, number) }
    }
  }

  private func write(_ line: Line, _ number: Int) -> String {
    let begin = 1_760_000_000_000_000_000 + (hasScenes ? 86_400_000_000_000_000 : 0) + number * 3_600_000_000_000
    let time = begin + Int((line.millisecond * 1_000_000).rounded())
    return #"{"time":\#(time),"launch":"\#(version)-\#(number)","event":"\#(line.event)"\#(line.rest)}"#
  }

  private func start(_ reason: String) -> Line {
    let app = #","deviceModel":"iPhone14,5","osVersion":"18.1","app":"com.example.shop","appVersion":"\#(version)""#
    return Line(0, "process.start", #"\#(app)\#(context),"reason":"\#(reason)""#)
  }

  /// Launches differ by some milliseconds, always in the same way.
  private func jitter(_ number: Int) -> Double { Double(number * 53 % 13 - 6) }

  private func appLines(_ number: Int) -> [Line] {
    let end = 290 + jitter(number)
    return [
      start("user"), Line(50, "process.main"), begin(100, "app.didFinishLaunching"),
      self.end(end, "app.didFinishLaunching"), Line(end + 30, "app.didBecomeActive"),
      Line(end + 40, "launch.firstFrame", ""),
      Line(10_000, "app.willResignActive"), Line(10_100, "app.didEnterBackground"),
      Line(20_000, "app.willEnterForeground"), Line(20_100, "app.didBecomeActive"),
      Line(30_000, "app.willResignActive"), Line(30_100, "app.didEnterBackground"),
    ]
  }

  private func sceneLines(_ number: Int) -> [Line] {
    let end = 290 + jitter(number)
    return [
      start("user"), Line(50, "process.main"), begin(100, "app.didFinishLaunching"),
      self.end(130, "app.didFinishLaunching"), begin(140, "scene.willConnect", #","reason":"new","scene":"A""#),
      self.end(end, "scene.willConnect", #","scene":"A""#), scene(end + 10, "willEnterForeground"),
      scene(end + 30, "didActivate"), Line(end + 40, "launch.firstFrame", ""), scene(10_000, "willDeactivate"),
      scene(10_100, "didEnterBackground"), scene(20_000, "willEnterForeground"), scene(20_100, "didActivate"),
      scene(30_000, "willDeactivate"), scene(30_100, "didEnterBackground"),
    ]
  }

  private func begin(_ millisecond: Double, _ event: String, _ rest: String = "") -> Line {
    Line(millisecond, event, #"\#(rest),"source":"delegate","phase":"begin""#)
  }

  private func end(_ millisecond: Double, _ event: String, _ rest: String = "") -> Line {
    Line(millisecond, event, #"\#(rest),"source":"delegate","phase":"end""#)
  }

  private func scene(_ millisecond: Double, _ event: String) -> Line {
    Line(millisecond, "scene.\(event)", #","scene":"A","source":"delegate""#)
  }
}
