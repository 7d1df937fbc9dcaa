import TraceModel

/// One message of the unified log, in whatever style it was written.
struct LogMessage {
  var time: String?
  var uptime: Int64?
  /// True if its line has no time, and this is that of the line before it.
  var isTimeInferred = false
  var boot: String?
  var process = ""
  /// The id of the process that logged it.
  var pid: Int64?
  var subsystem = ""
  var text: ArraySlice<UInt8> = []
  var signpost: (name: String, id: String, isEnd: Bool)?

  /// Its time, in nanoseconds on the clock with which it is written; 0 if that cannot be read.
  var instant: Int64 {
    let parsed = time.flatMap { Timestamp.parse(Array($0.utf8).span)?.nanoseconds }
    return parsed ?? uptime ?? 0
  }

  /// The message at another time, which is in UTC if it differs from its own.
  func moved(to instant: Int64) -> LogMessage {
    let change = instant &- self.instant
    if change == 0 { return self }
    var message = self
    message.uptime = uptime.map { $0 &+ change }
    if time != nil { message.time = Timestamp.rfc3339(instant) }
    return message
  }

  /// The message with the key of an app in front of its text, if that is its subsystem: launchd logs what it says of a
  /// service in a subsystem of the service's name.
  func namingService() -> LogMessage {
    guard process.hasPrefix("launchd"), subsystem.contains("UIKitApplication:") else { return self }
    var message = self
    message.text = (Array("[\(subsystem):] ".utf8) + text)[...]
    return message
  }

  /// The message on one line, if it has several: a page or a mail may have wrapped it; else nil.
  var textOnOneLine: ArraySlice<UInt8>? {
    guard text.contains(UInt8(ascii: "\n")) else { return nil }
    let lines = text.split(separator: UInt8(ascii: "\n")).map { line in
      line.drop { $0 == UInt8(ascii: " ") }
    }
    let joined = lines.dropFirst().reduce(into: Array(lines.first ?? [])) { text, line in
      if text.last != UInt8(ascii: " ") { text.append(UInt8(ascii: " ")) }
      text += line
    }
    return joined[...]
  }

  /// The text after the signature of the UIKit function that logs it, with which some messages begin:
  /// `BOOL _UIApplicationEndBackgroundTask(UIBackgroundTaskIdentifier)_block_invoke: Will invalidate`.
  var textBehindSignature: ArraySlice<UInt8>? {
    guard text.prefix(64).firstIndex(of: "_UI".utf8) != nil else { return nil }
    for mark in ["): ", ")_block_invoke: "] {
      guard let end = text.prefix(400).firstIndex(of: mark.utf8) else { continue }
      return text[end...].dropFirst(mark.utf8.count)
    }
    return nil
  }

  /// The name of the stream of a process without an id: another log may hold another process of that name.
  func stream(of name: String) -> String { "\(name) since \(time ?? uptime.map { "+\($0)" } ?? "")" }

  /// An event at the time of the message.
  func event(_ name: String) -> EventLine {
    var event = EventLine(name)
    event.set("time", time)
    event.set("uptime", uptime)
    if isTimeInferred { event.set("inferred", "time") }
    return event
  }
}

/// The app that a message names, and its process.
struct LogSubject {
  /// Its bundle id; nil if that is left out of the log.
  var bundle: String?
  var pid: Int64?
  /// True if it is a program of macOS.
  var isOfMac = false
  /// The name of its program.
  var name: String?
  /// The name of launchd's job for the process, as in `UIKitApplication:com.example.shop[0xeec0]`: each process of an app
  /// has one of its own.
  var job: String?
  /// The key of its process is there, and nothing in it.
  var isNameless = false
  /// The process has not started: its id is -1.
  private(set) var isUnstarted = false

  /// A subject without any name.
  init() {}

