/// Every value once: a value to a small number and back.
public struct InternTable<Value: Hashable & Sendable>: Sendable {
  /// The values, by number; who appends one knows that it is new.
  public var values: [Value] = []
  @usableFromInline var numbers: [Value: Int32] = [:]

  /// A table of no values.
  @inlinable public init() {}

  /// How many values it holds.
  @inlinable public var count: Int { values.count }

  /// The number of `value`, which is added if it is new; numbers begin at 0.
  @inlinable public mutating func intern(_ value: Value) -> Int32 {
    // What was appended is hashed when it is first looked for.
    for number in numbers.count..<values.count { numbers[values[number]] = Int32(number) }
    if let number = numbers[value] { return number }
    let number = Int32(values.count)
    values.append(value)
    numbers[value] = number
    return number
  }

  /// The value with this number.
  @inlinable public subscript(number: Int32) -> Value { values[Int(number)] }
}
