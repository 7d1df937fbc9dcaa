/// The tables that the numbers in events refer to: texts, signatures, contexts, streams and sources.
///
/// A value: a copy is a snapshot, and grows by itself.
public struct Symbols: Sendable {
  public var texts = TextTable()
  public var signatures = InternTable<Signature>()
  public var contexts = InternTable<Context>()
  public var streams = StreamTable()
  /// Paths as they were given, by `SourceID`.
  public var sourceNames: [String] = []
  /// By stream, the ordinals of its launches that begin at the instant of one before them.
  ///
  /// Each stream whose launch id names several launches has a set, perhaps an empty one.
  private var sharedIDs: [StreamID: Set<Int32>] = [:]

  /// Symbols for no events yet.
  public init() {}

  /// The path of a source; empty for an unknown one.
  public func name(_ id: SourceID) -> String { sourceNames.dropFirst(max(Int(id.rawValue), 0)).first ?? "" }

  /// The signature of `event`.
  @inlinable public func signature(_ event: Event) -> Signature { signatures[event.signature.rawValue] }

  /// The context with this number.
  @inlinable public func context(_ id: ContextID) -> Context { contexts[id.rawValue] }

  /// The stream key with this number.
  public func stream(_ id: StreamID) -> StreamKey { streams[id.rawValue] }

  /// The stream's name in words: the launch id, or the parts joined with `/`.
  public func streamName(_ id: StreamID) -> String {
    let key = stream(id)
    if key.isLaunch { return texts.string(key.launch) }
    let parts = [key.device, key.app, key.boot].map(texts.string) + [key.pid == Event.absent ? "" : String(key.pid)]
    if key.source.isNone { return parts.joined(separator: "/") }
    return ([texts.string(key.source)] + parts).filter { !$0.isEmpty }.joined(separator: "/")
  }

  /// The launch's id, if it names no other launch; else one from its stream and first instant, as in
  /// `1@2025-10-09T08:53:20.000000000Z`.
  public func launchID(_ summary: LaunchSummary) -> String {
    let name = streamName(summary.stream)
    let first = summary.firstInstant
    let ties = sharedIDs[summary.stream]
    if ties == nil, stream(summary.stream).isLaunch { return name }
    let id = "\(name)@\(summary.hasWallClock ? Timestamp.rfc3339(first) : "+\(first)")"
    return ties?.contains(summary.ordinal) == true ? "\(id)#\(Int64(summary.ordinal) + 1)" : id
  }

  /// True if a stream is a report of MetricKit that names its process, which the reader writes into its name.
  public func isOfProcess(_ id: StreamID) -> Bool {
    texts.string(stream(id).source).hasPrefix("\(InputFormat.metricKit.name)/\(MetricCount.process)/")
  }

  /// True if launches of several streams may be of one process.
  ///
  /// That takes Apple's reports, diagnostics of MetricKit that name their processes, or copied text that names only an
  /// app's program or no device, beside a log that names the bundle id or the device.
  public var mayJoinLaunches: Bool {
    func number(_ format: InputFormat) -> TextID { texts.find(Array(format.name.utf8).span) }
    let report = number(.report)
    let copied = number(.copiedText)
    let system = number(.systemLog)
    if !number(.metricKit).isNone, (0..<Int32(streams.count)).contains(where: { isOfProcess(StreamID(rawValue: $0)) }) {
      return true
    }
    if report.isNone, copied.isNone { return false }
    var seen: Set<TextID> = []
    var programs: Set<Substring> = []
    var bundles: Set<Substring> = []
    for context in contexts.values where !context.format.isNone {
      if context.format == report { return true }
      let isOfSystem = context.format == copied || context.format == system
      guard isOfSystem, !context.app.isNone, seen.insert(context.app).inserted else { continue }
      let words = Normalised.id(texts.string(context.app)).split(separator: ".")
      guard let last = words.last else { continue }
      if words.count > 1 { bundles.insert(last) } else { programs.insert(last) }
    }
    if copied.isNone { return false }
    if !programs.isDisjoint(with: bundles) { return true }
    var namesDevice: Set<Bool> = []
    for number in 0..<Int32(streams.count) where streams[number].source == copied {
      namesDevice.insert(!streams[number].device.isNone)
    }
    return namesDevice.count == 2
  }

  /// Leaves the process out of all contexts, as a million launches have a million processes and a few hundred other
  /// contexts; returns the new number of each context by its old one.
  public mutating func forgetProcesses() -> [ContextID] {
    var kept = InternTable<Context>()
    let numbers = contexts.values.map { context in
      var context = context
      context.pid = Event.absent
      return ContextID(rawValue: kept.intern(context))
    }
    contexts = kept
    return numbers
  }

