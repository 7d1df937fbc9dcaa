/// A text in a `TextTable`; 0 is no text.
package struct TextID: Hashable, Sendable {
  package var rawValue: Int32
  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

  /// No text: the field was absent.
  @inlinable package static var none: TextID { TextID(rawValue: 0) }

  /// Whether there is no text.
  @inlinable package var isNone: Bool { rawValue == 0 }

  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable package static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}

/// A stream in `Symbols.streams`: the events that one identity rule spans.
package struct StreamID: Hashable, Comparable, Sendable {
  package var rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
  package static func < (a: StreamID, b: StreamID) -> Bool { a.rawValue < b.rawValue }
}

/// A context in `Symbols.contexts`.
package struct ContextID: Hashable, Sendable {
  package var rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// A signature in `Symbols.signatures`.
package struct SignatureID: Hashable, Sendable {
  package var rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// A source (a file, a pipe) in `Symbols.sourceNames`.
package struct SourceID: RawRepresentable, Hashable, Comparable, Sendable {
  package var rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
  package static func < (a: SourceID, b: SourceID) -> Bool { a.rawValue < b.rawValue }
}
