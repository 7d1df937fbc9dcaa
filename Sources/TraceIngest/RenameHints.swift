import TraceModel

/// Which events the names of one log mean, each kind under one name: `app_launched` is `app.didFinishLaunching`, unless
/// another name means that already.
struct RenameHints {
  private var kinds: [String: EventKind] = [:]

  /// The meanings of names, which came so often, in a log that has events of `known` kinds under known names.
  init(_ names: [String: Int64], known: Set<EventKind>) {
    // The kind of a name counts that comes first: that of the name which is nearest to the vocabulary.
    var claims: [EventKind: (rank: Int, words: String)] = [:]
    let guesses = names.compactMap { name, count in
      RenameHint.guess(name).map { (name: name, count: count, guess: $0) }
    }
    let ordered = guesses.sorted { a, b in
      (a.guess.rank, -a.count, a.name) < (b.guess.rank, -b.count, b.name)
    }
    for (name, _, guess) in ordered {
      let kind = guess.kinds.first { kind in
        // The same words in another spelling are another version's.
        if let claim = claims[kind] { return claim.rank == guess.rank && claim.words == guess.words }
        return guess.rank == 0 || !known.contains(kind)
      }
      guard let kind else { continue }
      claims[kind] = (guess.rank, guess.words)
      kinds[name] = kind
    }
  }

  /// The event that a name means; nil if it is not clear.
  func kind(of name: String) -> EventKind? { kinds[name] }
}
