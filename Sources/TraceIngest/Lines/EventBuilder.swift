import TraceModel

/// Makes the event of one line, from the values of its fields and its members that are no fields.
///
/// `EventReader` and `MemberCache` find these, each in its own way, and put them into `scan` and `fields`. What
/// they mean together is decided only here:
///
/// 1. *The context*: the process, the device and the stream that the line belongs to. What the line does not say of its
///    stream, it inherits from the lines before it (`NamedProcesses`).
/// 2. *The signature*: what happened, with the vocabulary's name.
/// 3. *The attributes*: all members that are no fields, as one object in canonical form.
/// 4. *The duration of a launch*, under a key that was mapped to it or in a sentence that is the name of the line
///    (`LaunchSaying`), makes the line `launch.measured`.
///
/// Contexts, signatures and attributes of earlier lines are looked up by the numbers of the fields that they were made
/// from.
struct EventBuilder: ~Copyable {
  /// The members of the line, by their ranges.
  var scan: LineScan
  /// The values of its fields.
  var fields = LineFields()

  /// What the lines so far named of device, app, boot and process, in their order, each once where lines repeat it.
  private(set) var named: [StreamKey] = []
  /// The stream and the context of the last line.
  private(set) var context = LineContext()
  /// The number of fields of the last line that have a wrong type or are out of range.
  private(set) var misfits: Int64 = 0
  /// These fields, with the ranges of their values.
  private(set) var misfitFields: [(field: Field, value: Range<Int>)] = []
  /// The number of keys that came twice on the last line.
  private(set) var duplicates: Int64 = 0

  private let hasForms: Bool
  private let renamings: RenamingTable
  /// True if events whose names have no meaning in an app's life cycle are left out.
  private let passesOver: Bool
  private let records: [String]?
  private let format: String
  private let isCanonical: Bool
  /// The format's number in `Symbols`, once it is needed.
  private var formatName: TextID?
  /// The numbers of keys that hold the duration of a launch, and of those among them whose names mention a launch.
  private let launchKeys: Set<Int>
  private let launchNamedKeys: Set<Int>
  /// Whether the names that were asked for mention a launch.
  private var launchNames: [TextID: Bool] = [:]
  /// The names that are sentences with the length of a launch, by the numbers of their texts.
  private var sayings: [TextID: LaunchSaying] = [:]
  /// By the number of a text, whether it was looked for in `sayings`.
  private var areAsked: [Bool] = []
  /// Those that hold the instant at which a launch ended.
  private let launchEndKeys: Set<Int>
  /// Those that hold the time since the instant that `time` is.
  private let offsetKeys: Set<Int>
  private var values: FieldValues
  private var canonical = CanonicalJSON()
  /// The attributes of earlier lines, by the members that they were made from.
  private var earlierAttributes = EarlierAttributes()
  /// The part of the signature that depends on the name alone, by the name's number.
  private var names: [Signature?] = []
  private var signatures = ValueGroups(width: LineFields.signature.count)
  /// The fields of the last line that give its context.
  private var lastContext = FixedBuffer(repeating: 0 as Int64, count: LineFields.context.count)
  private var contexts = ValueGroups(width: LineFields.context.count)
  /// When the launch ended that the line is, if it says its end instead of its length.
  private var launchEnd: Int64?
  /// The line's value of `phase`, if it is no phase.
  private var oddPhase: String?
  /// A crash of which the last line tells in passing, with the value that says so.
  private(set) var saidCrash: (crash: SaidCrash, value: String)?
  /// By the numbers of attributes, whether they were looked at and tell of no crash.
  private var tellNoCrash: [Bool] = []
  /// True if the last line has no event and should have none: it is of another kind than events.
  private(set) var isOfOtherKind = false

