/// A name in which `*` stands for any characters, or none; upper and lower case are alike.
///
/// ```swift
/// NamePattern("iPhone10,*").fits("iPhone10,3")  // true
/// ```
package struct NamePattern: Sendable, Hashable {
  /// The pattern as it is written.
  package let text: String
  /// What stands between the stars, in lower case.
  private let parts: [[UInt8]]

  /// A pattern; one without `*` fits one name alone.
  package init(_ text: String) {
    self.text = text
    parts = text.lowercased().utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// True if a name has the form of the pattern.
  package func fits(_ name: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    guard let first = parts.first, let last = parts.last else { return false }
    if parts.count == 1 { return name == first }
    guard name.count >= first.count + last.count, name.starts(with: first), name.suffix(last.count).elementsEqual(last)
    else { return false }
    // Each part as early as it can stand, which leaves the most room for those behind it.
    var rest = name[first.count..<name.count - last.count]
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      let starts = rest.indices.prefix(max(rest.count - part.count + 1, 0))
      guard let start = starts.first(where: { rest[$0...].starts(with: part) }) else { return false }
      rest = rest[(start + part.count)...]
    }
    return true
  }
}
