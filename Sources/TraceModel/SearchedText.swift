/// A text that is looked for in many others, as `"system":true` in the attributes of each task.
///
/// It exists for speed: each event of a log may have attributes. Most bytes of a text are passed over unseen, as Horspool's
/// algorithm does: the byte that stands where the searched text would end says how far its end lies from there at least.
///
///     let mark = SearchedText(#""system":true"#)
///     if mark.isIn(attributes.span) { … }
///
/// Source: R. N. Horspool, Practical fast searching in strings, Software: Practice and Experience 10 (1980).
public struct SearchedText: Sendable {
  /// In UTF-8; one byte at least.
  private let bytes: [UInt8]
  /// By a byte, how far the end of the text is from the last place before it where it has this byte.
  private let skips: [UInt8]

  /// A text of 1 to 255 bytes in UTF-8.
  public init(_ text: String) {
    bytes = Array(text.utf8)
    precondition(!bytes.isEmpty && bytes.count <= UInt8.max, "nothing, or too much, to look for")
    var skips = [UInt8](repeating: UInt8(bytes.count), count: 256)
    for (place, byte) in bytes.dropLast().enumerated() { skips[Int(byte)] = UInt8(bytes.count - 1 - place) }
    self.skips = skips
  }

  /// True if it stands somewhere in `text`.
  func isIn(_ text: Span<UInt8>) -> Bool {
    let bytes = bytes.span
    let skips = skips.span
    let last = bytes.count - 1
    var end = last
    while end < text.count {
      let byte = text[end]
      if byte == bytes[last], isSame(bytes, text, end - last) { return true }
      end += Int(skips[Int(byte)])
    }
    return false
  }

  /// True if it stands at `start`, where its last byte was found already.
  private func isSame(_ bytes: Span<UInt8>, _ text: Span<UInt8>, _ start: Int) -> Bool {
    for place in 0..<bytes.count - 1 where text[start + place] != bytes[place] { return false }
    return true
  }
}
