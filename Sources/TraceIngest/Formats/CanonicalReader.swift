import TraceModel

/// Reads the project's own records: one line of JSON, one event.
struct CanonicalReader: ~Copyable {
  let zoneOffsetSeconds: Int64
  /// What the last lines said of device, app, boot and process.
  private(set) var carry = StreamKey.inherited
  /// Fields of the last line that are of a wrong type or out of range.
  private(set) var misfits: Int64 = 0
  /// Which they are, and where their values stand.
  private(set) var misfitFields: [(field: Field, value: Range<Int>)] = []
  /// Keys that stood twice on the last line.
  private(set) var duplicates: Int64 = 0
  /// The last line's time had no offset.
  var isZoneAssumed = false
  /// How many events were lost before the last line, in the log in which it was first recorded.
  private(set) var lostBefore: Int64 = 0

  /// Some key's numbers are in a unit that was given.
  let hasUnits: Bool
  private let renames: [String: String]
  private let records: [String]?
  private let format: String
  /// Its number, once it was asked for.
  private var formatName: TextID?
  private var scan: LineScan
  private var canonical = CanonicalText()
  /// Attributes as they were written, what each came to, and those of the line.
  private var writings = TextTable()
  private var meanings: [(attributes: TextID, duplicates: Int64)] = []
  private var writing: [UInt8] = []
  /// What is the same for all events of a name, by that name's number.
  private var names: [Signature?] = []
  private var lastSignatures: [(signature: Signature, id: SignatureID)?] = []
  /// What `origin` has said, by the numbers that stand for it.
  var origins: [Origin] = []
  private var context = ContextID(rawValue: 0)
  private var stream = StreamID(rawValue: 0)
  /// The fields of the line that those were made from; nothing if they must be made anew.
  private var placeFields: UInt64?
  /// What the line says in place of a phase.
  private var oddPhase: String?

  /// A reader of the lines of one buffer.
  init(_ options: IngestOptions, _ format: String) {
    scan = LineScan(format == LogFormat.canonical ? options.keyMap : [], unitPowers: options.unitPowers)
    self.format = format
    hasUnits = !options.unitPowers.isEmpty
    zoneOffsetSeconds = options.zoneOffsetSeconds
    renames = options.renames
    records = options.records
  }

  /// Reads the line from `start` on into `event`; returns why it is no event, or nil if it is one.
  ///
  /// Of a rejected line, `event` has the stream and `seq` where both can be read.
  mutating func read(_ line: Span<UInt8>, from start: Int, into event: inout Event, _ symbols: inout Symbols)
    -> Reject.Reason?
  {
    if misfits > 0 { misfitFields.removeAll() }
    misfits = 0
    isZoneAssumed = false
    oddPhase = nil
    do {
      try scan.scan(line, from: start)
      if !scan.paths.isEmpty { scan.takeNested(line) }
      convert(line, &symbols)
      return try build(line, &event, &symbols)
    } catch {
      convert(line, &symbols)
      placeFields = nil
      // The line's place is taken if launch and `seq` stand before the fault.
      event.seq = has(.launch) ? number(.seq) : Event.absent
      if event.seq != Event.absent {
        var key = StreamKey()
        key.launch = text(.launch)
        event.stream = StreamID(rawValue: symbols.streams.intern(key))
      }
      return line.extracting(start...).isUTF8 ? error : .invalidUTF8
    }
  }

  /// Reads the values that did not come before.
  private mutating func convert(_ line: Span<UInt8>, _ symbols: inout Symbols) {
    if scan.changed & Field.place != 0 { placeFields = nil }
    var rest = scan.fresh
    while rest != 0, let field = Field(rawValue: UInt8(rest.trailingZeroBitCount)) {
      rest &= rest - 1
      let token = scan.token(field)
      if token.isAbsent {
        scan.seen &= ~field.bit
      } else if let value = value(of: field, line, token, &symbols) {
        scan.remember(field, value)
      } else {
        if field == .phase { oddPhase = line.extracting(token.kind == .string ? token.inner : token.range).string }
        dismissMisfit(field)
      }
    }
  }

