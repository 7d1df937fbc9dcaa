/// The owners that the lines of each source name under one launch id.
///
/// A line that names none is of the owner that its source named last under that id. Whatever order the lines are noted
/// in, the answer is the same.
public struct OwnerHistory: Sendable {
  private struct Entry: Sendable {
    var line: Int64
    /// The owner that the line itself names.
    var named: LaunchOwner
    /// That, with what the lines before it have named.
    var owner = LaunchOwner()
  }

  /// By source; rising by line, and with owners, once they are sorted.
  private var entries: [Int64: [Entry]] = [:]
  private var isSorted = true

  /// A history of no lines.
  public init() {}

  /// Notes that a line of a source names an owner.
  public mutating func note(_ owner: LaunchOwner, source: Int64, line: Int64) {
    entries[source, default: []].append(Entry(line: line, named: owner))
    isSorted = false
  }

  /// The owner that a line of `source` belongs to, as far as it and the lines before it say.
  public mutating func owner(source: Int64, line: Int64) -> LaunchOwner {
    if !isSorted { sort() }
    guard let known = entries[source] else { return LaunchOwner() }
    let behind = known.partitioningIndex { $0.line > line }
    return behind > 0 ? known[behind - 1].owner : LaunchOwner()
  }

  private mutating func sort() {
    for source in entries.keys {
      var known = entries[source] ?? []
      known.sort { ($0.line, $0.named) < ($1.line, $1.named) }
      var last = LaunchOwner()
      for place in known.indices {
        last = known[place].named.following(last)
        known[place].owner = last
      }
      entries[source] = known
    }
    isSorted = true
  }
}
