/// Completes the beginning of a JSON text, or what precedes damage in it.
///
/// `{"events":[{"event":"a","time":1},{"eve` becomes `{"events":[{"event":"a","time":1},{}]}`.
enum CutJSON {
  private enum Expected { case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd }

  /// The first value of a text, completed if it breaks off; more text may follow.
  static func closed(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var open: [UInt8] = []
    var expected = Expected.value
    var safe = text.startIndex
    var at = text.startIndex
    func whole(_ end: Int, _ more: [UInt8] = []) -> [UInt8] { Array(text[..<end]) + more + open.reversed() }
    while at < text.endIndex {
      let byte = text[at]
      if JSONScanner.isSpace(byte) {
        at += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        let isKey = expected == .key || expected == .keyOrEnd
        guard isKey || expected == .value || expected == .valueOrEnd else { return whole(safe) }
        guard let end = JSONText.end(ofString: text[at...]) else {
          return isKey ? whole(safe) : whole(endOfText(text, at), [byte])
        }
        at = end
        expected = isKey ? .colon : .commaOrEnd
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard expected == .value || expected == .valueOrEnd else { return whole(safe) }
        open.append(byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        expected = byte == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        let mayEnd = expected == .commaOrEnd || expected == .keyOrEnd || expected == .valueOrEnd
        guard mayEnd, open.last == byte else { return whole(safe) }
        open.removeLast()
        expected = .commaOrEnd
        at += 1
      case UInt8(ascii: ","):
        guard expected == .commaOrEnd else { return whole(safe) }
        expected = open.last == UInt8(ascii: "}") ? .key : .value
        at += 1
        continue
      case UInt8(ascii: ":"):
        guard expected == .colon else { return whole(safe) }
        expected = .value
        at += 1
        continue
      default:
        let end = text[at...].firstIndex { !JSONGrammar.isOfWord($0) } ?? text.endIndex
        guard expected == .value || expected == .valueOrEnd, end < text.endIndex || open.isEmpty,
          (try? JSONValue(text[at..<end])) != nil
        else { return whole(safe) }
        at = end
        expected = .commaOrEnd
      }
      if expected == .colon { continue }
      safe = at
      if open.isEmpty { return whole(safe) }
    }
    return whole(safe)
  }

  /// Of the last whole character or escape of a string without a closing quote.
  private static func endOfText(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
    var at = start + 1
    while at < text.endIndex {
      var length = 1
      switch text[at] {
      case UInt8(ascii: "\\"): length = at + 1 < text.endIndex && text[at + 1] == UInt8(ascii: "u") ? 6 : 2
      case 0xC0..<0xE0: length = 2
      case 0xE0..<0xF0: length = 3
      case 0xF0...: length = 4
      default: break
      }
      if at + length > text.endIndex { break }
      at += length
    }
    return at
  }
}
