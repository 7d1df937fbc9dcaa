/// An enum whose cases have the same names in tables and documents as in the code.
public protocol Named {}

extension Named {
  /// The case's name in tables and documents.
  public var name: String { "\(self)" }
}
