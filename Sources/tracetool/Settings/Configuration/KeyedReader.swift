/// The members of an object whose keys are known.
struct KeyedReader {
  private let members: [String: ConfigurationValue]

  /// The members of `object`.
  ///
  /// - Throws: `ConfigurationError` if it is no object, or has a key that is not among `keys`.
  init(_ object: ConfigurationValue, keys: [String]) throws {
    let all = try object.members()
    for member in all where !keys.contains(member.key) { throw member.unknownKey("key", among: keys) }
    // No key comes twice: the reader of the file refuses that.
    members = Dictionary(all.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of a key; nil if it is not there.
  subscript(key: String) -> ConfigurationValue? { members[key] }
}