  /// Keeps only the contexts of launches, without processes; no other numbers of contexts may be in use.
  public mutating func keepContexts(of launches: inout [LaunchSummary]) {
    let numbers = forgetProcesses()
    var kept = InternTable<Context>()
    for index in launches.indices {
      let number = numbers[Int(launches[index].context.rawValue)]
      launches[index].context = ContextID(rawValue: kept.intern(context(number)))
    }
    kept.endInterning()
    contexts = kept
  }

  /// Learns from all launches which launch ids name several, and which launches of one process begin at one instant, as
  /// a clock of whole seconds may say.
  public mutating func noteSharedIDs(_ launches: [LaunchSummary]) {
    let later = launches.indices.filter { launches[$0].ordinal > 0 && !launches[$0].isEarlier }
    let shared = Set(later.map { launches[$0].stream })
    sharedIDs = [:]
    for stream in shared where self.stream(stream).isLaunch { sharedIDs[stream] = [] }
    if shared.isEmpty { return }
    let all = launches.indices.filter { shared.contains(launches[$0].stream) }
    let inOrder = all.sorted { a, b in
      (launches[a].stream, launches[a].ordinal) < (launches[b].stream, launches[b].ordinal)
    }
    var instants: Set<Int64> = []
    var last: StreamID?
    for index in inOrder {
      let stream = launches[index].stream
      if stream != last { instants.removeAll(keepingCapacity: true) }
      last = stream
      if !instants.insert(launches[index].firstInstant).inserted {
        sharedIDs[stream, default: []].insert(launches[index].ordinal)
      }
    }
  }
}

/// The index of a value in one of the tables of `Symbols`.
public struct Number<Value>: RawRepresentable, Hashable, Comparable, BitwiseCopyable, Sendable {
  public var rawValue: Int32
  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// A text in a `TextTable`; 0 is no text.
public typealias TextID = Number<String>

extension TextID {
  /// No text: the field was absent.
  @inlinable public static var none: TextID { TextID(rawValue: 0) }

  /// Whether there is no text.
  @inlinable public var isNone: Bool { rawValue == 0 }
}

/// A stream in `Symbols.streams`: the events that one identity rule spans.
public typealias StreamID = Number<StreamKey>

/// A context in `Symbols.contexts`.
public typealias ContextID = Number<Context>

/// A signature in `Symbols.signatures`.
public typealias SignatureID = Number<Signature>

/// A source in `Symbols.sourceNames`.
public typealias SourceID = Number<Source>

/// A file or a pipe that logs come from; its name is in `Symbols.sourceNames`.
public enum Source {}

/// How much symbols held at some moment.
public struct SymbolMark: Sendable, Equatable {
  var texts = 0
  var signatures = 0
  var contexts = 0
  var streams = 0

  /// The mark of symbols that hold nothing.
  public init() {}

  init(_ symbols: Symbols) {
    texts = symbols.texts.count
    signatures = symbols.signatures.count
    contexts = symbols.contexts.count
    streams = symbols.streams.count
  }
}

/// The symbols that were added after a mark, for a thread that keeps a copy of its own.
///
/// For speed: growing a table that is shared copies it, while the additions of a batch are a few texts.
///
///     var sent = SymbolMark()
///     let additions = symbols.additions(after: sent)   // all of them, the first time
///     sent = symbols.mark
///     copy.add(additions)                              // the copy has the same numbers now
public struct SymbolAdditions: Sendable {
  /// Where they begin in the receiver's symbols.
  let mark: SymbolMark
  /// The new texts, one after the other, and their ends.
  private var textBytes: [UInt8] = []
  private var textEnds: [Int] = []
  private let signatures: [Signature]
  private let contexts: [Context]
  private let streams: [StreamKey]

  init(of symbols: Symbols, after mark: SymbolMark) {
    self.mark = mark
    for number in mark.texts..<symbols.texts.count {
      textBytes += symbols.texts.slice(TextID(rawValue: Int32(number + 1)))
      textEnds.append(textBytes.count)
    }
    signatures = Array(symbols.signatures.values[mark.signatures...])
    contexts = Array(symbols.contexts.values[mark.contexts...])
    streams = (mark.streams..<symbols.streams.count).map { symbols.streams[Int32($0)] }
  }

  func add(to symbols: inout Symbols) {
    symbols.texts.append(textBytes, ends: textEnds)
    symbols.signatures.values += signatures
    symbols.contexts.values += contexts
    for stream in streams { symbols.streams.append(stream) }
  }
}

extension Symbols {
  /// How much these hold now.
  public var mark: SymbolMark { SymbolMark(self) }

