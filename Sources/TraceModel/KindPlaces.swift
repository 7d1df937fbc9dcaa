/// Numbers for the kinds of a launch, so that a file need not repeat their names: each has its place among them, from 1.
///
/// 0 stands for the start of an instance, before its first event. The numbers depend on the launch's kinds alone.
public struct KindPlaces: Sendable {
  /// The kinds that have numbers.
  public let set: KindSet
  private let kinds: [EventKind]
  /// By `EventKind.rawValue`; 0 for kinds that the launch lacks.
  private let places: [Int]

  /// The numbers for these kinds.
  public init(_ set: KindSet) {
    self.set = set
    kinds = [.unknown] + set.kinds
    var places = [Int](repeating: 0, count: EventKind.allCases.count)
    for (place, kind) in kinds.enumerated() { places[Int(kind.rawValue)] = place }
    self.places = places
  }

  /// The number of a kind.
  public func place(of kind: EventKind) -> Int { places[Int(kind.rawValue)] }

  /// The kind with this number; nil if there is none.
  public func kind(at place: Int) -> EventKind? { kinds.indices.contains(place) ? kinds[place] : nil }

  /// A pair as one number, which rises in the order of pairs.
  public func number(of pair: EventPair) -> Int { place(of: pair.previous) * kinds.count + place(of: pair.next) }

  /// The pair with this number; nil if there is none.
  public func pair(of number: Int) -> EventPair? {
    guard let previous = kind(at: number / kinds.count), number > 0 else { return nil }
    return kind(at: number % kinds.count).map { EventPair(previous: previous, next: $0) }
  }
}
