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
    /// None, as another event has its place.
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
    let others = owners.places(agreeingWith: owner)
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
    let few = record.owner < 0 ? nil : group.places(of: agreeing[Int(record.owner)])
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
    var place = group.first(like: record)
    while let known = place {
      let event = group.members[known]
      if agrees(record.owner, event.owner) {
        if !record.isCopy {
          let isSame = event.rest == record.rest
          return isSame ? .duplicate(of: event.position, isClaim: false) : .refused(.duplicateWithOtherFields)
        }
        if let isClaim = claim(event, record) {
          group.note(known, as: record)
          return .duplicate(of: event.position, isClaim: isClaim)
        }
      }
      place = group.next(after: known, like: record)
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
