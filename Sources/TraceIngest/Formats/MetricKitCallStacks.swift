import TraceModel

/// Call stacks of MetricKit's diagnostics, in which each frame holds the next one.
///
/// A stack of 100 frames nests 200 objects and arrays, more than a record may. What lies in it is no part of a life
/// cycle, and is kept as text.
enum MetricKitCallStacks {
  private static let key = Array("\"callStackTree\"".utf8)

  /// The payload with each call stack tree as a string that holds its JSON.
  ///
  /// `{"callStackTree":{"callStacks":[]}}` becomes `{"callStackTree":"{\"callStacks\":[]}"}`. A tree that does not end
  /// stays as it is.
  static func asText(_ payload: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(payload.count)
    var rest = payload
    while let begin = value(after: key, in: rest), let end = end(ofObject: rest[begin...]) {
      result += rest[..<begin]
      JSONText.encode(rest[begin..<end], to: &result)
      rest = rest[end...]
    }
    return result + rest
  }

  /// Where the object begins that is the value of the next `key`.
  private static func value(after key: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      rest = rest[quote...]
      if rest.starts(with: key) {
        let colon = rest.dropFirst(key.count).drop(while: JSONScanner.isSpace)
        let value = colon.dropFirst().drop(while: JSONScanner.isSpace)
        if colon.first == UInt8(ascii: ":"), value.first == UInt8(ascii: "{") { return value.startIndex }
      }
      guard let end = JSONText.end(ofString: rest) else { return nil }
      rest = rest[end...]
    }
    return nil
  }

  /// Where the object ends whose opening brace is the first byte: counted, so that its depth costs nothing.
  private static func end(ofObject text: ArraySlice<UInt8>) -> Int? {
    var depth = JSONDepth()
    return depth.end(text.span, 0..<text.count).map { text.startIndex + $0 }
  }
}
