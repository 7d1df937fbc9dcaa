/// Known events among which a record is looked for: those of one number, or those that stand without a gap, which are
/// mostly of one instant.
///
/// There may be thousands of an instant, or thousands of launches that share an id: of these a record is compared with
/// those that are like it, or of its owner.
struct IdentityGroup: Sendable {
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
  func places(of owners: [Int32]) -> [Int]? {
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
  func next(after place: Int, like record: IdentityRecord) -> Int? {
    if nexts.isEmpty { return members[(place + 1)...].firstIndex { record.isLike($0) } }
    return nexts[place] == 0 ? nil : nexts[place]
  }

  /// Notes which member a record without `seq` is.
  mutating func note(_ member: Int, as record: IdentityRecord) {
    guard record.isCopy, !nexts.isEmpty, let first = ends[Key(record)]?.first else { return }
    latest[Reporter(first: first, source: record.source, owner: record.owner)] = (member, record.line.magnitude)
  }
}
