/// Decides which records of one stream are new, which repeat an event, and which contradict one.
///
/// A pure fold: records come by position, at one position as they arrived, each after the known events that it may be.
///
///     var identity = StreamIdentity()
///     for record in records {
///       identity.begin(record)
///       while let event = known.first, event.position <= identity.end { identity.add(known.removeFirst()) }
///       let outcome = identity.outcome(of: record)
///     }
///
/// The rules: a record with `seq` is an event that agrees with it in `IdentityRecord.Core`; if they differ in the rest
/// it is refused. In a launch, a record with the `seq` of another event is refused too. A record without `seq` is an
/// equal event that its source has not reported yet: the n-th of its equals in one source is the n-th in another. The
/// first to come stays.
///
/// A launch id may name launches of several devices, apps or versions, and a record never matches an event of another
/// launch: the first event with a `seq` stands at that position, those of other launches in slots, `slotSize` higher
/// each.
public struct StreamIdentity: Sendable {
  /// What a record is.
  public enum Outcome: Equatable, Sendable {
    /// A new event, at this position.
    case new(position: Int64)
    /// The event at this position; a claim if its source has not reported that event before: it must be kept, as
    /// another line of the source is then another event.
    case duplicate(of: Int64, isClaim: Bool)
    /// Refused, as another event has its number.
    case refused(Reject.Reason)
  }

  /// A source's report of an event which another source, or another line of its own, had reported before.
  public struct Claim: Hashable, Sendable {
    public var source: Int32
    public var position: Int64

    /// A claim of the event at a position.
    public init(source: Int32, position: Int64) {
      self.source = source
      self.position = position
    }
  }

  /// The distance of slots: more than any recorder counts.
  public static let slotSize: Int64 = 1 << 40
  private static let slotCount = 1 << 22

  /// The line of each known claim.
  private let knownClaims: [Claim: Int32]
  /// The lines of newer claims, of events in `group`.
  private var claims: [Claim: Int32] = [:]
  private var group = IdentityGroup()
  /// The first position of the group.
  private var start = Int64.max
  /// The position behind the last that a record without a number may have been given or compared with.
  public private(set) var tiesEnd = Int64.min
  private var owners = OwnerIndex()
  private var ownerNumbers: [LaunchOwner: Int32] = [:]
  /// By owner, the numbers of owners that do not conflict with it, rising.
  private var agreeing: [[Int32]] = []

  /// An identity without known events; `claims` are of events to be added, with their lines.
  public init(claims: [Claim: Int32] = [:]) { knownClaims = claims }

  /// The number of an owner, for records of a launch id that several owners use.
  public mutating func number(of owner: LaunchOwner) -> Int32 {
    if let known = ownerNumbers[owner] { return known }
    let number = Int32(agreeing.count)
    let others = owners.indices(agreeingWith: owner)
    owners.append(owner)
    ownerNumbers[owner] = number
    agreeing.append(others.map(Int32.init) + [number])
    for other in others { agreeing[other].append(number) }
    return number
  }

  /// Begins a record, which stands behind those before it or at their position.
  public mutating func begin(_ record: IdentityRecord) {
    if start...max(start, end) ~= record.position { return }
    start = record.position
    group.removeAll()
    claims.removeAll(keepingCapacity: true)
  }

  /// The last position of known events that may be the record.
  public var end: Int64 { start < 0 ? start + Int64(group.members.count) : start }

  /// True if the event at a position may be the record.
  public func needs(_ position: Int64) -> Bool { position == end }

  /// Adds a known event that the record may be; with a number, all that have it, slot after slot.
  public mutating func add(_ event: IdentityRecord) {
    guard start < 0 ? event.position == end : event.core.seq == start else { return }
    group.append(event)
  }

  /// What the record is that was begun last.
  public mutating func outcome(of record: IdentityRecord) -> Outcome {
    if record.isNumbered { return outcomeInSlots(of: record) }
    let outcome = outcomeInTies(of: record)
    tiesEnd = end
    return outcome
  }

  /// What a record is among the events with its number.
  private mutating func outcomeInSlots(of record: IdentityRecord) -> Outcome {
    var other: IdentityRecord?
    let few = record.owner < 0 ? nil : group.indices(of: agreeing[Int(record.owner)])
    for number in 0..<(few?.count ?? group.members.count) {
      let event = group.members[few?[number] ?? number]
      guard agrees(record.owner, event.owner) else { continue }
      if event.core == record.core, event.rest == record.rest { return .duplicate(of: event.position, isClaim: false) }
      other = other ?? event
    }
    if let other { return .refused(other.core == record.core ? .duplicateWithOtherFields : .conflict) }
    let slot = group.members.count
    if slot == Self.slotCount { return .refused(.conflict) }
    return .new(position: add(record, at: record.position + Int64(slot) * Self.slotSize))
  }

