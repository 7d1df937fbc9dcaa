import TraceModel

/// What the values of fields mean, each read from where it stands.
extension CanonicalReader {
  private static let sources = Dictionary(
    uniqueKeysWithValues: EventSource.allCases.map { ($0.name, Int64($0.rawValue)) })

  private static let phases: [String: CallbackPhase] = ["begin": .begin, "start": .begin, "end": .end, "finish": .end]

  /// Fields that name something, where a number is a name as well.
  private static let ids: Set<Field> = [
    .launch, .device, .boot, .app, .appBuild, .scene, .sceneInstance, .viewInstance, .task,
  ]

  private static let mainThreads: Set = ["main-thread", "com.apple.main-thread", "Thread 1", "1"]

  /// The value of `field` as a number (of a text, a word, a truth), or nothing if it is none.
  mutating func value(of field: Field, _ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols) -> Int64? {
    switch field {
    case .time where hasUnits, .uptime where hasUnits, .duration where hasUnits: clock(field, line, token)
    case .time: time(line, token)
    case .seq: number(line, token)?.integer().flatMap { $0 >= 0 ? $0 : nil }
    case .uptime, .pid, .memory: number(line, token)?.integer()
    case .duration: number(line, token)?.integer(cutting: true).flatMap { $0 >= 0 ? $0 : nil }
    case .simulator, .debugger, .prewarmed, .success: token.kind == .isTrue ? 1 : token.kind == .isFalse ? 0 : nil
    case .source: text(line, token) { Self.sources[$0.string] }
    case .phase: text(line, token) { Self.phases[$0.string].map { Int64($0.rawValue) } }
    case .records: records(line, token, &symbols)
    case .origin: origin(line, token, &symbols)
    case .attributes: token.kind == .object ? 0 : nil
    case _ where token.kind == .number && Self.ids.contains(field):
      number(line, token)?.integer().map { Int64(symbols.texts.intern(String($0)).rawValue) }
    case .thread where text(line, token, { Self.mainThreads.contains($0.string) }) == true:
      Int64(symbols.texts.intern("main").rawValue)
    case .reason: text(line, token) { Int64(symbols.texts.intern(Self.reason($0)).rawValue) }
    default: text(line, token) { Int64(symbols.texts.intern($0).rawValue) }
    }
  }

  /// A reason; one that reports write as a code or in Jetsam's words by its name.
  private static func reason(_ bytes: Span<UInt8>) -> String {
    let text = bytes.string
    return Termination.reason(written: text)?.name ?? text
  }

  /// What `body` makes of the bytes of a string; nothing if it is none, or no text.
  func text<Value>(_ line: Span<UInt8>, _ token: Token, _ body: (Span<UInt8>) -> Value?) -> Value? {
    if token.kind == .string { return body(line.extracting(token.inner)) }
    guard token.kind == .escapedString else { return nil }
    var bytes: [UInt8] = []
    return JSONText.decode(line, token.start, to: &bytes) ? body(bytes.span) : nil
  }

  func number(_ line: Span<UInt8>, _ token: Token) -> DecimalNumber? {
    if token.whole < .max { return DecimalNumber(token.whole) }
    if token.kind == .number { return DecimalNumber(line.extracting(token.range)) }
    return text(line, token) { DecimalNumber($0) }
  }

  /// A time, or a length of it, in the unit that its key has if it has one.
  private mutating func clock(_ field: Field, _ line: Span<UInt8>, _ token: Token) -> Int64? {
    let power = unitPower(of: field)
    if power == nil, field == .time { return time(line, token) }
    let nanos = number(line, token)?.scaled(by: power ?? 0).integer(cutting: power != nil || field == .duration)
    return field == .uptime ? nanos : nanos.flatMap { $0 >= 0 ? $0 : nil }
  }

  private mutating func time(_ line: Span<UInt8>, _ token: Token) -> Int64? {
    let zone = zoneOffsetSeconds
    let parsed = text(line, token) { Timestamp.parse($0, zoneOffsetSeconds: zone) }
    if parsed == nil, let number = number(line, token) {
      if let instant = number.instant ?? (isSince2001 ? number.instantSince2001 : nil) { return instant }
    }
    guard let parsed = parsed ?? text(line, token, { Timestamp.written($0, zoneOffsetSeconds: zone) }) else {
      return nil
    }
    isZoneAssumed = parsed.isZoneAssumed
    return parsed.nanoseconds
  }

  private func records(_ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols) -> Int64? {
    guard token.kind == .array else { return nil }
    var names: [String?] = []
    _ = try? JSONScanner.items(line, token.start, depth: 1) { element throws(Reject.Reason) in
      names.append(text(line, element) { $0.string })
    }
    let isGood = names.allSatisfy { name in name.map { !$0.isEmpty && !$0.contains(",") } ?? false }
    guard isGood else { return nil }
    let kinds = names.isEmpty ? Context.noKinds : joined(names.compactMap(\.self))
    return Int64(symbols.texts.intern(kinds).rawValue)
  }

  /// Names of kinds, canonical where they are known, each once.
  func joined(_ records: [String]) -> String {
    var known: Set<String> = []
    let names = records.map { record in
      let name = renamed(record)
      return EventNames.meaning(of: name)?.kind.name ?? name
    }
    return names.filter { known.insert($0).inserted }.joined(separator: ",")
  }
}
