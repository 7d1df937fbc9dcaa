import TraceModel

/// Reads the values of fields from a line's bytes.
struct FieldValues {
  private static let sources = Dictionary(
    uniqueKeysWithValues: EventSource.allCases.map { ($0.name, Int64($0.rawValue)) })

  private static let phases: [String: CallbackPhase] = ["begin": .begin, "start": .begin, "end": .end, "finish": .end]

  /// Fields that hold a name, which may also be written as a number.
  private static let ids: Set<Field> = [
    .launch, .device, .boot, .app, .appBuild, .scene, .sceneInstance, .viewInstance, .task,
  ]

  private static let mainThreads: Set = ["main-thread", "com.apple.main-thread", "Thread 1", "1"]

  /// True if the last time that was read had no offset from UTC.
  private(set) var isZoneAssumed = false
  /// What is unclear about the numbers of the last line.
  private(set) var doubts: [(field: Field, kind: ValueDoubt.Kind, value: String)] = []
  private let zoneOffsetSeconds: Int64
  /// True if numbers of seconds count from 2001, as `SourceClock` has found.
  private let isSince2001: Bool
  /// Which number of dates such as `10/11/2026` is the day; nil where it is not known.
  private let isDayFirst: Bool?
  private let renamings: RenamingTable
  /// What words of the log mean, by their fields: the values that replace them, as JSON.
  private let words: [Field: [String: [UInt8]]]
  /// The values of `origin`, by their numbers.
  private var origins: [Origin] = []

  init(_ options: IngestOptions, isSince2001: Bool) {
    zoneOffsetSeconds = options.zoneOffsetSeconds
    self.isSince2001 = isSince2001
    isDayFirst = options.isDayFirst
    renamings = RenamingTable(options.renamings)
    words = Renaming.words(options.renamings)
  }

  /// Forgets what was found of the last line.
  mutating func beginLine() {
    isZoneAssumed = false
    if !doubts.isEmpty { doubts.removeAll() }
  }

  /// The origin with a number.
  func origin(_ number: Int64) -> Origin { origins[Int(number)] }

  /// The value of `field` as a number, or as the number of a text, a case or a truth value; nil if it has a wrong type.
  ///
  /// `form` is how numbers under its key are written, if an option or the source says it.
  mutating func value(
    of field: Field, _ line: Span<UInt8>, _ token: Token, _ form: KeyForm?, _ symbols: inout Symbols
  ) -> Int64? {
    if !words.isEmpty, let word = word(of: field, line, token) {
      guard let token = try? JSONScanner.value(word.span, 0, depth: 0) else { return nil }
      return plainValue(of: field, word.span, token, nil, &symbols)
    }
    return plainValue(of: field, line, token, form, &symbols)
  }