  /// The symbols that were added after `mark`, a mark of these symbols.
  public func additions(after mark: SymbolMark) -> SymbolAdditions { SymbolAdditions(of: self, after: mark) }

  /// Adds the additions to other symbols, which get equal numbers; they must be as the first were at the mark.
  public mutating func add(_ additions: SymbolAdditions) {
    precondition(mark == additions.mark, "symbols are added in the order in which they came")
    additions.add(to: &self)
  }
}

/// The new numbers of values that were moved to other symbols, by their old numbers; -1 if left behind.
public struct SymbolMap: Sendable {
  /// By `TextID`; no text stays no text.
  public internal(set) var texts: [Int32]
  /// By `SignatureID`.
  public internal(set) var signatures: [Int32]
  /// By `ContextID`.
  public internal(set) var contexts: [Int32]
  /// By `StreamID`.
  public internal(set) var streams: [Int32]

  init(of symbols: Symbols) {
    texts = Array(repeating: -1, count: symbols.texts.count + 1)
    texts[0] = 0
    signatures = Array(repeating: -1, count: symbols.signatures.count)
    contexts = Array(repeating: -1, count: symbols.contexts.count)
    streams = Array(repeating: -1, count: symbols.streams.count)
  }

  /// The new number of a text; nil if it was left behind.
  public func text(_ id: TextID) -> TextID? {
    let moved = texts[Int(id.rawValue)]
    return moved < 0 ? nil : TextID(rawValue: moved)
  }

  /// The new number of a context; nil if it was left behind.
  public func context(_ id: ContextID) -> ContextID? {
    let moved = contexts[Int(id.rawValue)]
    return moved < 0 ? nil : ContextID(rawValue: moved)
  }

  /// The new number of a stream; nil if it was left behind.
  public func stream(_ id: StreamID) -> StreamID? {
    let moved = streams[Int(id.rawValue)]
    return moved < 0 ? nil : StreamID(rawValue: moved)
  }
}

/// Moves values into new symbols, where they get other numbers; values that are not moved are left behind.
///
///     var transfer = SymbolTransfer(from: old, to: Symbols())
///     let moved = transfer.event(event)     // its numbers are of `transfer.symbols`
///     let map = transfer.map                // for others who know the numbers of `old`
public struct SymbolTransfer: Sendable {
  private let old: Symbols
  /// The new symbols, with what was moved so far.
  public var symbols: Symbols
  /// What was moved so far.
  public private(set) var map: SymbolMap

  /// Begins with `symbols`, which may hold values of their own; those of `map` were moved from `old` before.
  public init(from old: Symbols, to symbols: Symbols, after map: SymbolMap? = nil) {
    self.old = old
    self.symbols = symbols
    self.map = map ?? SymbolMap(of: old)
  }

  /// The new number of a stream, which is moved if it was not.
  public mutating func stream(_ id: StreamID) -> StreamID {
    if let moved = map.stream(id) { return moved }
    var key = old.stream(id)
    key.changeTexts { move(&$0) }
    let moved = symbols.streams.intern(key)
    map.streams[Int(id.rawValue)] = moved
    return StreamID(rawValue: moved)
  }

  /// The new number of a context, which is moved if it was not.
  public mutating func context(_ id: ContextID) -> ContextID {
    if let moved = map.context(id) { return moved }
    var context = old.context(id)
    context.changeTexts { move(&$0) }
    let moved = symbols.contexts.intern(context)
    map.contexts[Int(id.rawValue)] = moved
    return ContextID(rawValue: moved)
  }

  /// The event in numbers of the new symbols.
  public mutating func event(_ event: Event) -> Event {
    var event = event
    event.stream = stream(event.stream)
    event.context = context(event.context)
    event.signature = signature(event.signature)
    move(&event.scene)
    move(&event.sceneInstance)
    move(&event.viewInstance)
    move(&event.task)
    move(&event.attributes)
    return event
  }

  private mutating func signature(_ id: SignatureID) -> SignatureID {
    let known = map.signatures[Int(id.rawValue)]
    if known >= 0 { return SignatureID(rawValue: known) }
    var signature = old.signatures[id.rawValue]
    move(&signature.unknownName)
    signature.changeTexts { move(&$0) }
    let moved = symbols.signatures.intern(signature)
    map.signatures[Int(id.rawValue)] = moved
    return SignatureID(rawValue: moved)
  }

  /// Gives a text its new number; it is moved if it was not.
  public mutating func move(_ id: inout TextID) {
    if id.isNone { return }
    let known = map.texts[Int(id.rawValue)]
    let moved = known >= 0 ? TextID(rawValue: known) : symbols.texts.intern(id, of: old.texts)
    map.texts[Int(id.rawValue)] = moved.rawValue
    id = moved
  }
}
