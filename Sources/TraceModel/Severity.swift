/// How bad a finding is; `quirk` is legal, seen in the field, and told only on request.
public enum Severity: UInt8, Sendable, CaseIterable, Comparable {
  case quirk, note, warning, error

  /// The word in tables and documents.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)" }

  /// The severity with this name.
  public init?(_ name: some StringProtocol) {
    guard let place = Self.names.firstIndex(where: { $0 == name }) else { return nil }
    self = Self.allCases[place]
  }

  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}
