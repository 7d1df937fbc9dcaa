/// How bad a finding is.
///
/// A `quirk` is legal and surprises, has been seen in field logs, and is only shown on request.
public enum Severity: UInt8, Sendable, CaseIterable, Comparable {
  case quirk, note, warning, error

  /// The case's name in tables and documents.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)" }

  /// The severity with this name.
  public init?(_ name: some StringProtocol) {
    guard let index = Self.names.firstIndex(where: { $0 == name }) else { return nil }
    self = Self.allCases[index]
  }

  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}

extension Severity: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
