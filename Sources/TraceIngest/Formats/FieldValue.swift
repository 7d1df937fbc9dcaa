import TraceModel

/// What the values of fields mean, each read from where it stands.
extension CanonicalReader {
  /// The value of `field` as a number (of a text, a word, a truth), or nothing if it is none.
  mutating func value(
    of field: Field, _ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols
  ) -> Int64? {
    switch field {
    case .event: name(line, token, &symbols)
    case .time: time(line, token)
    case .seq: number(line, token)?.integer.flatMap { $0 >= 0 ? $0 : nil }
    case .uptime, .pid, .memory: number(line, token)?.integer
    case .duration: number(line, token)?.truncated.flatMap { $0 >= 0 ? $0 : nil }
    case .simulator, .debugger, .prewarmed, .success: truth(token)
    case .source: word(line, token).flatMap { Self.tellers[$0] }
    case .phase: word(line, token).flatMap { Self.phases[$0] }
    case .records: records(line, token, &symbols)
    case .task: token.kind == .number ? task(line, token, &symbols) : text(line, token, &symbols)
    case .thread: thread(line, token, &symbols)
    case .attributes: token.kind == .object ? 0 : nil
    default: text(line, token, &symbols)
    }
  }

  private static let tellers = Dictionary(
    uniqueKeysWithValues: Teller.allCases.map { ($0.name, Int64($0.rawValue)) })

  private static let phases = [
    "begin": Int64(CallbackPhase.begin.rawValue), "end": Int64(CallbackPhase.end.rawValue),
  ]

  private static let mainThreads: Set = ["main-thread", "com.apple.main-thread", "Thread 1", "1"]

  private func truth(_ token: Token) -> Int64? {
    switch token.kind {
    case .isTrue: 1
    case .isFalse: 0
    default: nil
    }
  }

  private func word(_ line: Span<UInt8>, _ token: Token) -> String? {
    if token.kind == .string { return line.string(token.inner) }
    return unescaped(line, token).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a string with escapes; nothing if it is none, or no text.
  private func unescaped(_ line: Span<UInt8>, _ token: Token) -> [UInt8]? {
    guard token.kind == .escapedString else { return nil }
    var bytes: [UInt8] = []
    return JSONText.decode(line, Int(token.start), to: &bytes) ? bytes : nil
  }

  private mutating func text(
    _ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols
  ) -> Int64? {
    if token.kind == .string { return intern(line, token.inner, &symbols) }
    return unescaped(line, token).map { Int64(symbols.texts.intern($0.span).rawValue) }
  }

  private mutating func intern(
    _ line: Span<UInt8>, _ range: Range<Int>, _ symbols: inout Symbols
  ) -> Int64 {
    let slot = textCache.slot(line, range)
    if let number = textCache.number(line, range, slot: slot) { return Int64(number) }
    let number = symbols.texts.intern(line.extracting(range)).rawValue
    textCache.set(line, range, slot: slot, number)
    return Int64(number)
  }

  private mutating func thread(
    _ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols
  ) -> Int64? {
    guard let name = word(line, token) else { return nil }
    if Self.mainThreads.contains(name) { return Int64(symbols.texts.intern("main").rawValue) }
    return text(line, token, &symbols)
  }

  private mutating func task(
    _ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols
  ) -> Int64? {
    // As it is most often written: digits, which are its text.
    if token.range.count <= 18,
      token.range.allSatisfy({ line[$0] &- UInt8(ascii: "0") < 10 })
    {
      return intern(line, token.range, &symbols)
    }
    guard let number = DecimalNumber(line, token.range)?.integer else { return nil }
    return Int64(symbols.texts.intern(String(number)).rawValue)
  }

  private func number(_ line: Span<UInt8>, _ token: Token) -> DecimalNumber? {
    switch token.kind {
    case .number: DecimalNumber(line, token.range)
    case .string: DecimalNumber(line, token.inner)
    case .escapedString:
      unescaped(line, token).flatMap { DecimalNumber($0.span, 0..<$0.count) }
    default: nil
    }
  }

  private mutating func time(_ line: Span<UInt8>, _ token: Token) -> Int64? {
    if token.kind == .number { return DecimalNumber(line, token.range)?.instant }
    let zone = zoneOffsetSeconds
    let parsed =
      token.kind == .string
      ? Timestamp.parse(line.extracting(token.inner), zoneOffsetSeconds: zone)
      : unescaped(line, token).flatMap { Timestamp.parse($0.span, zoneOffsetSeconds: zone) }
    guard let parsed else { return number(line, token)?.instant }
    isZoneAssumed = parsed.isZoneAssumed
    return parsed.nanoseconds
  }

  private mutating func name(
    _ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols
  ) -> Int64? {
    guard token.kind == .string else {
      return word(line, token).map { Int64(addName($0, &symbols)) }
    }
    let slot = nameCache.slot(line, token.inner)
    if let number = nameCache.number(line, token.inner, slot: slot) { return Int64(number) }
    let number = addName(line.string(token.inner), &symbols)
    nameCache.set(line, token.inner, slot: slot, number)
    return Int64(number)
  }

  private mutating func records(
    _ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols
  ) -> Int64? {
    guard token.kind == .array else { return nil }
    var names: [String] = []
    var isGood = true
    let end = try? JSONScanner.elements(line, Int(token.start), depth: 1) {
      element throws(Rejection) in
      guard let name = word(line, element), !name.isEmpty, !name.utf8.contains(0x2C) else {
        isGood = false
        return
      }
      names.append(name)
    }
    guard end != nil, isGood, !names.isEmpty else { return nil }
    return Int64(symbols.texts.intern(joined(names)).rawValue)
  }
}