  private mutating func dismissMisfit(_ field: Field) {
    misfitFields.append((field, scan.token(field).range))
    dismiss(field)
    misfits += 1
  }

  /// Makes the value of `field` an attribute.
  private mutating func dismiss(_ field: Field) {
    scan.seen &= ~field.bit
    // What stands in an object stays there.
    if let index = scan.nested.firstIndex(where: { $0.field == field }) {
      scan.nested.remove(at: index)
    } else {
      scan.extras.append(scan.token(field))
    }
  }

  /// What makes nanoseconds of the numbers of `field` on the last line, if their unit was given.
  func unitPower(of field: Field) -> Int? {
    let power = scan.memories[scan.keyOfField[field.index]].unitPower
    return power < 0 ? nil : Int(power)
  }

  @inline(__always) private func has(_ field: Field) -> Bool { scan.seen & field.bit != 0 }

  @inline(__always) private func text(_ field: Field) -> TextID {
    has(field) ? TextID(rawValue: Int32(truncatingIfNeeded: scan[field])) : .none
  }

  @inline(__always) private func number(_ field: Field) -> Int64 { has(field) ? scan[field] : Event.absent }

  @inline(__always) private func truth(_ field: Field) -> Bool? { has(field) ? scan[field] != 0 : nil }

  private mutating func build(_ line: Span<UInt8>, _ event: inout Event, _ symbols: inout Symbols) throws(Reject.Reason)
    -> Reject.Reason?
  {
    if has(.duration), has(.phase) { dismissMisfit(.duration) }
    if has(.records), records != nil { dismiss(.records) }
    findPlace(&symbols)
    event.stream = stream
    event.seq = number(.seq)
    guard has(.event), has(.time) || has(.uptime) else { return has(.event) ? .noTime : .noEvent }
    event.time = number(.time)
    event.uptime = number(.uptime)
    event.duration = number(.duration)
    event.memory = number(.memory)
    event.context = context
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
    var signature = named(text(.event), symbols: &symbols)
    if let oddPhase, signature.kind != .unknown {
      // Neither an entry nor a return nor both: no machine may take it for an instant.
      let name = symbols.texts.intern("\(signature.kind.name) (phase \(oddPhase))")
      signature = named(name, symbols: &symbols)
    }
    if has(.source), let eventSource = EventSource(rawValue: UInt8(scan[.source])) {
      signature.eventSource = eventSource
    }
    if has(.phase), let phase = CallbackPhase(rawValue: UInt8(scan[.phase])) { signature.phase = phase }
    signature.thread = text(.thread)
    signature.reason = text(.reason)
    signature.view = text(.view)
    signature.name = text(.name)
    signature.taskKind = text(.kind)
    signature.sceneRole = text(.sceneRole)
    signature.success = truth(.success)
    signature.prewarmed = truth(.prewarmed)
    // Events of one name mostly have the signature of the one before them.
    let index = Int(text(.event).rawValue)
    if let last = lastSignatures[index], last.signature == signature { return last.id }
    let id = SignatureID(rawValue: symbols.signatures.intern(signature))
    lastSignatures[index] = (signature, id)
    return id
  }

  private mutating func named(_ id: TextID, symbols: inout Symbols) -> Signature {
    let index = Int(id.rawValue)
    let missing = index + 1 - names.count
    if missing > 0 {
      names += repeatElement(nil, count: missing)
      lastSignatures += repeatElement(nil, count: missing)
    }
    if let known = names[index] { return known }
    let name = renamed(symbols.texts.string(id))
    var signature = Signature()
    if let meaning = EventNames.meaning(of: name) {
      signature.kind = meaning.kind
      signature.eventSource = meaning.eventSource
    } else {
      signature.unknownName = symbols.texts.intern(name)
      // An odd phase stands in the name, also where that was exported.
      if name.hasSuffix(")"), name.contains(" (phase ") { signature.phase = .unknown }
    }
    names[index] = signature
    return signature
  }

