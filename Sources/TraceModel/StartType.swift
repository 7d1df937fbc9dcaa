/// What a record of a whole launch says of its start: the field `reason` of `launch.measured`.
public enum StartType: String, Vocabulary {
  case cold, warm, prewarmed
  /// The app only came back from the background: that is no launch.
  case hot

  /// The type that a word of a log means, as `cold_start`, `COLD`, `warm.prewarmed` or `app.start.warm`; nil for any other.
  public init?(written text: some StringProtocol) {
    let words = text.lowercased()
    let marks: [(String, StartType)] = [
      ("prewarm", .prewarmed), ("pre_warm", .prewarmed), ("pre-warm", .prewarmed), ("cold", .cold), ("warm", .warm),
      ("hot", .hot), ("resume", .hot), ("return", .hot),
    ]
    guard let found = marks.first(where: { words.contains($0.0) }) else { return nil }
    self = found.1
  }
}
