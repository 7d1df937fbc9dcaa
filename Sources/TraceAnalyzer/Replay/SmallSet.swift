/// A set that mostly has one or two elements: these are looked for one by one, and only many are hashed.
struct SmallSet<Element: Hashable & Sendable>: Sendable {
  /// So many elements are looked for one by one.
  private static var most: Int { 16 }
  private var few: [Element] = []
  private var others: Set<Element> = []

  init() {}

  /// Takes over the storage of another set.
  mutating func takeStorage(of other: inout SmallSet) { few.takeStorage(of: &other.few) }

  /// True if it has no element.
  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  /// Adds an element, unless it is there.
  mutating func insert(_ element: Element) {
    if few.last == element || few.contains(element) { return }
    if few.count < Self.most, !others.contains(element) { few.append(element) } else { others.insert(element) }
  }

  /// Takes an element out, if it is there.
  mutating func remove(_ element: Element) {
    if let place = few.lastIndex(of: element) { few.remove(at: place) } else { others.remove(element) }
  }
}
