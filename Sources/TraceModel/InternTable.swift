/// Every value once: a value to a small number and back.
public struct InternTable<Value: Hashable & Sendable>: Sendable {
  /// The values, by number; `intern` alone adds to them.
  public var values: [Value] = []
  @usableFromInline var numbers: [Value: Int32] = [:]

  /// An empty table.
  @inlinable public init() {}

  /// How many values it holds.
  @inlinable public var count: Int { values.count }

  /// The number of `value`, which is added if it is new; numbers begin at 0.
  @inlinable public mutating func intern(_ value: Value) -> Int32 {
    for number in numbers.count..<values.count { numbers[values[number]] = Int32(number) }
    if let number = numbers[value] { return number }
    numbers[value] = Int32(values.count)
    return append(value)
  }

  /// The number of `value`, which is known to be new: it is hashed when another is looked for.
  @inlinable public mutating func append(_ value: Value) -> Int32 {
    values.append(value)
    return Int32(values.count - 1)
  }

  /// The value with this number.
  @inlinable public subscript(number: Int32) -> Value { values[Int(number)] }
}
