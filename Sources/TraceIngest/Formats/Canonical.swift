import TraceModel

/// Reads the project's own records: one line of JSON, one event.
struct CanonicalReader {
  /// What the name of an event stands for.
  private struct Name {
    var kind: EventKind
    var teller: Teller
    var unknown: TextID
  }

  /// Numbers of texts that no line holds.
  private struct Constants {
    var format: TextID
    var source: TextID
    var records: TextID
  }

  let zoneOffsetSeconds: Int64
  /// What the last lines said of device, app, boot and process.
  var carry = StreamKey()
  /// The name of the stream of lines that say nothing of theirs.
  var sourceName: String
  /// Fields of the last line that are of a wrong type or out of range.
  private(set) var misfits: Int64 = 0
  /// Keys that stood twice on the last line.
  private(set) var duplicates: Int64 = 0
  /// The last line's time had no offset.
  var isZoneAssumed = false
  /// Stream and `seq` of the last line, if it was rejected and told both.
  private(set) var rejectedPlace: (stream: StreamID, seq: Int64)?
  var textCache = ByteCache(slots: 2048)
  var nameCache = ByteCache(slots: 512)

  private let renames: [String: String]
  private let records: [String]?
  private var scan: LineScan
  private var names: [Name] = []
  private var constants: Constants?
  private var signatures = ValueCache(slots: 1024, filler: Signature())
  private var contexts = ValueCache(slots: 1024, filler: Context())
  private var streams = ValueCache(slots: 1024, filler: StreamKey())
  private var context = ContextID(rawValue: 0)
  private var stream = StreamID(rawValue: 0)
  // The fields of the line that they were made from; all bits if they must be made anew.
  private var contextFields = UInt64.max
  private var streamFields = UInt64.max
  private var members = Members()
  private var output: [UInt8] = []

  init(_ options: IngestOptions, sourceName: String) throws(IngestError) {
    scan = LineScan(try KeyTable(options.keyMap))
    zoneOffsetSeconds = options.zoneOffsetSeconds
    renames = options.renames
    records = options.records
    self.sourceName = sourceName
  }

  /// Forgets all numbers of texts but the carry's.
  mutating func forget() {
    scan.forget()
    textCache.clear()
    nameCache.clear()
    names.removeAll(keepingCapacity: true)
    signatures.clear()
    contexts.clear()
    streams.clear()
    contextFields = .max
    streamFields = .max
    constants = nil
  }

  /// Reads the line in `range`; tells why it is no event, or nothing if `event` is one.
  mutating func read(
    _ buffer: [UInt8], _ range: Range<Int>, into event: inout Event, _ symbols: inout Symbols
  ) -> Reject.Reason? {
    let line = buffer.span.extracting(range)
    misfits = 0
    isZoneAssumed = false
    rejectedPlace = nil
    do {
      try scan.scan(line)
      convert(line, among: .max, &symbols)
      return try build(line, &event, &symbols)
    } catch {
      return reason(line, error, &symbols)
    }
  }

  /// Why a line is no JSON object; its place is taken if launch and `seq` stand before the fault.
  private mutating func reason(
    _ line: Span<UInt8>, _ rejection: Rejection, _ symbols: inout Symbols
  ) -> Reject.Reason {
    convert(line, among: Field.seq.bit | Field.launch.bit, &symbols)
    if has(.launch), has(.seq) {
      var key = StreamKey()
      key.launch = text(.launch)
      let stream = symbols.streams.intern(key)
      rejectedPlace = (StreamID(rawValue: stream), scan[.seq])
    }
    return line.isUTF8 ? rejection.reason : .invalidUTF8
  }

  /// Reads the values that did not come before, of the fields in `mask`.
  private mutating func convert(
    _ line: Span<UInt8>, among mask: UInt64, _ symbols: inout Symbols
  ) {
    let changed = (scan.fresh | scan.aliased) & mask
    if changed & Field.context != 0 { contextFields = .max }
    if changed & Field.stream != 0 { streamFields = .max }
    var rest = scan.fresh & mask
    while rest != 0, let field = Field(rawValue: UInt8(rest.trailingZeroBitCount)) {
      rest &= rest - 1
      let token = scan.token(field)
      if token.isAbsent {
        scan.seen &= ~field.bit
      } else if let value = value(of: field, line, token, &symbols) {
        scan[field] = value
        if field.repeats { scan.remember(line, field) }
      } else {
        dismiss(field)
      }
    }
    // A partly read line holds only what was asked for.
    scan.seen &= mask | ~scan.fresh
  }

