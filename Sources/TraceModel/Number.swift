/// The place of a value in one of the tables of `Symbols`.
public struct Number<Value>: RawRepresentable, Hashable, Comparable, BitwiseCopyable, Sendable {
  public var rawValue: Int32
  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
