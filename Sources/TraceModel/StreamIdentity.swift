/// Says of the records of one stream which are new, which repeat an event, and which contradict one.
///
/// A pure function, in the form of a fold: records come in the order of their positions, of one position as they
/// arrived, and before each of them the known events that it may be.
///
///     var identity = StreamIdentity()
///     for record in records {
///       identity.begin(record)
///       while let event = known.first, event.position <= identity.end { identity.add(known.removeFirst()) }
///       let outcome = identity.outcome(of: record)
///     }
///
/// The rules: a record with `seq` is an event that agrees with it in `IdentityRecord.Core`; if they differ in the rest it
/// is refused. In a launch, what has the `seq` of another event is refused too. A record without `seq` is an event that
/// is equal, if its source has not reported that one yet: the n-th of its equals in one source is the n-th in another.
/// What came first stays.
///
/// A launch id may name launches of several devices, apps or versions. A record is no event of another one's launch: the
/// first event with a `seq` stands at that position, those of other launches in slots, `slotSize` higher each.
public struct StreamIdentity: Sendable {
  /// What a record is.
  public enum Outcome: Equatable, Sendable {
    /// An event that was not known, at this position.
    case new(position: Int64)
    /// The event at this position. If `isClaim`, its source has not reported that event before, and this is to be kept:
    /// another line of it is another event.
    case duplicate(of: Int64, isClaim: Bool)
    /// None, as another event has its number.
    case refused(Reject.Reason)
  }

  /// That a source has reported an event which another source, or another line of its own, had reported before.
  public struct Claim: Hashable, Sendable {
    public var source: Int32
    public var position: Int64

    /// A claim of the event at a position.
    public init(source: Int32, position: Int64) {
      self.source = source
      self.position = position
    }
  }

  /// How far a slot lies above the one below it: more than any recorder counts.
  public static let slotSize: Int64 = 1 << 40
  private static let slotCount = 1 << 22

  /// The line of each claim that is known.
  private let knownClaims: [Claim: Int32]
  /// The same of those that came since, of events in `group`.
  private var claims: [Claim: Int32] = [:]
  private var group = IdentityGroup()
  /// The first position of the group.
  private var start = Int64.max
  /// The position behind the last that a record without a number may have been given or compared with.
  public private(set) var tiesEnd = Int64.min
  private var owners = OwnerIndex()
  private var ownerNumbers: [LaunchOwner: Int32] = [:]
  /// By owner, the numbers of those that do not conflict with it, rising.
  private var agreeing: [[Int32]] = []

  /// An identity of no known events; `claims` are those of events that will be added, with their lines.
  public init(claims: [Claim: Int32] = [:]) { knownClaims = claims }

  /// The number of an owner, for the records of a launch id that names launches of several.
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

  /// Turns to a record, which stands behind those before it or at their position.
  public mutating func begin(_ record: IdentityRecord) {
    if start...max(start, end) ~= record.position { return }
    start = record.position
    group.removeAll()
    claims.removeAll(keepingCapacity: true)
  }

  /// Known events up to this position may be the record, those behind it may not.
  public var end: Int64 { start < 0 ? start + Int64(group.members.count) : start }

  /// True if the event at a position may be the record.
  public func needs(_ position: Int64) -> Bool { position == end }

  /// Adds a known event that the record may be; of a number, all that have it, slot after slot.
  public mutating func add(_ event: IdentityRecord) {
    guard start < 0 ? event.position == end : event.core.seq == start else { return }
    group.append(event)
  }

  /// What the record is, to which this has turned.
  public mutating func outcome(of record: IdentityRecord) -> Outcome {
    if record.isNumbered { return outcomeInSlots(of: record) }
    let outcome = outcomeInTies(of: record)
    tiesEnd = end
    return outcome
  }

  /// What a record is among those of its number.
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

  /// What a record is among the events that stand from its position on, without a gap.
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

