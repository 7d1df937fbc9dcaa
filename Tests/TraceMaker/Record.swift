/// One line of a trace, before and after it is dressed for its recorder.
struct Record: Sendable, Equatable {
  /// The canonical name; `written` is what the line says.
  var event: String
  var written: String
  /// Nanoseconds since 1970.
  var time: Int64
  var clock = Clock.nanoseconds
  var uptime: Int64?
  var seq: Int?
  var launch: String?
  var context: Context?
  var records: [String]?
  var scene: String?
  var sceneInstance: String?
  var sceneRole: String?
  var source: String?
  var phase: String?
  /// Nanoseconds.
  var duration: Int64?
  var thread: String?
  var reason: String?
  var view: String?
  var viewInstance: String?
  var task: Int?
  var name: String?
  var kind: String?
  var prewarmed: Bool?
  var memory: Int64?
  /// The fault that is to be seen at this record; no part of the line.
  var fault: Fault?

  init(_ event: String, time: Int64) {
    self.event = event
    written = event
    self.time = time
  }

  /// The record as one line of JSON, without a newline.
  var jsonLine: String {
    var line = JSONLine()
    switch clock {
    case .nanoseconds: line.add("time", time)
    case .milliseconds: line.add("time", time / clock.grain)
    case .seconds: line.add("time", Calendar.text(time / clock.grain * clock.grain))
    case .text: line.add("time", Calendar.text(time))
    }
    line.add("event", written)
    line.add("phase", phase)
    line.add("seq", seq.map(Int64.init))
    line.add("launch", launch)
    if let context { context.add(to: &line) }
    line.add("records", records)
    line.add("uptime", uptime)
    line.add("scene", scene)
    line.add("sceneInstance", sceneInstance)
    line.add("sceneRole", sceneRole)
    line.add("source", source)
    line.add("duration", duration)
    line.add("thread", thread)
    line.add("reason", reason)
    line.add("view", view)
    line.add("viewInstance", viewInstance)
    line.add("task", task.map(Int64.init))
    line.add("name", name)
    line.add("kind", kind)
    line.add("prewarmed", prewarmed)
    line.add("memory", memory)
    return line.text
  }
}

/// How a recorder writes `time`.
enum Clock: String, Sendable, Codable, CaseIterable {
  case nanoseconds, milliseconds, text, seconds

  /// Its resolution in nanoseconds.
  var grain: Int64 {
    switch self {
    case .nanoseconds, .text: 1
    case .milliseconds: 1_000_000
    case .seconds: 1_000_000_000
    }
  }
}

/// What is the same for all events of a launch.
struct Context: Sendable, Equatable {
  var device: String
  var deviceModel: String?
  var osVersion: String?
  var boot: String
  var pid: Int
  var app: String
  var appVersion: String?
  var appBuild: String?

  func add(to line: inout JSONLine) {
    line.add("device", device)
    line.add("deviceModel", deviceModel)
    line.add("osVersion", osVersion)
    line.add("boot", boot)
    line.add("pid", Int64(pid))
    line.add("app", app)
    line.add("appVersion", appVersion)
    line.add("appBuild", appBuild)
  }
}

/// Puts one flat JSON object together, keys in the order in which they are added.
struct JSONLine: Sendable {
  private var body = ""

  var text: String { "{\(body)}" }

  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    add(key, raw: Self.quoted(value))
  }

  mutating func add(_ key: String, _ value: Int64?) {
    guard let value else { return }
    add(key, raw: "\(value)")
  }

  mutating func add(_ key: String, _ value: Bool?) {
    guard let value else { return }
    add(key, raw: "\(value)")
  }

  mutating func add(_ key: String, _ values: [String]?) {
    guard let values else { return }
    add(key, raw: "[" + values.map(Self.quoted).joined(separator: ",") + "]")
  }

  private mutating func add(_ key: String, raw: String) {
    body += (body.isEmpty ? "\"" : ",\"") + key + "\":" + raw
  }

  private static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) { return "\"\(text)\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// Wall-clock times as RFC 3339, UTC.
enum Calendar {
  /// `time`, nanoseconds since 1970 and not before it, with nine digits of fraction.
  static func text(_ time: Int64) -> String {
    let second = time / 1_000_000_000
    let (year, month, day) = date(second / 86_400)
    let parts = [(year, 4), (month, 2), (day, 2)].map(padded).joined(separator: "-")
    let clock = [(second / 3600 % 24, 2), (second / 60 % 60, 2), (second % 60, 2)].map(padded)
    return "\(parts)T\(clock.joined(separator: ":")).\(padded(time % 1_000_000_000, 9))Z"
  }

  /// The Gregorian date of a day counted from 1970-01-01.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // Years begin in March here, so that a leap day is a year's last day.
    let shifted = days + 719_468
    let (era, inEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let year = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let march = (5 * inYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let day = inYear - (153 * march + 2) / 5 + 1
    return (era * 400 + year + (month <= 2 ? 1 : 0), month, day)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
