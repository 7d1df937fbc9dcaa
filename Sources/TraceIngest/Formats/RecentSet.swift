/// A set that keeps its latest elements and, of a log without end, forgets those that were last added long ago.
///
///     var speakers = RecentSet<Int64>()
///     speakers.insert(512)
///     speakers.contains(512)  // true, until twice as many others as `most` were added
struct RecentSet<Element: Hashable & Sendable>: Sendable {
  /// More than the process ids that iOS has at a time: this project's number.
  static var most: Int { 8192 }
  private var recent: Set<Element> = []
  private var earlier: Set<Element> = []

  /// True if the element was added lately.
  func contains(_ element: Element) -> Bool { recent.contains(element) || earlier.contains(element) }

  /// Adds an element.
  mutating func insert(_ element: Element) {
    if recent.count >= Self.most, !recent.contains(element) {
      earlier = recent
      recent = []
    }
    recent.insert(element)
  }

  /// Removes an element, if it is there.
  mutating func remove(_ element: Element) {
    recent.remove(element)
    earlier.remove(element)
  }
}
