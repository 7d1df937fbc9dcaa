/// How sure a finding is.
public enum Confidence: UInt8, Sendable, Comparable {
  case possible, certain

  /// The word in tables and documents, without reflection as each finding asks for it.
  public var name: String { self == .certain ? "certain" : "possible" }

  public static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
}

extension Confidence: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