  /// A builder for the lines of one buffer, which are read as `format`.
  init(_ options: IngestOptions, _ format: String, isSince2001: Bool) {
    let isCanonical = format == LogFormat.canonical
    let scan = LineScan(isCanonical ? options.keyMap : [], forms: isCanonical ? options.forms : [:])
    let keys = isCanonical ? options.launchKeys : []
    // Both are stored at the end: Swift 6.3 releases the members of a noncopyable value that is half initialized.
    let launchKeys = scan.numbers(of: keys)
    let launchNamedKeys = scan.numbers(
      of: keys.filter { LaunchLength.mentionsLaunch($0) || NameWords.words(of: $0).contains("start") })
    let launchEndKeys = scan.numbers(of: keys.intersection(options.launchEndKeys))
    let offsetKeys = isCanonical ? scan.numbers(of: options.offsetKeys) : []
    self.launchKeys = launchKeys
    self.launchNamedKeys = launchNamedKeys
    self.launchEndKeys = launchEndKeys
    self.offsetKeys = offsetKeys
    self.scan = scan
    self.isCanonical = isCanonical
    self.format = format
    hasForms = options.hasForms
    renamings = RenamingTable(options.renamings)
    passesOver = !options.keepsAll && isCanonical
    records = options.records
    values = FieldValues(options, isSince2001: isSince2001)
  }

  /// The name of the last line's event as the log has it.
  var eventName: TextID { fields.text(.event) }

  /// Takes fields from more keys, which count behind all others.
  mutating func take(_ keys: [SourceKeys.Key]) {
    scan.take(keys)
    // Members are numbered anew.
    earlierAttributes = EarlierAttributes()
  }

  /// What is unclear about the numbers of the last line, each with its value.
  var doubts: [(doubt: ValueDoubt, value: String)] {
    if values.doubts.isEmpty { return [] }
    return values.doubts.map { field, kind, value in
      let number = scan.keyOfField[field.index]
      let isLaunch = field == .duration && launchKeys.contains(number)
      let name = isLaunch ? "launchDuration" : isOffset(field, number) ? IngestOptions.offset : field.name
      return (ValueDoubt(kind: kind, mapping: name, key: scan.key(of: field)), value)
    }
  }

  private func isOffset(_ field: Field, _ number: Int) -> Bool { field == .uptime && offsetKeys.contains(number) }

  /// True if the last line's time had no offset.
  var isZoneAssumed: Bool { values.isZoneAssumed }

  /// Forgets the results of the last line, but not its members and fields.
  mutating func beginLine() {
    if misfits > 0 { misfitFields.removeAll() }
    misfits = 0
    oddPhase = nil
    if saidCrash != nil { saidCrash = nil }
    isOfOtherKind = false
    values.beginLine()
    earlierAttributes.clear()
  }

  // MARK: - Values

  /// The value of `field` as a number; nil if the token has a wrong type for it.
  mutating func value(of field: Field, _ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols) -> Int64? {
    if field == .reason, !launchKeys.isEmpty {
      let written = line.extracting(token.kind == .string ? token.inner : token.range).string
      if let type = StartName.type(scan.key(of: .reason), is: written) {
        return Int64(symbols.texts.intern(type.name).rawValue)
      }
    }
    let isInstant = field == .duration && !launchEndKeys.isEmpty && launchEndKeys.contains(scan.keyOfField[field.index])
    let value = values.value(
      of: isInstant ? .time : field, line, token, hasForms ? scan.form(of: field) : nil, &symbols)
    if field == .event, isCanonical, let value {
      noteSaying(TextID(rawValue: Int32(truncatingIfNeeded: value)), symbols)
    }
    return value
  }

