import Synchronization

/// Bytes that were read of standard input to recognize its format, and that are kept as it cannot be read twice.
enum StandardInput {
  private static let ahead = Mutex<[UInt8]>([])

  /// Keeps bytes that were read, to be read again before all that follows.
  static func giveBack(_ bytes: [UInt8]) { ahead.withLock { $0 = bytes + $0 } }

  /// Moves at most `limit` of the bytes that were kept to `array`, from `start`; returns how many.
  static func takeAhead(into array: inout [UInt8], at start: Int, upTo limit: Int) -> Int {
    let taken = ahead.withLock { kept in
      let taken = Array(kept.prefix(limit))
      kept.removeFirst(taken.count)
      return taken
    }
    array.replaceSubrange(start..<start + taken.count, with: taken)
    return taken.count
  }
}
