/// The two ends of a launch time; times between different ends are different measures.
package struct Anchors: Hashable, Comparable, Sendable {
  package var from, to: Anchor

  package static func < (a: Anchors, b: Anchors) -> Bool { (a.from, a.to) < (b.from, b.to) }
}
