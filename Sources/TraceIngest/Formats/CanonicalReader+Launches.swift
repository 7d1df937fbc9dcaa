import TraceModel

/// Records that are a whole launch: those that say how long one took.
extension CanonicalReader {
  private static let launchWords = ["launch", "start", "ttid", "ttfd", "cold", "warm"]

  /// True if a name speaks of a launch, as `app_start`, `coldStartMs` and `launch-time` do.
  static func saysLaunch(_ name: String) -> Bool {
    let name = name.lowercased()
    return launchWords.contains { name.contains($0) }
  }

  /// True if the line has the length of a launch, under a key that was mapped to it.
  @inline(__always) var isLaunchLength: Bool {
    !launchKeys.isEmpty && fields.has(.duration) && launchKeys.contains(scan.keyOfField[Field.duration.index])
  }

  /// Makes a line with the length of a launch `launch.measured`.
  ///
  /// One that is known as something else stays that: its length is that of a callback. So does one that speaks of no
  /// launch, neither by its name nor by the key of the length, as in `{"metric":"http request","value":90}`.
  mutating func settleLaunch(_ symbols: inout Symbols) {
    let measured = Int64(symbols.texts.intern(EventKind.launchMeasured.name).rawValue)
    guard fields.has(.event) else {
      fields[.event] = measured
      return
    }
    let name = renamed(symbols.texts.string(fields.text(.event)))
    let kind = EventNames.meaning(of: name)?.kind
    if kind == .launchMeasured { return }
    let isSaid =
      sayingLaunchKeys.contains(scan.keyOfField[Field.duration.index]) || Self.saysLaunch(name)
      || Self.saysLaunch(symbols.texts.string(fields.text(.name)))
    if kind == nil, isSaid {
      dismiss(.event)
      fields[.event] = measured
    } else {
      dismiss(.duration)
    }
  }

  /// What the line says of the start of a launch that it measures: a `StartType`, or another word as it is written.
  func startType(_ symbols: inout Symbols) -> TextID {
    let written = fields.text(.reason)
    guard let type = StartType(written: symbols.texts.string(written)) else { return written }
    return symbols.texts.intern(type.name)
  }

  /// Gives a record of a launch that names neither launch nor process a stream of its own, which all that it says names:
  /// so two records are two launches, and a record that two exports hold is one.
  mutating func settleStream(of event: inout Event, _ symbols: inout Symbols) {
    let signature = symbols.signature(event)
    var key = symbols.stream(event.stream)
    let mayBeOfProcess = key.pid == StreamKey.inherited.pid
    let isNamed = key.isLaunch || key.pid != Event.absent && !mayBeOfProcess || fields.has(.origin)
    guard signature.kind == .launchMeasured, !isNamed else { return }
    let context = symbols.context(event.context)
    var digest = Fingerprint()
    digest.add("\(event.time) \(event.uptime) \(event.duration)".utf8)
    let texts = [
      context.device, context.deviceModel, context.osVersion, context.boot, context.app, context.appVersion,
      context.appBuild, signature.reason, signature.name, signature.taskKind, event.attributes,
    ]
    for text in texts {
      digest.add(0)
      digest.add(symbols.texts.string(text).utf8)
    }
    let name = symbols.texts.intern("launch/\(digest.hex)")
    // Whether earlier lines name a process is known where batches are put together.
    if mayBeOfProcess { key.source = name } else { key = StreamKey(source: name) }
    event.stream = StreamID(rawValue: symbols.streams.intern(key))
  }
}