  private func renamed(_ name: String) -> String { renames[name] ?? name }

  /// The line's context and stream; what the line lacks of the stream's name is that of the lines
  /// before it.
  private mutating func findPlace(_ symbols: inout Symbols) {
    let fields = scan.seen & Field.place
    if fields == placeFields { return }
    var value = Context()
    value.device = text(.device)
    value.deviceModel = text(.deviceModel)
    value.osVersion = text(.osVersion)
    value.platform = text(.platform)
    value.processKind = text(.processKind)
    value.boot = text(.boot)
    value.app = text(.app)
    value.appVersion = text(.appVersion)
    value.appBuild = text(.appBuild)
    value.sdkVersion = text(.sdkVersion)
    value.records = text(.records)
    if let records { value.records = symbols.texts.intern(joined(records)) }
    let origin = has(.origin) ? origins[Int(scan[.origin])] : Origin()
    value.format = origin.format.isNone ? formatName ?? symbols.texts.intern(format) : origin.format
    if origin.format.isNone { formatName = value.format }
    lostBefore = origin.lost
    value.pid = number(.pid)
    value.simulator = truth(.simulator)
    value.debugger = truth(.debugger)
    context = ContextID(rawValue: symbols.contexts.intern(value))
    if has(.device) { carry.device = value.device }
    if has(.app) { carry.app = value.app }
    if has(.boot) { carry.boot = value.boot }
    if has(.pid) { carry.pid = value.pid }
    var key = carry
    if format != LogFormat.canonical {
      // A transcoder says all that it knows; device, boot and process are compared within one format.
      key = StreamKey()
      carry = StreamKey()
      key.device = value.device
      key.boot = value.boot
      key.pid = value.pid
      // Within one boot a process is known by its number, before the log names its app.
      if value.boot.isNone || value.pid == Event.absent { key.app = value.app }
      if key != StreamKey() { key.source = value.format }
    }
    if origin.stream != StreamKey() { key = origin.stream }
    if has(.launch) {
      key = StreamKey()
      key.launch = text(.launch)
    }
    stream = StreamID(rawValue: symbols.streams.intern(key))
    placeFields = fields
  }

  /// All that is no field, as one object.
  private mutating func attributes(_ line: Span<UInt8>, _ symbols: inout Symbols) throws(Reject.Reason) -> TextID {
    if scan.extras.isEmpty, !has(.attributes) { return .none }
    writing.removeAll(keepingCapacity: true)
    for extra in scan.extras {
      line.extracting(extra.member..<extra.end).append(to: &writing)
      writing.append(UInt8(ascii: ","))
    }
    if has(.attributes) { line.extracting(scan.token(.attributes).range).append(to: &writing) }
    // The same text leaves other attributes where another part of it was mapped.
    let known = scan.nested.isEmpty ? writings.find(writing.span) : .none
    if !known.isNone {
      let meaning = meanings[Int(known.rawValue) - 1]
      duplicates += meaning.duplicates
      return meaning.attributes
    }
    canonical.clear(leavingOut: scan.nested.isEmpty ? [] : scan.nested.map(\.member))
    for extra in scan.extras { canonical.add(line, extra) }
    if has(.attributes) {
      try JSONScanner.items(line, scan.token(.attributes).start, depth: 1) { canonical.add(line, $0) }
    }
    if canonical.isEmpty { return .none }
    try canonical.writeObject(line)
    duplicates += canonical.duplicates
    let id = symbols.texts.intern(canonical.output.span)
    if !scan.nested.isEmpty { return id }
    let text = writing
    _ = writings.intern(text.span)
    meanings.append((id, canonical.duplicates))
    return id
  }

  /// Names of kinds, canonical where they are known, each once.
  func joined(_ records: [String]) -> String {
    var names: [String] = []
    for name in records {
      let name = renamed(name)
      let canonical = EventNames.meaning(of: name)?.kind.name ?? name
      if !names.contains(canonical) { names.append(canonical) }
    }
    return names.joined(separator: ",")
  }
}
