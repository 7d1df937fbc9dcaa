/// A command line that cannot be followed.
struct UsageError: Error, CustomStringConvertible {
  var description: String
}

/// What the command line asks for.
struct Request: Sendable {
  var options = Options()
  var seed: UInt64 = 7
  var launches = 0
  var events: Int?
  var faultsFile: String?
  var proofFolder: String?
  var findingsFile: String?

  init(_ arguments: [String]) throws(UsageError) {
    var words = arguments[...]
    while let word = words.popFirst() {
      if word.hasPrefix("--") {
        try read(word, &words)
      } else {
        launches = try Self.value(word, word)
      }
    }
    // A launch has some twenty events; never fewer than five.
    if let events { launches = max(launches, events / 5 + 1) }
    guard launches > 0 else { throw UsageError(description: "how many launches?") }
  }

  private mutating func read(
    _ flag: String, _ words: inout ArraySlice<String>
  ) throws(UsageError) {
    if flag == "--app-based" {
      options.model = .app
      return
    }
    if let (path, value) = Self.switches(flag) {
      options[keyPath: path] = value
      return
    }
    guard let word = words.popFirst() else {
      throw UsageError(description: "'\(flag)' is unknown or needs a value")
    }
    switch flag {
    case "--seed": seed = try Self.value(flag, word)
    case "--events": events = try Self.value(flag, word)
    case "--faults-to": faultsFile = word
    case "--proof": proofFolder = word
    case "--judge": findingsFile = word
    case "--fault": options.faults.append(try Self.choice(flag, word))
    case "--windows": options.windows = try Self.value(flag, word)
    case "--style": options.style = try Self.choice(flag, word)
    case "--naming": options.naming = try Self.choice(flag, word)
    case "--clock": options.clock = try Self.choice(flag, word)
    case "--leave-out": options.leftOut.insert(word)
    case "--holes": options.holes = try Self.value(flag, word)
    case "--cut-front": options.cutFront = try Self.value(flag, word)
    case "--cut-back": options.cutBack = try Self.value(flag, word)
    case "--devices": options.devices = try Self.value(flag, word)
    case "--days": options.days = try Self.value(flag, word)
    case "--app": options.app = word
    case "--versions": options.versions = word.split(separator: ",").map(String.init)
    default: throw UsageError(description: "unknown option '\(flag)'")
    }
  }

  /// The options that a bare word turns on, and those that it turns off.
  private static func switches(
    _ flag: String
  ) -> (path: WritableKeyPath<Options, Bool>, value: Bool)? {
    switch flag {
    case "--sources": (\.hasSources, true)
    case "--connect-reasons": (\.hasConnectReasons, true)
    case "--no-seq": (\.hasSeq, false)
    case "--no-launch": (\.hasLaunch, false)
    case "--no-views": (\.hasViews, false)
    case "--uptime": (\.hasUptime, true)
    case "--records": (\.hasRecords, true)
    case "--repeat-context": (\.repeatsContext, true)
    case "--notifications": (\.hasNotifications, true)
    case "--echoes": (\.hasEchoes, true)
    case "--suspensions": (\.hasSuspensions, true)
    case "--requests": (\.hasRequests, true)
    case "--interleave": (\.interleaves, true)
    case "--refreshes": (\.hasRefreshes, true)
    default: nil
    }
  }

  private static func value<Value: LosslessStringConvertible>(
    _ flag: String, _ word: String
  ) throws(UsageError) -> Value {
    guard let value = Value(word) else {
      throw UsageError(description: "'\(flag)' needs a number, not '\(word)'")
    }
    return value
  }

  private static func choice<Value: RawRepresentable<String>>(
    _ flag: String, _ word: String
  ) throws(UsageError) -> Value {
    guard let value = Value(rawValue: word) else {
      throw UsageError(description: "'\(flag)' does not know '\(word)'")
    }
    return value
  }
}
