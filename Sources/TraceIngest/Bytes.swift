extension Span<UInt8> {
  /// The text that these bytes are in UTF-8.
  var string: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Whether all of it is UTF-8.
  var isUTF8: Bool {
    unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil }
  }

  /// Appends these bytes to `array`.
  @inline(__always) func append(to array: inout [UInt8]) {
    unsafe withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) }
  }
}