  /// What a record is among the events without a gap from its position on.
  private mutating func outcomeInTies(of record: IdentityRecord) -> Outcome {
    var index = group.first(like: record)
    while let member = index {
      let event = group.members[member]
      if agrees(record.owner, event.owner) {
        if !record.isCopy {
          let isSame = event.rest == record.rest
          return isSame ? .duplicate(of: event.position, isClaim: false) : .refused(.duplicateWithOtherFields)
        }
        if let isClaim = claim(event, record) {
          group.note(member, as: record)
          return .duplicate(of: event.position, isClaim: isClaim)
        }
      }
      index = group.next(after: member, like: record)
    }
    let position = add(record, at: end)
    group.note(group.members.count - 1, as: record)
    return .new(position: position)
  }

  private mutating func add(_ record: IdentityRecord, at position: Int64) -> Int64 {
    var event = record
    event.position = position
    group.append(event)
    return position
  }

  /// True if the source reports an equal event for the first time; nil if an earlier line of it has reported that
  /// event, and this is another one.
  private mutating func claim(_ event: IdentityRecord, _ record: IdentityRecord) -> Bool? {
    if event.source == record.source {
      if event.line == record.line { return false }
      if event.line.magnitude < record.line.magnitude { return nil }
    }
    let claim = Claim(source: record.source, position: event.position)
    if let line = claims[claim] ?? knownClaims[claim] { return line == record.line ? false : nil }
    claims[claim] = record.line
    return true
  }

  private func agrees(_ one: Int32, _ other: Int32) -> Bool {
    if one < 0 || other < 0 || one == other { return true }
    let first = agreeing[Int(one)]
    let second = agreeing[Int(other)]
    return first.count < second.count ? first.contains(other) : second.contains(one)
  }
}

/// A record as plain numbers, in which equal means equal.
///
/// All records of one stream must use one numbering: in memory numbers of `Symbols`, in a store rows of its tables.
public struct IdentityRecord: Sendable {
  /// The fields in which records of one event agree, if both have a `seq`.
  public struct Core: Hashable, Sendable {
    public var time: Int64
    public var uptime: Int64
    /// `Event.absent` without one.
    public var seq: Int64
    /// The scene, its connection, the instance of a view, and the task.
    public var subject: SIMD4<Int32>
    /// What happened: event, phase, and the class of a view; the fourth number is free.
    public var event: SIMD4<Int32>

    /// The fields of a record, in their order.
    public init(time: Int64, uptime: Int64, seq: Int64, subject: SIMD4<Int32>, event: SIMD4<Int32>) {
      self.time = time
      self.uptime = uptime
      self.seq = seq
      self.subject = subject
      self.event = event
    }
  }

  /// The other fields, in which records of one event agree without a `seq`.
  public struct Rest: Hashable, Sendable {
    public var signature: Int64
    public var duration: Int64
    public var memory: Int64
    public var attributes: Int64

    /// The fields of a record, in their order.
    public init(signature: Int64, duration: Int64, memory: Int64, attributes: Int64) {
      self.signature = signature
      self.duration = duration
      self.memory = memory
      self.attributes = attributes
    }
  }

  /// Its position in the stream; of a new record, the first one that it may get.
  public var position: Int64
  public var core: Core
  public var rest: Rest
  public var source: Int32
  /// As `Event.line`.
  public var line: Int32
  /// The number that `StreamIdentity` gave its launch's owner; -1 if the launch id names one launch.
  public var owner: Int32 = -1

  /// A record of a stream whose launch id, if any, names one launch.
  public init(position: Int64, core: Core, rest: Rest, source: Int32, line: Int32) {
    self.position = position
    self.core = core
    self.rest = rest
    self.source = source
    self.line = line
  }

  /// An event in numbers of `symbols`; `isLaunch` says that a launch id names its stream.
  public init(_ event: Event, isLaunch: Bool, _ symbols: Symbols) {
    let signature = symbols.signature(event)
    position = Self.position(of: event, isLaunch: isLaunch)
    core = Core(
      time: event.time, uptime: event.uptime, seq: event.seq,
      subject: SIMD4(
        event.scene.rawValue, event.sceneInstance.rawValue, event.viewInstance.rawValue, event.task.rawValue),
      event: SIMD4(
        Int32(signature.kind.rawValue), Int32(signature.phase.rawValue), signature.view.rawValue,
        signature.unknownName.rawValue))
    rest = Rest(
      signature: Int64(event.signature.rawValue), duration: event.duration, memory: event.memory,
      attributes: Int64(event.attributes.rawValue))
    source = event.source.rawValue
    line = event.line
  }

