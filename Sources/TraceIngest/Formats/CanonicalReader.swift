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
  var duplicates: Int64 = 0
  /// The last line's time had no offset.
  var isZoneAssumed = false
  /// True if numbers of seconds count from 2001, as `SourceClock` has found.
  var isSince2001 = false
  /// How many events were lost before the last line, in the log in which it was first recorded.
  var lostBefore: Int64 { place.lost }

  /// Some key's numbers are in a unit that was given.
  let hasUnits: Bool
  private let renames: [String: String]
  private let conditions: NameConditions
  /// True if names that mean nothing in an app's life are passed over.
  private let passesOver: Bool
  private let records: [String]?
  private let format: String
  /// Its number, once it was asked for.
  private var formatName: TextID?
  var scan: LineScan
  var fields = LineFields()
  /// How earlier lines of the buffer are built, and their members.
  var shapes = LineShapes()
  var known = KnownMembers()
  /// The head of the line, if that alone is known of it.
  var knownHead = Head()
  /// False if each byte of each line is to be looked at, as a test does that compares the two ways.
  private let usesKnown: Bool
  /// Whether lines are compared with the shapes of earlier ones: those have no units.
  let hasShapes: Bool
  /// The numbers of keys that hold how long a whole launch took, and of those whose names say so.
  let launchKeys: Set<Int>
  let sayingLaunchKeys: Set<Int>
  private var canonical = CanonicalText()
  /// The attributes of earlier lines, by the members that they were made of.
  var knownAttributes = KnownAttributes()
  /// Attributes as they were written, what each came to, and those of the line.
  private var writings = TextTable()
  private var meanings: [(attributes: TextID, duplicates: Int64)] = []
  private var writing: [UInt8] = []
  /// What is the same for all events of a name, by that name's number.
  private var names: [Signature?] = []
  private var signatures = ValueGroups(width: LineFields.signature.count)
  /// What `origin` has said, by the numbers that stand for it.
  var origins: [Origin] = []
  /// The fields of the last line that give its place, and the place.
  private var lastPlace = FixedBuffer(repeating: 0 as Int64, count: LineFields.place.count)
  private(set) var place = LinePlace()
  private var placeGroups = ValueGroups(width: LineFields.place.count)
  /// What the line says in place of a phase.
  private var oddPhase: String?

  /// A reader of the lines of one buffer.
  ///
  /// If it `looksAtEachByte`, nothing is saved on lines that repeat others.
  init(_ options: IngestOptions, _ format: String, looksAtEachByte: Bool = false) {
    scan = LineScan(format == LogFormat.canonical ? options.keyMap : [], unitPowers: options.unitPowers)
    let keys = options.launchKeys.filter { _ in format == LogFormat.canonical }
    launchKeys = scan.numbers(of: keys)
    sayingLaunchKeys = scan.numbers(of: keys.filter(Self.saysLaunch))
    self.format = format
    hasUnits = !options.unitPowers.isEmpty
    zoneOffsetSeconds = options.zoneOffsetSeconds
    renames = Dictionary(
      options.renamings.filter { $0.condition == nil }.map { ($0.old, $0.name) }, uniquingKeysWith: { $1 })
    conditions = NameConditions(options.renamings)
    passesOver = !options.keepsAll && format == LogFormat.canonical
    records = options.records
    // A path may lead to a field through any member, and so may a condition.
    usesKnown = !looksAtEachByte && scan.paths.isEmpty && conditions.isEmpty
    hasShapes = usesKnown && !hasUnits
  }

  /// Reads the line that lies at `range` in `text` into `event`; returns why it is no event, or nil if it is one.
  ///
  /// Of a rejected line, `event` has the stream and `seq` where both can be read. What `readLikely` has made of the line
  /// is `shaped`.
  mutating func read(
    _ text: Span<UInt8>, _ range: Range<Int>, _ shaped: Shaped, into event: inout Event, _ symbols: inout Symbols
  ) -> Reject.Reason? {
    if misfits > 0 { misfitFields.removeAll() }
    misfits = 0
    isZoneAssumed = false
    oddPhase = nil
    shapes.noteMiss()
    let line = text.extracting(0..<range.upperBound)
    if usesKnown, readKnown(text, range, shaped, &symbols) {
      do {
        let reason = try build(line, &event, &symbols)
        // A record that is a launch of its own shares its stream with no other.
        if shaped != .untried, reason == nil, event.stream == place.stream {
          shapes.learn(text, range.upperBound, fields, event)
        }
        return reason
      } catch {}
    }
    return readAnew(line, from: range.lowerBound, into: &event, &symbols)
  }

  /// Reads a line by each of its bytes.
  private mutating func readAnew(
    _ line: Span<UInt8>, from start: Int, into event: inout Event, _ symbols: inout Symbols
  ) -> Reject.Reason? {
    isZoneAssumed = false
    knownAttributes.clear()
    do {
      try scan.scan(line, from: start)
      if !scan.paths.isEmpty { scan.takeNested(line) }
      convert(line, &symbols)
      if !conditions.isEmpty, fields.has(.event) {
        let name = symbols.texts.string(fields.text(.event))
        if let other = conditions.name(of: name, line.extracting(start...)) {
          fields[.event] = Int64(symbols.texts.intern(other).rawValue)
        }
      }
      return try build(line, &event, &symbols)
    } catch {
      convert(line, &symbols)
      // The line's place is taken if launch and `seq` stand before the fault.
      event.seq = fields.has(.launch) ? fields[.seq] : Event.absent
      if event.seq != Event.absent {
        var key = StreamKey()
        key.launch = fields.text(.launch)
        event.stream = StreamID(rawValue: symbols.streams.intern(key))
      }
      return line.extracting(start...).isUTF8 ? error : .invalidUTF8
    }
  }

  /// Reads the values that were found.
  private mutating func convert(_ line: Span<UInt8>, _ symbols: inout Symbols) {
    fields.clear()
    var rest = scan.seen
    while rest != 0, let field = Field(rawValue: UInt8(rest.trailingZeroBitCount)) {
      rest &= rest - 1
      let token = scan.token(field)
      if token.isAbsent { continue }
      if let value = value(of: field, line, token, &symbols) {
        fields[field] = value
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
  mutating func dismiss(_ field: Field) {
    fields[field] = Event.absent
    // What stands in an object stays there.
    if let index = scan.nested.firstIndex(where: { $0.field == field }) {
      scan.nested.remove(at: index)
    } else {
      scan.extras.append(scan.token(field))
    }
  }

  /// What makes nanoseconds of the numbers of `field` on the last line, if their unit was given.
  func unitPower(of field: Field) -> Int? { scan.unitPower(of: field) }

  /// True if a field is dismissed for what stands in another, or in the options.
  @inline(__always) var isOneDismissed: Bool {
    fields.has(.duration) && fields.has(.phase) || records != nil && fields.has(.records)
      || isLaunchLength && fields.has(.event)
  }

  private mutating func build(_ line: Span<UInt8>, _ event: inout Event, _ symbols: inout Symbols) throws(Reject.Reason)
    -> Reject.Reason?
  {
    if isOneDismissed {
      if fields.has(.duration), fields.has(.phase) { dismissMisfit(.duration) }
      if records != nil, fields.has(.records) { dismiss(.records) }
    }
    if isLaunchLength { settleLaunch(&symbols) }
    findPlace(&symbols)
    event.stream = place.stream
    event.seq = fields[.seq]
    guard fields.has(.event), fields.has(.time) || fields.has(.uptime) else {
      return fields.has(.event) ? .noTime : .noEvent
    }
    event.time = fields[.time]
    event.uptime = fields[.uptime]
    event.duration = fields[.duration]
    event.memory = fields[.memory]
    event.context = place.context
    event.signature = signatureID(&symbols)
    event.scene = fields.text(.scene)
    event.sceneInstance = fields.text(.sceneInstance)
    event.viewInstance = fields.text(.viewInstance)
    event.task = fields.text(.task)
    duplicates = scan.duplicates
    event.attributes = try attributes(line, &symbols)
    if event.duration != Event.absent { settleStream(of: &event, &symbols) }
    return nil
  }

  private mutating func signatureID(_ symbols: inout Symbols) -> SignatureID {
    let known = signatures.find(LineFields.signature, of: fields.values)
    if let meaning = known.meaning, oddPhase == nil {
      return SignatureID(rawValue: Int32(truncatingIfNeeded: meaning.0))
    }
    let id = symbols.signatures.intern(signature(&symbols))
    if oddPhase == nil {
      signatures.set(LineFields.signature, of: fields.values, at: known.place, to: (Int64(id), 0))
    }
    return SignatureID(rawValue: id)
  }

  private mutating func signature(_ symbols: inout Symbols) -> Signature {
    var signature = named(fields.text(.event), symbols: &symbols)
    if let oddPhase, signature.kind != .unknown {
      // Neither an entry nor a return nor both: no machine may take it for an instant.
      let name = symbols.texts.intern("\(signature.kind.name) (phase \(oddPhase))")
      signature = named(name, symbols: &symbols)
    }
    if fields.has(.source), let source = EventSource(rawValue: UInt8(fields[.source])) {
      signature.eventSource = source
    }
    if fields.has(.phase), let phase = CallbackPhase(rawValue: UInt8(fields[.phase])) { signature.phase = phase }
    signature.thread = fields.text(.thread)
    signature.reason = fields.text(.reason)
    signature.view = fields.text(.view)
    signature.name = fields.text(.name)
    signature.taskKind = fields.text(.kind)
    signature.sceneRole = fields.text(.sceneRole)
    if signature.kind == .launchMeasured { signature.reason = startType(&symbols) }
    signature.success = fields.truth(.success)
    signature.prewarmed = fields.truth(.prewarmed)
    return signature
  }

  private mutating func named(_ id: TextID, symbols: inout Symbols) -> Signature {
    let index = Int(id.rawValue)
    let missing = index + 1 - names.count
    if missing > 0 { names += repeatElement(nil, count: missing) }
    if let known = names[index] { return known }
    let name = renamed(symbols.texts.string(id))
    var signature = Signature()
    if let meaning = EventNames.meaning(of: name) {
      signature.kind = meaning.kind
      signature.eventSource = meaning.eventSource
    } else {
      let isPassedOver = passesOver && RenameHint.kind(of: name) == nil
      signature.unknownName = symbols.texts.intern(isPassedOver ? EventNames.passedOver : name)
      // An odd phase stands in the name, also where that was exported.
      if name.hasSuffix(")"), name.contains(" (phase ") { signature.phase = .unknown }
    }
    names[index] = signature
    return signature
  }

  func renamed(_ name: String) -> String { renames[name] ?? name }

  /// Finds the line's context and stream; what the line lacks of the stream's name is that of the lines before it.
  mutating func findPlace(_ symbols: inout Symbols) {
    if place.isFound, fields.values.isSame(LineFields.place, in: lastPlace, at: 0) { return }
    let known = placeGroups.find(LineFields.place, of: fields.values)
    if let meaning = known.meaning {
      place = LinePlace(meaning)
      inherit()
    } else {
      place = newPlace(&symbols)
      if isPlaceWhole { placeGroups.set(LineFields.place, of: fields.values, at: known.place, to: place.numbers) }
    }
    lastPlace.copy(fields.values, from: LineFields.place.lowerBound, to: 0..<LineFields.place.count)
  }

  /// True if earlier lines add nothing to the place that the line names.
  private var isPlaceWhole: Bool {
    fields.has(.launch) || fields.has(.device) && fields.has(.app) && fields.has(.boot) && fields.has(.pid)
  }

  /// Keeps what the next lines take from this one.
  private mutating func inherit() {
    // A transcoder says all that it knows.
    if format != LogFormat.canonical {
      carry = StreamKey()
      return
    }
    if fields.has(.device) { carry.device = fields.text(.device) }
    if fields.has(.app) { carry.app = fields.text(.app) }
    if fields.has(.boot) { carry.boot = fields.text(.boot) }
    if fields.has(.pid) { carry.pid = fields[.pid] }
  }

  private mutating func newPlace(_ symbols: inout Symbols) -> LinePlace {
    let origin = fields.has(.origin) ? origins[Int(fields[.origin])] : Origin()
    let value = newContext(origin, &symbols)
    inherit()
    var key = carry
    if format != LogFormat.canonical {
      // Device, boot and process are compared within one format.
      key.device = value.device
      key.boot = value.boot
      key.pid = value.pid
      // Within one boot a process is known by its number, before the log names its app.
      if value.boot.isNone || value.pid == Event.absent { key.app = value.app }
      if key != StreamKey() { key.source = value.format }
    }
    if origin.stream != StreamKey() { key = origin.stream }
    if fields.has(.launch) {
      key = StreamKey()
      key.launch = fields.text(.launch)
    }
    var place = LinePlace()
    place.isFound = true
    place.lost = origin.lost
    place.context = ContextID(rawValue: symbols.contexts.intern(value))
    place.stream = StreamID(rawValue: symbols.streams.intern(key))
    return place
  }

  private mutating func newContext(_ origin: Origin, _ symbols: inout Symbols) -> Context {
    var value = Context()
    value.device = fields.text(.device)
    value.deviceModel = fields.text(.deviceModel)
    value.osVersion = fields.text(.osVersion)
    value.platform = fields.text(.platform)
    value.processKind = fields.text(.processKind)
    value.boot = fields.text(.boot)
    value.app = fields.text(.app)
    value.appVersion = fields.text(.appVersion)
    value.appBuild = fields.text(.appBuild)
    value.sdkVersion = fields.text(.sdkVersion)
    value.records = fields.text(.records)
    if let records { value.records = symbols.texts.intern(joined(records)) }
    value.format = origin.format.isNone ? formatName ?? symbols.texts.intern(format) : origin.format
    if origin.format.isNone { formatName = value.format }
    value.pid = fields[.pid]
    value.simulator = fields.truth(.simulator)
    value.debugger = fields.truth(.debugger)
    return value
  }

  /// All that is no field, as one object.
  private mutating func attributes(_ line: Span<UInt8>, _ symbols: inout Symbols) throws(Reject.Reason) -> TextID {
    if scan.extras.isEmpty, !fields.has(.attributes) { return .none }
    if let meaning = knownAttributes.meaning() {
      duplicates += meaning.duplicates
      return meaning.attributes
    }
    let earlier = duplicates
    let attributes = try writtenAttributes(line, &symbols)
    knownAttributes.keep(attributes, duplicates: duplicates - earlier)
    return attributes
  }

  /// The same by their bytes.
  @inline(never) private mutating func writtenAttributes(
    _ line: Span<UInt8>, _ symbols: inout Symbols
  ) throws(Reject.Reason) -> TextID {
    writing.removeAll(keepingCapacity: true)
    for index in 0..<scan.extras.count {
      let extra = scan.extras[index]
      line.extracting(extra.member..<extra.end).append(to: &writing)
      writing.append(UInt8(ascii: ","))
    }
    if fields.has(.attributes) { line.extracting(scan.token(.attributes).range).append(to: &writing) }
    // The same text leaves other attributes where another part of it was mapped.
    let known = scan.nested.isEmpty ? writings.find(writing.span) : .none
    if !known.isNone {
      let meaning = meanings[Int(known.rawValue) - 1]
      duplicates += meaning.duplicates
      return meaning.attributes
    }
    canonical.clear(leavingOut: scan.nested.isEmpty ? [] : scan.nested.map(\.member))
    for index in 0..<scan.extras.count { canonical.add(line, scan.extras[index]) }
    if fields.has(.attributes) {
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
}