  /// Makes the value of `field` an attribute.
  private mutating func dismiss(_ field: Field, counted: Bool = true) {
    scan.extras.append(scan.token(field))
    scan.seen &= ~field.bit
    if counted { misfits += 1 }
  }

  @inline(__always) private func has(_ field: Field) -> Bool { scan.seen & field.bit != 0 }

  @inline(__always) private func text(_ field: Field) -> TextID {
    has(field) ? TextID(rawValue: Int32(truncatingIfNeeded: scan[field])) : .none
  }

  @inline(__always) private func number(_ field: Field) -> Int64 {
    has(field) ? scan[field] : Event.absent
  }

  @inline(__always) private func truth(_ field: Field) -> Bool? {
    has(field) ? scan[field] != 0 : nil
  }

  private mutating func build(
    _ line: Span<UInt8>, _ event: inout Event, _ symbols: inout Symbols
  ) throws(Rejection) -> Reject.Reason? {
    if has(.duration), has(.phase) { dismiss(.duration) }
    if has(.records), records != nil { dismiss(.records, counted: false) }
    let stream = streamID(&symbols)
    guard has(.event), has(.time) || has(.uptime) else {
      if has(.seq) { rejectedPlace = (stream, number(.seq)) }
      return has(.event) ? .noTime : .noEvent
    }
    event.time = number(.time)
    event.uptime = number(.uptime)
    event.seq = number(.seq)
    event.duration = number(.duration)
    event.memory = number(.memory)
    event.stream = stream
    event.context = contextID(&symbols)
    event.signature = signatureID(&symbols)
    event.scene = text(.scene)
    event.sceneInstance = text(.sceneInstance)
    event.viewInstance = text(.viewInstance)
    event.task = text(.task)
    duplicates = scan.duplicates
    event.attributes = try attributes(line, &symbols)
    return nil
  }

  private mutating func signatureID(_ symbols: inout Symbols) -> SignatureID {
    let name = names[Int(scan[.event])]
    var signature = Signature()
    signature.kind = name.kind
    signature.unknownName = name.unknown
    signature.teller = name.teller
    if has(.source), let teller = Teller(rawValue: UInt8(scan[.source])) {
      signature.teller = teller
    }
    if has(.phase), let phase = CallbackPhase(rawValue: UInt8(scan[.phase])) {
      signature.phase = phase
    }
    signature.thread = text(.thread)
    signature.reason = text(.reason)
    signature.view = text(.view)
    signature.name = text(.name)
    signature.taskKind = text(.kind)
    signature.sceneRole = text(.sceneRole)
    signature.success = truth(.success)
    signature.prewarmed = truth(.prewarmed)
    var hash = UInt64(signature.kind.rawValue) << 8 | UInt64(signature.phase.rawValue)
    hash = mix(hash ^ pair(name.unknown, signature.thread))
    hash = mix(hash ^ pair(signature.reason, signature.view))
    hash ^= pair(signature.name, signature.taskKind)
    let id = signatures.number(signature, hash: hash) { symbols.signatures.intern($0) }
    return SignatureID(rawValue: id)
  }