  /// Reads the name of an app in a message: a key, or a bundle id alone, as in `[com.example.shop]` or
  /// `<RBSProcessBundleIdentifierPredicate "com.example.shop">`; nil if it names none.
  init?(named text: ArraySlice<UInt8>) {
    if let subject = LogSubject(text) {
      self = subject
      return
    }
    // A page drops text in angle brackets as a tag: `[app:512]` was `[app<com.example.shop>:512]`.
    let bare = text.filter { !"[] ".utf8.contains($0) }.split(separator: UInt8(ascii: ":")).map(\.string)
    if let word = bare.first, word == "app" || word == "application", bare.count < 3 {
      pid = bare.dropFirst().first.flatMap { Int64($0) }
      if bare.count == 1 || pid != nil { return }
    }
    // A key of another sort, as in `osservice<com.apple.dasd>`.
    let quoted = text.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    let name = quoted.count == 3 ? quoted[1] : text.drop { $0 == UInt8(ascii: "[") }.prefix { $0 != UInt8(ascii: "]") }
    let isBundle =
      name.contains(UInt8(ascii: "."))
      && name.allSatisfy { byte in
        byte.isDigit || byte.isLetter || "-._".utf8.contains(byte)
      }
    guard isBundle, !name.starts(with: "com.apple.".utf8) else { return nil }
    bundle = name.string
  }

  /// Reads the key of a process, of a scene or of launchd from a text; nil if it holds none.
  init?(_ text: ArraySlice<UInt8>) {
    for mark in ["app<", "application<"] {
      guard let start = text.firstIndex(of: mark.utf8) else { continue }
      // A helper's key contains that of the app:
      // `xpcservice<com.apple.WebKit.WebContent([app<com.example.shop>:500])>:501`.
      if text[..<start].suffix(2).elementsEqual("([".utf8) { return nil }
      // A text may be cut off in a key.
      let key = text[start...].dropFirst(mark.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
      let name = key.prefix { !"(> ".utf8.contains($0) }.string
      let behind = key.drop { $0 != UInt8(ascii: ">") }.drop { ">:".utf8.contains($0) }
      let digits = behind.prefix(while: \.isDigit)
      isUnstarted = behind.starts(with: "-1".utf8)
      // A bundle id that was left out of the log is `<private>`.
      let isWhole = key.contains { "(>".utf8.contains($0) }
      bundle = !isWhole || name.isEmpty || name.hasPrefix("<") || name == "private" ? nil : name
      pid = Int64(digits.string)
      if name.hasPrefix("application.") { takeProgramOfMac(name) }
      return
    }
    if let scene = Self.sceneKey(text)?.dropFirst(8).split(separator: "-") {
      // The bundle id is followed by `default`, or by a UUID, which has four hyphens of its own.
      bundle = scene.dropLast(scene.last == "default" ? 1 : 5).joined(separator: "-")
      return
    }
    for mark in ["<BKProcess: ", "<BKNewProcess: "] {
      guard let start = text.firstIndex(of: mark.utf8) else { continue }
      let fields = text[start...].prefix { $0 != UInt8(ascii: ">") }.string.split(separator: "; ")
      guard let index = fields.firstIndex(where: { $0.hasPrefix("pid: ") }), index > 1 else { return nil }
      name = index > 2 ? String(fields[1]) : nil
      bundle = String(fields[index - 1])
      pid = Int64(fields[index].dropFirst(5))
      return
    }
    guard let start = text.firstIndex(of: "UIKitApplication:".utf8) else { return nil }
    let fields = text[start...].dropFirst(17).split { "[]".utf8.contains($0) }
    bundle = fields.first?.string
    if let bundle, let label = fields.dropFirst().first, label.allSatisfy({ $0.isDigit || $0.isLetter }) {
      job = "UIKitApplication:\(bundle)[\(label.string)]"
    }
    pid = fields.dropFirst(2).compactMap { Int64($0.string) }.first
  }

  /// Reads the bundle id of a program of macOS, as in `application.com.example.shop.53705040.53705049`: the number of
  /// this launch follows it, in two halves.
  private mutating func takeProgramOfMac(_ name: String) {
    let fields = name.split(separator: ".").dropFirst()
    guard fields.count > 2, fields.suffix(2).allSatisfy({ Int64($0) != nil }) else { return }
    bundle = fields.dropLast(2).joined(separator: ".")
    isOfMac = true
  }

  /// FrontBoard's name of a scene in a text.
  static func sceneKey(_ text: ArraySlice<UInt8>) -> String? {
    text.firstIndex(of: "sceneID:".utf8).map { text[$0...].prefix { !"] ".utf8.contains($0) }.string }
  }
}