  /// The first position that an event may get: in a launch its `seq`, else below 0, in the order of time.
  ///
  /// A `seq` beyond any recorder's count, as 2^40, is a field like others.
  @inlinable public static func position(of event: Event, isLaunch: Bool) -> Int64 {
    if isLaunch, 0..<StreamIdentity.slotSize ~= event.seq { return event.seq }
    let instant = event.time == Event.absent ? event.uptime : event.time
    let rank = UInt64(bitPattern: instant) ^ 1 << 63
    return Int64(bitPattern: rank >> 1) &+ .min
  }

  /// True if `seq` gives its position: two such records with one `seq` are one event, or contradict each other.
  public var isNumbered: Bool { position >= 0 }

  /// True if only equal records show that it is a stored event.
  var isCopy: Bool { core.seq == Event.absent }

  /// True if `other` may be the same event: all fields that must agree are equal.
  func isLike(_ other: IdentityRecord) -> Bool { core == other.core && (!isCopy || rest == other.rest) }
}

/// Known events among which a record is looked for: those of one number, or those without a gap, mostly of one instant.
///
/// There may be thousands of either; a record is only compared with those like it, or of its owner.
private struct IdentityGroup: Sendable {
  /// What records of one event have in common.
  private struct Key: Hashable {
    var core: IdentityRecord.Core
    var rest: IdentityRecord.Rest?

    init(_ record: IdentityRecord) {
      core = record.core
      rest = record.isCopy ? record.rest : nil
    }
  }

  /// The reporter of copies of a member.
  private struct Reporter: Hashable {
    var first: Int
    var source: Int32
    var owner: Int32
  }

  /// Up to this many members are compared one by one.
  private static let few = 8

  private(set) var members: [IdentityRecord] = []
  /// By owner, its members, in order.
  private var owned: [Int32: [Int]] = [:]
  /// If there are more than a few: the first and the last of equal members, and the next one of each, 0 for none.
  private var ends: [Key: (first: Int, last: Int)] = [:]
  private var nexts: [Int] = []
  /// The member of a reporter's latest line; its later lines are none of the members up to that.
  private var latest: [Reporter: (member: Int, line: UInt32)] = [:]

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    if !owned.isEmpty { owned.removeAll(keepingCapacity: true) }
    if nexts.isEmpty { return }
    nexts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
  }

  mutating func append(_ event: IdentityRecord) {
    if event.owner >= 0 { owned[event.owner, default: []].append(members.count) }
    members.append(event)
    if event.isNumbered || members.count <= Self.few { return }
    while nexts.count < members.count { link(nexts.count) }
  }

  private mutating func link(_ member: Int) {
    nexts.append(0)
    let key = Key(members[member])
    guard let known = ends[key] else { return ends[key] = (member, member) }
    nexts[known.last] = member
    ends[key] = (known.first, member)
  }

  /// The members of owners, in order; nil if looking at all is as fast.
  func indices(of owners: [Int32]) -> [Int]? {
    owners.count < members.count ? owners.flatMap { owned[$0] ?? [] }.sorted() : nil
  }

  /// The first member that a record may be.
  func first(like record: IdentityRecord) -> Int? {
    if nexts.isEmpty { return members.firstIndex { record.isLike($0) } }
    guard let first = ends[Key(record)]?.first else { return nil }
    let known = record.isCopy ? latest[Reporter(first: first, source: record.source, owner: record.owner)] : nil
    guard let known, known.line <= record.line.magnitude else { return first }
    return known.member
  }

  /// The next member that a record may be.
  func next(after member: Int, like record: IdentityRecord) -> Int? {
    if nexts.isEmpty { return members[(member + 1)...].firstIndex { record.isLike($0) } }
    return nexts[member] == 0 ? nil : nexts[member]
  }

  /// Notes which member a record without `seq` is.
  mutating func note(_ member: Int, as record: IdentityRecord) {
    guard record.isCopy, !nexts.isEmpty, let first = ends[Key(record)]?.first else { return }
    latest[Reporter(first: first, source: record.source, owner: record.owner)] = (member, record.line.magnitude)
  }
}
