/// A map that keeps its latest entries and, of a log without end, forgets those that were last set long ago.
///
///     var programs = RecentMap<Int64, String>()
///     programs[512] = "Shop"
///     programs[512]  // "Shop", until twice as many others as `most` were set
struct RecentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// More than the process ids that iOS has at a time: this project's number.
  static var most: Int { 8192 }
  private var recent: [Key: Value] = [:]
  private var earlier: [Key: Value] = [:]

  /// How many entries it holds.
  var count: Int { recent.count + earlier.count }

  /// The value of a key that was set lately; nil removes it.
  subscript(key: Key) -> Value? {
    get { recent[key] ?? earlier[key] }
    set {
      earlier[key] = nil
      if newValue != nil, recent.count >= Self.most, recent[key] == nil {
        earlier = recent
        recent = [:]
      }
      recent[key] = newValue
    }
  }
}

/// A set that forgets its elements likewise.
typealias RecentSet<Element: Hashable & Sendable> = RecentMap<Element, Void>

extension RecentMap where Value == Void {
  /// True if the element was added lately.
  func contains(_ element: Key) -> Bool { self[element] != nil }

  /// Adds an element.
  mutating func insert(_ element: Key) { self[element] = () }
}
