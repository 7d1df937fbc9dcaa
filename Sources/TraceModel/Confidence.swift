/// How sure a finding is.
public enum Confidence: UInt8, Sendable, Comparable {
  case possible, certain

  /// The word in tables and documents: asked for each finding, so without reflection.
  public var name: String { self == .certain ? "certain" : "possible" }

  public static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
}

extension Confidence: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