  /// The value as it is written.
  private mutating func plainValue(
    of field: Field, _ line: Span<UInt8>, _ token: Token, _ form: KeyForm?, _ symbols: inout Symbols
  ) -> Int64? {
    switch field {
    case .time, .uptime, .duration: clock(field, line, token, form)
    case .seq: number(line, token)?.integer().flatMap { $0 >= 0 ? $0 : nil }
    case .pid, .memory: number(line, token)?.integer()
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

  /// A reason; a code, or Jetsam's word for one, is replaced by the reason's name.
  private static func reason(_ bytes: Span<UInt8>) -> String {
    let text = bytes.string
    return Termination.reason(written: text)?.name ?? text
  }

  /// The result of `body` for the bytes of a string; nil if the value is no string, or has a lone surrogate.
  private func text<Value>(_ line: Span<UInt8>, _ token: Token, _ body: (Span<UInt8>) -> Value?) -> Value? {
    if token.kind == .string { return body(line.extracting(token.inner)) }
    guard token.kind == .escapedString else { return nil }
    var bytes: [UInt8] = []
    return JSONText.decode(line, token.start, to: &bytes) ? body(bytes.span) : nil
  }

  private func number(_ line: Span<UInt8>, _ token: Token) -> DecimalNumber? {
    if token.whole < .max { return DecimalNumber(token.whole) }
    if token.kind == .number { return DecimalNumber(line.extracting(token.range)) }
    return text(line, token) { DecimalNumber($0) }
  }

  /// A time or a length, in the form of its key; what no form explains is read as it is written.
  private mutating func clock(_ field: Field, _ line: Span<UInt8>, _ token: Token, _ form: KeyForm?) -> Int64? {
    if field == .time, form == nil {
      if let time = time(line, token) { return time }
    } else if form?.mark == nil || token.kind == .number, let number = number(line, token) {
      return nanos(number, field, form, line, token)
    }
    let written = text(line, token) { WrittenNumber($0.string, mark: form?.mark) } ?? nil
    switch written {
    case .plain(let number): return nanos(number, field, form, line, token)
    case .length(let nanos, let power):
      guard field != .time, field == .uptime || nanos >= 0 else { return nil }
      if let power, let given = form?.unitPower, given != power { note(.otherUnit, field, line, token) }
      return nanos
    case .unclear:
      note(.mark, field, line, token)
      return nil
    case nil: return field == .time && form?.unitPower == nil ? time(line, token) : nil
    }
  }

  /// A number as a time or a length, in nanoseconds.
  private mutating func nanos(
    _ number: DecimalNumber, _ field: Field, _ form: KeyForm?, _ line: Span<UInt8>, _ token: Token
  ) -> Int64? {
    var nanos: Int64?
    if let power = form?.unitPower {
      nanos = number.scaled(by: power).integer(cutting: true)
    } else if form?.needsUnit == true {
      note(.noUnit, field, line, token)
    } else if field == .time {
      nanos = number.instant ?? (isSince2001 ? number.instantSince2001 : nil)
    } else {
      nanos = number.integer(cutting: field == .duration)
    }
    return field == .uptime ? nanos : nanos.flatMap { $0 >= 0 ? $0 : nil }
  }

  private mutating func note(_ doubt: ValueDoubt.Kind, _ field: Field, _ line: Span<UInt8>, _ token: Token) {
    doubts.append((field, doubt, line.extracting(token.range).string))
  }

  /// The value, as JSON, that an option puts in place of another; nil if none does.
  private func word(of field: Field, _ line: Span<UInt8>, _ token: Token) -> [UInt8]? {
    guard let words = words[field] else { return nil }
    return words[text(line, token) { $0.string } ?? line.extracting(token.range).string]
  }

  private mutating func time(_ line: Span<UInt8>, _ token: Token) -> Int64? {
    let zone = zoneOffsetSeconds
    var parsed = text(line, token) { Timestamp.parse($0, zoneOffsetSeconds: zone) }
    if parsed == nil, let number = number(line, token) {
      if let instant = number.instant ?? (isSince2001 ? number.instantSince2001 : nil) { return instant }
    }
    let isDayFirst = isDayFirst
    let read = { (text: Span<UInt8>) in WrittenTime.instant(text, zoneOffsetSeconds: zone, isDayFirst: isDayFirst) }
    // A number may be written out: 20261020124000.
    parsed = parsed ?? (token.kind == .number ? read(line.extracting(token.range)) : text(line, token, read))
    guard let parsed else { return nil }
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

  /// The names of kinds, joined by commas: each once, and the vocabulary's name where there is one.
  func joined(_ records: [String]) -> String {
    var seen: Set<String> = []
    let names = records.map { record in
      let name = renamings.name(record)
      return EventNames.meaning(of: name)?.kind.name ?? name
    }
    return names.filter { seen.insert($0).inserted }.joined(separator: ",")
  }

  // MARK: - Origins

  private static let texts: [String: any WritableKeyPath<Origin, TextID> & Sendable] = [
    "format": \.format, "device": \.stream.device, "app": \.stream.app, "boot": \.stream.boot,
    "source": \.stream.source,
  ]
  private static let numbers: [String: any WritableKeyPath<Origin, Int64> & Sendable] = [
    "lost": \.lost, "pid": \.stream.pid,
  ]

  /// The number of the origin that an object describes; nil if it has any other member.
  private mutating func origin(_ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols) -> Int64? {
    guard token.kind == .object else { return session(line, token, &symbols) }
    var origin = Origin()
    var isWhole = true
    _ = try? JSONScanner.items(line, token.start, depth: 1) { member throws(Reject.Reason) in
      let name = line.extracting(try JSONScanner.key(line, member.member).token.inner).string
      if let path = Self.texts[name], let value = text(line, member, { symbols.texts.intern($0) }) {
        origin[keyPath: path] = value
      } else if let path = Self.numbers[name], let value = number(line, member)?.integer() {
        origin[keyPath: path] = value
      } else {
        isWhole = false
      }
    }
    guard isWhole, 0...Int64(Int32.max) ~= origin.lost else { return nil }
    origins.append(origin)
    return Int64(origins.count - 1)
  }
}

extension FieldValues {
  /// The number of the origin that is a session, by its id; nil if that is neither a text nor a whole number.
  private mutating func session(_ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols) -> Int64? {
    let written =
      token.kind == .number
      ? number(line, token)?.integer().map { String($0) } : text(line, token) { $0.string }
    guard let written else { return nil }
    var origin = Origin()
    origin.isSession = true
    origin.stream.source = symbols.texts.intern(Origin.sessionPrefix + written)
    origins.append(origin)
    return Int64(origins.count - 1)
  }
}

/// Where a record comes from, as far as no other field says it: the member `origin` of an exported event names the log in
/// which it was first recorded, and its stream; a log of an app may name the session.
///
/// Other fields cannot replace the former: the lines from which a stream's name was inherited may be elsewhere by now.
struct Origin {
  /// The input format.
  var format = TextID.none
  /// How many lines were rejected before the event.
  var lost: Int64 = 0
  /// The whole name of a stream that names no launch.
  var stream = StreamKey()
  /// True if the stream is named by a session, within its device and app.
  var isSession = false

  /// What the name of a session's stream begins with.
  static let sessionPrefix = "session/"
}
