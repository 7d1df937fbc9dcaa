import TraceModel

/// The values of one line's fields: a number for each, which stands for a text, a kind or a truth, or is a number itself.
///
/// The numbers of fields that mean something together stand side by side, so that they are compared as one.
struct LineFields: ~Copyable {
  /// The fields of `Context` and `StreamKey`.
  static let place = 0..<16
  /// The fields of `Signature`.
  static let signature = 16..<27

  /// By `Field.slot`; `Event.absent` for a field that the line lacks.
  var values = FixedBuffer(repeating: Event.absent, count: Field.allCases.count)

  /// The fields of which `CanonicalReader.readKnown` has met a member.
  var met: UInt64 = 0

  /// Forgets the line.
  @inline(__always) mutating func clear() {
    values.fill(Event.absent)
    met = 0
  }

  subscript(field: Field) -> Int64 {
    // There is a value for each field.
    @inline(__always) get { unsafe values[unchecked: field.slot] }
    @inline(__always) set { unsafe values[unchecked: field.slot] = newValue }
  }

  /// Sets the value of the field that has this place.
  @inline(__always) mutating func set(slot: UInt8, _ value: Int64) {
    unsafe values[unchecked: Int(slot)] = value
  }

  @inline(__always) func has(_ field: Field) -> Bool { self[field] != Event.absent }

  /// The text that the field holds.
  @inline(__always) func text(_ field: Field) -> TextID {
    has(field) ? TextID(rawValue: Int32(truncatingIfNeeded: self[field])) : .none
  }

  @inline(__always) func truth(_ field: Field) -> Bool? { has(field) ? self[field] != 0 : nil }
}
