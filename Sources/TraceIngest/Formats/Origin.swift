import TraceModel

/// Where an exported event was first recorded: the member `origin` of its record.
///
/// Other fields can't say it: what a stream's name inherits may stand elsewhere by now.
struct Origin {
  /// The input format.
  var format = TextID.none
  /// How many lines were rejected before the event.
  var lost: Int64 = 0
  /// The whole name of a stream that names no launch.
  var stream = StreamKey()
}

extension CanonicalReader {
  private static let texts: [String: any WritableKeyPath<Origin, TextID> & Sendable] = [
    "format": \.format, "device": \.stream.device, "app": \.stream.app, "boot": \.stream.boot,
    "source": \.stream.source,
  ]
  private static let numbers: [String: any WritableKeyPath<Origin, Int64> & Sendable] = [
    "lost": \.lost, "pid": \.stream.pid,
  ]

  /// The number of the origin that an object describes; nil if it has any other member.
  mutating func origin(_ line: Span<UInt8>, _ token: Token, _ symbols: inout Symbols) -> Int64? {
    guard token.kind == .object else { return nil }
    var origin = Origin()
    var isWhole = true
    _ = try? JSONScanner.items(line, token.start, depth: 1) { member throws(Reject.Reason) in
      let name = line.extracting(try JSONScanner.key(line, member.member).token.inner).string
      if let path = Self.texts[name], let value = text(line, member, { symbols.texts.intern($0) }) {
        origin[keyPath: path] = value
      } else if let path = Self.numbers[name], let value = number(line, member)?.integer() {
        origin[keyPath: path] = value
      } else {
        isWhole = false
      }
    }
    guard isWhole, 0...Int64(Int32.max) ~= origin.lost else { return nil }
    origins.append(origin)
    return Int64(origins.count - 1)
  }
}
