import TraceModel

/// Events of one stream that stand place by place, without a gap: most often those of one instant.
///
/// It knows which of them a record may be, so that of n records of one instant each is compared with few.
struct TieGroup {
  private struct Member {
    var source: Int32
    /// The next one with the same digest, 0 for none.
    var next: Int32 = 0
    var line: Int64
  }

  /// The place of its first member.
  let first: Int64
  private var members: [Member] = []
  /// The first and the last member of each digest.
  private var ends: [Int: (first: Int, last: Int)] = [:]
  /// The source that came last, and the member that its latest line was, by digest: those before it are taken.
  private var currentSource = Int64.min
  private var taken = [Int: (member: Int, line: Int64)]()

  init(at first: Int64) { self.first = first }

  var isEmpty: Bool { members.isEmpty }

  /// The place behind its last member.
  var end: Int64 { first + Int64(members.count) }

  /// Adds the event that stands at its end.
  mutating func append(_ digest: Int, source: Int64, line: Int64) {
    let line = EventLocation.lineNumber(line)
    let member = members.count
    members.append(Member(source: Int32(truncatingIfNeeded: source), line: line))
    guard let known = ends[digest] else { return ends[digest] = (member, member) }
    members[known.last].next = Int32(truncatingIfNeeded: member)
    ends[digest] = (known.first, member)
    if source == currentSource { taken[digest] = (member, line) }
  }

  /// The place of the first member after `place` that a line may be, or of the first at all; a source's lines rise.
  mutating func place(after place: Int64?, _ digest: Int, source: Int64, line: Int64, isCopy: Bool) -> Int64? {
    let line = EventLocation.lineNumber(line)
    if currentSource != source {
      currentSource = source
      taken = [:]
    }
    var member: Int?
    if let place {
      member = next(Int(place - first))
    } else {
      let known = taken[digest]
      member = known.flatMap { $0.line <= line ? $0.member : nil } ?? ends[digest]?.first
    }
    // A member that an earlier line of the same source reported is another event.
    while let one = member, isCopy, members[one].source == source, members[one].line < line { member = next(one) }
    return member.map { first + Int64($0) }
  }

  /// Notes that a line of the current source is the member at a place.
  mutating func take(_ place: Int64, _ digest: Int, line: Int64) {
    taken[digest] = (Int(place - first), EventLocation.lineNumber(line))
  }

  /// Forgets which members are taken: each may be asked for again.
  mutating func forgetTaken() { taken = [:] }

  private func next(_ member: Int) -> Int? { members[member].next == 0 ? nil : Int(members[member].next) }
}