  /// Reads the values of the fields that `scan` has found on the line.
  mutating func readValues(_ line: Span<UInt8>, _ symbols: inout Symbols) {
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
  private mutating func dismiss(_ field: Field) {
    fields[field] = Event.absent
    // A value that is in an object stays in it.
    if let index = scan.nested.firstIndex(where: { $0.field == field }) {
      scan.nested.remove(at: index)
    } else {
      scan.extras.append(scan.token(field))
    }
  }

  /// True if one field makes another an attribute, or the options do.
  @inline(__always) var dismissesField: Bool {
    fields.has(.duration) && fields.has(.phase) || records != nil && fields.has(.records)
      || isLaunchLength && fields.has(.event) || hasSession && (namesProcess || fields.has(.duration))
      || renamings.hasReasons && fields.has(.reason)
      || !sayings.isEmpty && sayings[fields.text(.event)] != nil
  }

  /// True if the line says of which session it is.
  @inline(__always) private var hasSession: Bool {
    fields.has(.origin) && values.origin(fields[.origin]).isSession
  }

  private var namesProcess: Bool { fields.has(.launch) || fields.has(.pid) }

  // MARK: - The event

  /// Makes the event of the line; returns the reason if the line is none, else nil.
  ///
  /// - Throws: The reason if the line is no record.
  mutating func build(_ line: Span<UInt8>, _ event: inout Event, _ symbols: inout Symbols) throws(Reject.Reason)
    -> Reject.Reason?
  {
    if dismissesField {
      if fields.has(.duration), fields.has(.phase) { dismissMisfit(.duration) }
      if records != nil, fields.has(.records) { dismiss(.records) }
      // A session tells less than its process does.
      if hasSession, namesProcess { dismiss(.origin) }
    }
    launchEnd = nil
    if renamings.hasReasons, fields.has(.event),
      let reason = renamings.reason(symbols.texts.string(fields.text(.event)))
    {
      settle(reason, &symbols)
    }
    if isLaunchLength { settleLaunch(&symbols) } else if !sayings.isEmpty { settleSaying(&symbols) }
    if isOffset { settleOffset() }
    findContext(&symbols)
    event.stream = context.stream
    event.seq = fields[.seq]
    guard fields.has(.event), fields.has(.time) || fields.has(.uptime) else {
      isOfOtherKind = !fields.has(.event) && isOfOtherKind(line)
      return fields.has(.event) ? .noTime : .noEvent
    }
    event.time = launchEnd ?? fields[.time]
    event.uptime = fields[.uptime]
    event.duration = fields[.duration]
    event.memory = fields[.memory]
    event.context = context.context
    event.signature = signatureID(&symbols)
    event.scene = fields.text(.scene)
    event.sceneInstance = fields.text(.sceneInstance)
    event.viewInstance = fields.text(.viewInstance)
    event.task = fields.text(.task)
    // What a session returns to is none of its launches.
    if fields.has(.duration), hasSession, isReturn(symbols.signature(event), symbols) { dismiss(.origin) }
    duplicates = scan.duplicates
    event.attributes = try attributes(line, &symbols)
    if isCanonical, !event.attributes.isNone { noteCrash(event, symbols) }
    if event.duration != Event.absent { settleStream(of: &event, &symbols) }
    return nil
  }

  /// Replaces the name of the line's event, if its record meets the condition of a renaming.
  mutating func rename(_ record: Span<UInt8>, _ symbols: inout Symbols) {
    guard renamings.hasConditions, fields.has(.event) else { return }
    if let other = renamings.renaming(of: symbols.texts.string(fields.text(.event)), record) {
      fields[.event] = Int64(symbols.texts.intern(other.name).rawValue)
      if let reason = other.reason { settle(reason, &symbols) }
    }
  }

  /// Takes why a process ended from its event's name, unless the record says it in a known word.
  private mutating func settle(_ reason: ExitReason, _ symbols: inout Symbols) {
    if fields.has(.reason) {
      if ExitReason(symbols.texts.string(fields.text(.reason))) != nil { return }
      dismiss(.reason)
    }
    fields[.reason] = Int64(symbols.texts.intern(reason.name).rawValue)
  }

  // MARK: - Signatures

  private mutating func signatureID(_ symbols: inout Symbols) -> SignatureID {
    let found = signatures.find(LineFields.signature, of: fields.values)
    if let meaning = found.meaning, oddPhase == nil {
      return SignatureID(rawValue: Int32(truncatingIfNeeded: meaning.0))
    }
    let id = symbols.signatures.intern(signature(&symbols))
    if oddPhase == nil {
      signatures.set(LineFields.signature, of: fields.values, in: found.slot, to: (Int64(id), 0))
    }
    return SignatureID(rawValue: id)
  }

  private mutating func signature(_ symbols: inout Symbols) -> Signature {
    var signature = named(fields.text(.event), symbols: &symbols)
    if let oddPhase, signature.kind != .unknown {
      // It is neither the begin nor the end of a callback nor both: no machine may treat it as an instant.
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
    let isBegin = signature.kind == .processStart || signature.kind == .appDidFinishLaunching
    if isBegin, !fields.has(.reason), let type = StartName.type(symbols.texts.string(fields.text(.event))),
      type == .cold || type == .warm
    {
      signature.reason = symbols.texts.intern(type.name)
    }
    signature.success = fields.truth(.success)
    signature.prewarmed = fields.truth(.prewarmed)
    return signature
  }

  private mutating func named(_ id: TextID, symbols: inout Symbols) -> Signature {
    let index = Int(id.rawValue)
    let missing = index + 1 - names.count
    if missing > 0 { names += repeatElement(nil, count: missing) }
    if let signature = names[index] { return signature }
    let name = renamings.name(symbols.texts.string(id))
    var signature = Signature()
    if let meaning = EventNames.meaning(of: name) {
      signature.kind = meaning.kind
      signature.eventSource = meaning.eventSource
    } else {
      let isPassedOver = passesOver && RenameHint.kind(of: name) == nil && !RenameHint.mayBeEnd(name)
      signature.unknownName = symbols.texts.intern(isPassedOver ? EventNames.passedOver : name)
      // An odd phase is in the name, also in one that was exported.
      if name.hasSuffix(")"), name.contains(" (phase ") { signature.phase = .unknown }
    }
    names[index] = signature
    return signature
  }

  // MARK: - Contexts

  /// Finds the line's context and stream; what the line does not say of its stream, it inherits from the lines before
  /// it.
  mutating func findContext(_ symbols: inout Symbols) {
    if context.isFound, fields.values.isSame(LineFields.context, in: lastContext, at: 0) { return }
    let found = contexts.find(LineFields.context, of: fields.values)
    if let meaning = found.meaning {
      context = LineContext(meaning)
      noteNamed()
    } else {
      context = newContext(&symbols)
      if isContextWhole { contexts.set(LineFields.context, of: fields.values, in: found.slot, to: context.numbers) }
    }
    lastContext.copy(fields.values, from: LineFields.context.lowerBound, to: 0..<LineFields.context.count)
  }

  /// True if the line names its stream in full, without earlier lines.
  private var isContextWhole: Bool {
    fields.has(.launch) || fields.has(.device) && fields.has(.app) && fields.has(.boot) && fields.has(.pid)
  }

  /// Notes what the line names of its process, which later lines may inherit.
  ///
  /// A reader of another format names all that it can on each line.
  private mutating func noteNamed() {
    guard isCanonical else { return }
    var key = StreamKey()
    key.device = fields.text(.device)
    key.app = fields.text(.app)
    key.boot = fields.text(.boot)
    key.pid = fields[.pid]
    if key != StreamKey(), key != named.last { named.append(key) }
  }

  private mutating func newContext(_ symbols: inout Symbols) -> LineContext {
    let origin = fields.has(.origin) ? values.origin(fields[.origin]) : Origin()
    let value = process(origin, &symbols)
    noteNamed()
    var key = StreamKey()
    key.device = value.device
    key.boot = value.boot
    key.pid = value.pid
    if isCanonical {
      key.app = value.app
      key.inherit(after: named.count)
      if origin.isSession { key.source = origin.stream.source }
    } else {
      // Within one boot its number identifies a process, even before the log names its app.
      if value.boot.isNone || value.pid == Event.absent { key.app = value.app }
      // Device, boot and process are compared within one format.
      if key != StreamKey() { key.source = value.format }
    }
    if !origin.isSession, origin.stream != StreamKey() { key = origin.stream }
    if fields.has(.launch) {
      key = StreamKey()
      key.launch = fields.text(.launch)
    }
    var context = LineContext()
    context.isFound = true
    context.lost = origin.lost
    context.context = ContextID(rawValue: symbols.contexts.intern(value))
    context.stream = StreamID(rawValue: symbols.streams.intern(key))
    return context
  }

  private mutating func process(_ origin: Origin, _ symbols: inout Symbols) -> Context {
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
    if let records { value.records = symbols.texts.intern(values.joined(records)) }
    value.format = origin.format.isNone ? formatName ?? symbols.texts.intern(format) : origin.format
    if origin.format.isNone { formatName = value.format }
    value.pid = fields[.pid]
    value.simulator = fields.truth(.simulator)
    value.debugger = fields.truth(.debugger)
    return value
  }

  // MARK: - Attributes

  /// Notes a member of the line that is no field, or the one that holds attributes, by the number of its bytes.
  @inline(__always) mutating func noteAttribute(_ number: Int64) { earlierAttributes.add(number) }

  /// All members that are no fields, as one object.
  private mutating func attributes(_ line: Span<UInt8>, _ symbols: inout Symbols) throws(Reject.Reason) -> TextID {
    if scan.extras.isEmpty, !fields.has(.attributes) { return .none }
    if let meaning = earlierAttributes.meaning() {
      duplicates += meaning.duplicates
      return meaning.attributes
    }
    let attributes = try writtenAttributes(line, &symbols)
    duplicates += canonical.duplicates
    earlierAttributes.keep(attributes, duplicates: canonical.duplicates)
    return attributes
  }

  /// The same, written anew.
  @inline(never) private mutating func writtenAttributes(
    _ line: Span<UInt8>, _ symbols: inout Symbols
  ) throws(Reject.Reason) -> TextID {
    canonical.clear(leavingOut: scan.nested.isEmpty ? [] : scan.nested.map(\.member))
    for extra in scan.extras { canonical.add(line, extra) }
    if fields.has(.attributes) {
      try JSONScanner.items(line, scan.token(.attributes).start, depth: 1) { canonical.add(line, $0) }
    }
    if canonical.isEmpty { return .none }
    try canonical.writeObject(line)
    return symbols.texts.intern(canonical.output.span)
  }

  private mutating func noteCrash(_ event: Event, _ symbols: Symbols) {
    let index = Int(event.attributes.rawValue)
    if index >= tellNoCrash.count { tellNoCrash += repeatElement(false, count: index + 1 - tellNoCrash.count) }
    if tellNoCrash[index] { return }
    guard let (key, value) = SaidCrash.find(in: symbols.texts.slice(event.attributes)) else {
      tellNoCrash[index] = true
      return
    }
    let kind = symbols.signature(event).kind
    if kind == .processExit { return }
    let name = kind == .unknown ? symbols.texts.string(fields.text(.event)) : nil
    saidCrash = (SaidCrash(name: name, key: key), value)
  }

  // MARK: - Lines without an event

  /// The calls of Segment's API beside `track`, as its SDKs and those of others write them.
  ///
  /// Source: Segment, *Spec: Common Fields* and *Spec: Screen*.
  private static let otherCalls: Set = ["screen", "page", "identify", "group", "alias"]
  private static let callKeys = ["type", "messageId"].map { Array($0.utf8) }

  /// True if a line without an event is a row that holds no launch, or a call that is no event.
  private func isOfOtherKind(_ line: Span<UInt8>) -> Bool {
    if scan.seen & Field.duration.bit != 0, scan.token(.duration).isAbsent,
      launchKeys.contains(scan.keyOfField[Field.duration.index])
    {
      return true
    }
    let call = scan.extras.last { $0.isMember(Self.callKeys[0], of: line) && $0.kind == .string }
    guard let call, scan.extras.contains(where: { $0.isMember(Self.callKeys[1], of: line) }) else { return false }
    return Self.otherCalls.contains(line.extracting(call.inner).string)
  }

  // MARK: - Times since another instant

  /// True if the line has the time since the instant that its `time` is.
  @inline(__always) private var isOffset: Bool {
    !offsetKeys.isEmpty && fields.has(.uptime) && offsetKeys.contains(scan.keyOfField[Field.uptime.index])
  }

  /// Adds the offset to the time; without a time, it tells none.
  private mutating func settleOffset() {
    let (time, isOver) = fields[.time].addingReportingOverflow(fields[.uptime])
    if fields.has(.time), !isOver, time != Event.absent {
      fields[.time] = time
    } else {
      fields[.time] = Event.absent
      dismissMisfit(.uptime)
    }
    fields[.uptime] = Event.absent
  }

  // MARK: - Records that are a whole launch

  /// True if a name mentions a launch.
  private mutating func mentionsLaunch(_ name: TextID, _ symbols: Symbols) -> Bool {
    if let known = launchNames[name] { return known }
    let mentions = LaunchLength.mentionsLaunch(renamings.name(symbols.texts.string(name)))
    launchNames[name] = mentions
    return mentions
  }

  /// True if the line has the duration of a launch, under a key that was mapped to it.
  @inline(__always) private var isLaunchLength: Bool {
    !launchKeys.isEmpty && fields.has(.duration) && launchKeys.contains(scan.keyOfField[Field.duration.index])
  }

  /// Makes a line with the duration of a launch `launch.measured`.
  ///
  /// A line with another meaning keeps it, and its duration becomes an attribute. So does one that mentions no launch,
  /// neither in its name nor in the key of the duration, as `{"metric":"http request","value":90}`.
  private mutating func settleLaunch(_ symbols: inout Symbols) {
    if launchEndKeys.contains(scan.keyOfField[Field.duration.index]) {
      let end = fields[.duration]
      guard fields.has(.time), end > fields[.time] else { return dismiss(.duration) }
      fields[.duration] = end - fields[.time]
      launchEnd = end
    }
    let measured = Int64(symbols.texts.intern(EventKind.launchMeasured.name).rawValue)
    let written = fields.has(.event) ? symbols.texts.string(fields.text(.event)) : ""
    let name = renamings.name(written)
    let kind = EventNames.meaning(of: name)?.kind
    if !fields.has(.event) || kind == .launchMeasured {
      settleStartType(&symbols)
      settleBegin(name)
      fields[.event] = fields.has(.event) ? fields[.event] : measured
      return
    }
    let isSaid =
      launchNamedKeys.contains(scan.keyOfField[Field.duration.index]) || mentionsLaunch(fields.text(.event), symbols)
      || mentionsLaunch(fields.text(.name), symbols)
    // A start by the options alone, with its length: the record is of the whole launch.
    let isStart = kind == .processStart && name != written
    if isStart || kind == nil && isSaid {
      settleStartType(&symbols)
      settleBegin(name)
      dismiss(.event)
      fields[.event] = measured
    } else {
      launchEnd = nil
      dismiss(.duration)
    }
  }

  private mutating func noteSaying(_ id: TextID, _ symbols: Symbols) {
    let index = Int(id.rawValue)
    if index >= areAsked.count { areAsked += repeatElement(false, count: index + 1 - areAsked.count) }
    if areAsked[index] { return }
    areAsked[index] = true
    let name = symbols.texts.string(id)
    guard renamings.name(name) == name, EventNames.meaning(of: name) == nil else { return }
    sayings[id] = LaunchSaying(ofName: name)
  }

  /// Makes a line `launch.measured` whose name is a sentence with the length of a launch.
  private mutating func settleSaying(_ symbols: inout Symbols) {
    // Where lines name their process, its own events say more.
    guard !fields.has(.duration), !namesProcess, let saying = sayings[fields.text(.event)], let nanos = saying.nanos
    else { return }
    dismiss(.event)
    fields[.event] = Int64(symbols.texts.intern(EventKind.launchMeasured.name).rawValue)
    fields[.duration] = nanos
    if !fields.has(.reason), let type = saying.type {
      fields[.reason] = Int64(symbols.texts.intern(type.name).rawValue)
    }
  }

  /// Moves the time of a launch from its begin to its end, where its key says that it is the begin.
  private mutating func settleBegin(_ name: String) {
    guard launchEnd == nil, !isOffset, fields.has(.time), LaunchLength.isBegin(scan.key(of: .time), ofRecord: name)
    else { return }
    let (end, isOver) = fields[.time].addingReportingOverflow(fields[.duration])
    if !isOver { launchEnd = end }
  }

  /// Takes how a launch was started from the name of its record or the key of its length, unless the record has a word
  /// for it.
  private mutating func settleStartType(_ symbols: inout Symbols) {
    if fields.has(.reason) { return }
    let names = [Field.event, .name].filter { fields.has($0) }.map { symbols.texts.string(fields.text($0)) }
    let type = (names + [scan.key(of: .duration)]).lazy.compactMap { StartName.type($0) }.first
    if let type { fields[.reason] = Int64(symbols.texts.intern(type.name).rawValue) }
  }

  /// True if a record of a length says that the app only came back.
  private func isReturn(_ signature: Signature, _ symbols: Symbols) -> Bool {
    signature.kind == .launchMeasured && symbols.texts.string(signature.reason) == StartType.hot.name
  }

  /// How a measured launch was started: the name of a `StartType`, or another word as it is written.
  private func startType(_ symbols: inout Symbols) -> TextID {
    let written = fields.text(.reason)
    guard let type = StartType(written: symbols.texts.string(written)) else { return written }
    return symbols.texts.intern(type.name)
  }

  /// Gives the record of a measured launch that names neither launch, process, device nor session a stream of its own,
  /// named by all values of the record.
  ///
  /// So two records are two launches, and a record that two exports hold is one.
  private mutating func settleStream(of event: inout Event, _ symbols: inout Symbols) {
    let signature = symbols.signature(event)
    var key = symbols.stream(event.stream)
    let mayBeOfProcess = key.inheritsProcess
    let isNamed = key.isLaunch || key.pid != Event.absent && !mayBeOfProcess || fields.has(.origin)
    guard signature.kind == .launchMeasured, !isNamed else { return }
    let context = symbols.context(event.context)
    // What one device or session sends is cut into launches, each with the other events that follow its length.
    let isOfSender = mayBeOfProcess && (!context.device.isNone || !key.source.isNone)
    if isCanonical, isOfSender, !isReturn(signature, symbols) { return }
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
    // Whether earlier lines name a process is known when batches are settled.
    if mayBeOfProcess { key.source = name } else { key = StreamKey(source: name) }
    event.stream = StreamID(rawValue: symbols.streams.intern(key))
  }
}

/// The stream and the context of a line, which the fields of `LineFields.context` name together.
struct LineContext {
  /// False before the first line.
  fileprivate var isFound = false
  fileprivate(set) var stream = StreamID(rawValue: 0)
  fileprivate(set) var context = ContextID(rawValue: 0)
  /// How many events were lost before it, in the log in which it was first recorded.
  fileprivate(set) var lost: Int64 = 0

  fileprivate init() {}

  /// The context with these `numbers`.
  fileprivate init(_ numbers: (Int64, Int64)) {
    isFound = true
    stream = StreamID(rawValue: Int32(truncatingIfNeeded: numbers.0 >> 32))
    context = ContextID(rawValue: Int32(truncatingIfNeeded: numbers.0))
    lost = numbers.1
  }

  /// The numbers by which `ValueGroups` keeps it.
  fileprivate var numbers: (Int64, Int64) { (Int64(stream.rawValue) << 32 | Int64(context.rawValue), lost) }
}

/// The attributes of earlier lines, by their members that are no fields.
///
/// To join the members of a line and to look their text up takes some 800 instructions, this 100. Each member that was
/// on a line before has a number (`SeenMembers`) for its bytes. So a line with the same numbers in the same order has
/// the same attributes, and as many keys twice. Lines with more members than `width` allows are left out.
private struct EarlierAttributes: ~Copyable {
  /// One more than the greatest number of members of a line: the first number is their count.
  private static let width = 8

  /// The count of the line's members, and their numbers.
  private var line = FixedBuffer(repeating: 0 as Int64, count: width)
  private var groups = ValueGroups(width: width)

  /// Forgets the line.
  @inline(__always) mutating func clear() { line[0] = 0 }

  /// Adds a member of the line, by its number.
  @inline(__always) mutating func add(_ number: Int64) {
    let count = Int(line[0]) &+ 1
    line[0] = Int64(count)
    if count < Self.width { line[count] = number }
  }

  /// True if the line has members, and not too many.
  private var isNumbered: Bool { line[0] > 0 && line[0] < Self.width }

  /// The range of `line` that holds the count of members and their numbers.
  private var numbered: Range<Int> { 0..<Int(line[0]) &+ 1 }

  /// The attributes of the line, and the number of keys that come twice in them; nil if no line had these members.
  @inline(__always) mutating func meaning() -> (attributes: TextID, duplicates: Int64)? {
    guard isNumbered else { return nil }
    guard let meaning = groups.find(numbered, of: line).meaning else { return nil }
    return (TextID(rawValue: Int32(truncatingIfNeeded: meaning.0)), meaning.1)
  }

  /// Keeps the attributes of the line.
  mutating func keep(_ attributes: TextID, duplicates: Int64) {
    guard isNumbered else { return }
    let slot = groups.find(numbered, of: line).slot
    groups.set(numbered, of: line, in: slot, to: (Int64(attributes.rawValue), duplicates))
  }
}
