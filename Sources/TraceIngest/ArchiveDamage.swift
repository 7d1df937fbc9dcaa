/// What is wrong with an archive, or was not read of it.
///
/// However many places are damaged in one way, it takes the memory of one: the first is named, and the others are counted.
///
/// ```swift
/// var damage = ArchiveDamage()
/// damage.add("it is damaged at byte 512 of the archive", .header)
/// damage.add("it is damaged at byte 9216 of the archive", .header)
/// damage.text  // "it is damaged at byte 512 of the archive (and 1 more)"
/// ```
struct ArchiveDamage: Sendable, Equatable {
  /// A way in which something is wrong.
  enum Kind: Sendable, CaseIterable {
    case header, end, leftover, overlap, place, type, link, sparse, part
  }

  /// The first of each kind, in words, and how many there are.
  private var found: [(kind: Kind, text: String, count: Int)] = []

  static func == (a: Self, b: Self) -> Bool { a.text == b.text }

  /// True if nothing is.
  var isEmpty: Bool { found.isEmpty }

  /// Notes what is wrong: a main clause.
  mutating func add(_ text: @autoclosure () -> String, _ kind: Kind) {
    if let place = found.firstIndex(where: { $0.kind == kind }) {
      found[place].count += 1
    } else {
      found.append((kind, text(), 1))
    }
  }

  /// All of it, in the order in which it was found, as the cause of an error.
  var text: String {
    let causes = found.map { $0.text + ($0.count > 1 ? " (and \($0.count - 1) more)" : "") }
    return causes.joined(separator: ", and ")
  }
}
