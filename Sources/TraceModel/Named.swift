/// What is called in tables and documents as it is in the code.
public protocol Named {}

extension Named {
  /// The word in tables and documents.
  public var name: String { "\(self)" }
}
