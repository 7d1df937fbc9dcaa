/// A key of an object that people write by hand, and its value.
package struct JSONMember: Sendable {
  package let key: String
  /// Where the key stands.
  package let place: TextPlace
  package let node: JSONNode
}
