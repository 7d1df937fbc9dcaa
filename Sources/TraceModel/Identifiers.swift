/// A text in a `TextTable`; 0 is no text.
public struct TextID: Hashable, Sendable {
  public var rawValue: Int32
  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// No text: the field was absent.
  @inlinable public static var none: TextID { TextID(rawValue: 0) }

  /// Whether there is no text.
  @inlinable public var isNone: Bool { rawValue == 0 }

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}

/// A stream in `Symbols.streams`: the events that one identity rule spans.
public struct StreamID: Hashable, Comparable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  public static func < (a: StreamID, b: StreamID) -> Bool { a.rawValue < b.rawValue }
}

/// A context in `Symbols.contexts`.
public struct ContextID: Hashable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// A signature in `Symbols.signatures`.
public struct SignatureID: Hashable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// A source (a file, a pipe) in `Symbols.sourceNames`.
public struct SourceID: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  public static func < (a: SourceID, b: SourceID) -> Bool { a.rawValue < b.rawValue }
}