  private mutating func contextID(_ symbols: inout Symbols) -> ContextID {
    let fields = scan.seen & Field.context
    if fields == contextFields { return context }
    let constants = constants(&symbols)
    var value = Context()
    value.device = text(.device)
    value.deviceModel = text(.deviceModel)
    value.osVersion = text(.osVersion)
    value.platform = text(.platform)
    value.processKind = text(.processKind)
    value.app = text(.app)
    value.appVersion = text(.appVersion)
    value.appBuild = text(.appBuild)
    value.sdkVersion = text(.sdkVersion)
    value.boot = text(.boot)
    value.records = records == nil ? text(.records) : constants.records
    value.format = constants.format
    value.pid = number(.pid)
    value.simulator = truth(.simulator)
    value.debugger = truth(.debugger)
    let hash = mix(hash(value.device, value.app, value.boot, value.pid))
    let version = hash ^ UInt64(truncatingIfNeeded: value.appVersion.rawValue)
    let id = contexts.number(value, hash: version) { symbols.contexts.intern($0) }
    context = ContextID(rawValue: id)
    contextFields = scan.aliased & Field.context == 0 ? fields : .max
    return context
  }

  /// The line's stream; parts of its name that the line lacks are those of the lines before it.
  private mutating func streamID(_ symbols: inout Symbols) -> StreamID {
    let fields = scan.seen & Field.stream
    if fields == streamFields { return stream }
    if has(.device) { carry.device = text(.device) }
    if has(.app) { carry.app = text(.app) }
    if has(.boot) { carry.boot = text(.boot) }
    if has(.pid) { carry.pid = number(.pid) }
    var key = carry
    if has(.launch) {
      key = StreamKey()
      key.launch = text(.launch)
    } else if key == StreamKey() {
      key.source = constants(&symbols).source
    }
    let hash =
      mix(hash(key.device, key.app, key.boot, key.pid))
      ^ UInt64(truncatingIfNeeded: key.launch.rawValue)
    stream = StreamID(
      rawValue: streams.number(key, hash: hash) { symbols.streams.intern($0) })
    streamFields = scan.aliased & Field.stream == 0 ? fields : .max
    return stream
  }

  private func hash(_ device: TextID, _ app: TextID, _ boot: TextID, _ pid: Int64) -> UInt64 {
    let texts = pair(device, boot)
    return mix(texts) ^ UInt64(bitPattern: pid) &* 31 ^ UInt64(truncatingIfNeeded: app.rawValue)
  }

  @inline(__always) private func pair(_ one: TextID, _ other: TextID) -> UInt64 {
    UInt64(UInt32(bitPattern: one.rawValue)) << 32 | UInt64(UInt32(bitPattern: other.rawValue))
  }

  private mutating func constants(_ symbols: inout Symbols) -> Constants {
    if let constants { return constants }
    let made = Constants(
      format: symbols.texts.intern("canonical"), source: symbols.texts.intern(sourceName),
      records: symbols.texts.intern(joined(records ?? [])))
    constants = made
    return made
  }

  /// All that is no field, as one object.
  private mutating func attributes(
    _ line: Span<UInt8>, _ symbols: inout Symbols
  ) throws(Rejection) -> TextID {
    if scan.extras.isEmpty, !has(.attributes) { return .none }
    members.removeAll()
    for extra in scan.extras { members.add(line, extra) }
    if has(.attributes) {
      let start = Int(scan.token(.attributes).start)
      _ = try JSONScanner.members(line, start, depth: 1) { (_, value) in members.add(line, value) }
    }
    if members.isEmpty { return .none }
    output.removeAll(keepingCapacity: true)
    duplicates += try members.write(line, to: &output)
    return symbols.texts.intern(output.span)
  }

  /// A new number for the name of an event.
  mutating func addName(_ written: String, _ symbols: inout Symbols) -> Int32 {
    let name = renames[written] ?? written
    if names.count >= 4096 {
      names.removeAll(keepingCapacity: true)
      nameCache.clear()
    }
    if let meaning = EventNames.meaning(of: name) {
      names.append(Name(kind: meaning.kind, teller: meaning.teller, unknown: .none))
    } else {
      names.append(
        Name(kind: .unknown, teller: .unknown, unknown: symbols.texts.intern(name)))
    }
    return Int32(names.count - 1)
  }

  /// Names of kinds, canonical where they are known, each once.
  func joined(_ records: [String]) -> String {
    var names: [String] = []
    for written in records {
      let name = renames[written] ?? written
      let canonical = EventNames.meaning(of: name)?.kind.name ?? name
      if !names.contains(canonical) { names.append(canonical) }
    }
    return names.joined(separator: ",")
  }
}
