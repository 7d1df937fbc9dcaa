/// A value of a JSON text that people write by hand, with its place in it.
///
/// Such a text may hold comments, and a comma after the last member or item. Logs may not: `JSONScanner` reads them.
///
/// ```swift
/// let root = try JSONNode(text: Array("{ \"failOn\": \"error\", } // as agreed".utf8))
/// ```
package struct JSONNode: Sendable {
  /// The value itself.
  package enum Value: Sendable {
    case text(String)
    /// A number as it is written.
    case number(String)
    case truth(Bool)
    case null
    case list([JSONNode])
    /// The members in their order; no key comes twice.
    case object([JSONMember])
  }

  package let value: Value
  package let place: TextPlace

  /// A value at a place.
  init(_ value: Value, at place: TextPlace) {
    self.value = value
    self.place = place
  }

  /// The value that a text holds.
  ///
  /// - Parameter text: At most 1 MiB of UTF-8. A byte order mark is passed over, and lines may end in CR LF.
  /// - Throws: `JSONMistake` for what is not such a text, for a key that comes twice in one object, and for more than 64
  ///   levels or 10,000 members or items in one object or list.
  package init(text: [UInt8]) throws(JSONMistake) {
    var reader = JSONNodeReader(text)
    self = try reader.root()
  }
}
