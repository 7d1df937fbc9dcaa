/// A text in a `TextTable`; 0 is no text.
public typealias TextID = Number<String>

extension TextID {
  /// No text: the field was absent.
  @inlinable public static var none: TextID { TextID(rawValue: 0) }

  /// Whether there is no text.
  @inlinable public var isNone: Bool { rawValue == 0 }
}

/// A stream in `Symbols.streams`: the events that one identity rule spans.
public typealias StreamID = Number<StreamKey>

/// A context in `Symbols.contexts`.
public typealias ContextID = Number<Context>

/// A signature in `Symbols.signatures`.
public typealias SignatureID = Number<Signature>

/// A source in `Symbols.sourceNames`.
public typealias SourceID = Number<Source>
