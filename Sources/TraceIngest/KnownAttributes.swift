import TraceModel

/// The attributes of earlier lines, by their members that are no fields.
///
/// It exists for speed alone: to put these members of a line together and to look their text up takes some 800
/// instructions, this 100. Each member that stood on a line before has a number (`KnownMembers`), which stands for its
/// bytes. So a line with the same numbers in the same order has the same attributes, and as many keys in them twice.
/// Lines with more members than there is room for are left out.
struct KnownAttributes: ~Copyable {
  /// One more than the members of a line that are compared: the first place holds how many there are.
  private static let width = 8

  /// How many members the line has, and their numbers.
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

  /// Whether the members of the line are known by their numbers: there are some, and not too many.
  private var isNumbered: Bool { line[0] > 0 && line[0] < Self.width }

  /// The places of `line` that hold how many members there are, and their numbers.
  private var numbered: Range<Int> { 0..<Int(line[0]) &+ 1 }

  /// The attributes of the line, and the number of keys that stand in them twice; nil if no line had these members.
  @inline(__always) mutating func meaning() -> (attributes: TextID, duplicates: Int64)? {
    guard isNumbered else { return nil }
    guard let meaning = groups.find(numbered, of: line).meaning else { return nil }
    return (TextID(rawValue: Int32(truncatingIfNeeded: meaning.0)), meaning.1)
  }

  /// Keeps what the line came to.
  mutating func keep(_ attributes: TextID, duplicates: Int64) {
    guard isNumbered else { return }
    let place = groups.find(numbered, of: line).place
    groups.set(numbered, of: line, at: place, to: (Int64(attributes.rawValue), duplicates))
  }
}