  /// Whether a source that says this reports an equal event for the first time; nil if it is another event: one that an
  /// earlier line has reported.
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

  /// True if two owners may be one.
  private func agrees(_ one: Int32, _ other: Int32) -> Bool {
    if one < 0 || other < 0 || one == other { return true }
    let first = agreeing[Int(one)]
    let second = agreeing[Int(other)]
    return first.count < second.count ? first.contains(other) : second.contains(one)
  }
}

/// A record as identity sees it: plain numbers, in which equal means equal.
///
/// What a number stands for is its maker's affair, as long as all records of one stream mean the same by it: in memory
/// they are numbers of `Symbols`, in a store rows of its tables.
public struct IdentityRecord: Sendable {
  /// What records of one event agree in, if both say `seq`.
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

  /// What else they agree in, if they don't.
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
  /// Whose launch it is of, by the number that `StreamIdentity` gave; -1 where the launch id names one launch.
  public var owner: Int32 = -1

  /// A record of a stream whose launch id, if it has one, names one launch.
  public init(position: Int64, core: Core, rest: Rest, source: Int32, line: Int32) {
    self.position = position
    self.core = core
    self.rest = rest
    self.source = source
    self.line = line
  }

  /// An event by the numbers of `symbols`; `isLaunch` says that its stream is one launch id.
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

  /// The first position that an event may get in its stream: in a launch its `seq`, else below 0, in the order of time.
  ///
  /// A `seq` that is greater than any recorder counts to, as 2^40, is a field like any other.
  @inlinable public static func position(of event: Event, isLaunch: Bool) -> Int64 {
    if isLaunch, 0..<StreamIdentity.slotSize ~= event.seq { return event.seq }
    let instant = event.time == Event.absent ? event.uptime : event.time
    let rank = UInt64(bitPattern: instant) ^ 1 << 63
    return Int64(bitPattern: rank >> 1) &+ .min
  }

  /// True if `seq` says where it stands: two such records of one launch with one `seq` are one event, or contradict each
  /// other.
  public var isNumbered: Bool { position >= 0 }

  /// True if only equal records show that it is a stored event.
  var isCopy: Bool { core.seq == Event.absent }

  /// True if `other` may be the same event: all that it has to agree in is equal.
  func isLike(_ other: IdentityRecord) -> Bool { core == other.core && (!isCopy || rest == other.rest) }
}

/// Known events among which a record is looked for: those of one number, or those that stand without a gap, which are
/// mostly of one instant.
///
/// There may be thousands of an instant, or thousands of launches that share an id: of these a record is compared with
/// those that are like it, or of its owner.
private struct IdentityGroup: Sendable {
  /// What records have in common that may be one event.
  private struct Key: Hashable {
    var core: IdentityRecord.Core
    var rest: IdentityRecord.Rest?

    init(_ record: IdentityRecord) {
      core = record.core
      rest = record.isCopy ? record.rest : nil
    }
  }

  /// Who reports copies of a member.
  private struct Reporter: Hashable {
    var first: Int
    var source: Int32
    var owner: Int32
  }

  /// Up to so many members are compared one by one.
  private static let few = 8

  /// In the order of their positions.
  private(set) var members: [IdentityRecord] = []
  /// By owner, its members, in their order.
  private var owned: [Int32: [Int]] = [:]
  /// Once there are more than a few: the first and the last of those that are alike, and the next one of each, 0 for none.
  private var ends: [Key: (first: Int, last: Int)] = [:]
  private var nexts: [Int] = []
  /// Which member a reporter's latest line was: its later lines are none of those before that.
  private var latest: [Reporter: (member: Int, line: UInt32)] = [:]

  /// Forgets all members.
  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    if !owned.isEmpty { owned.removeAll(keepingCapacity: true) }
    if nexts.isEmpty { return }
    nexts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
  }

  /// Adds an event behind the others.
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

  /// The members of some owners, in their order; nil where it is as well to look at all.
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

  /// The next member that a record may be, behind one that it is not.
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
