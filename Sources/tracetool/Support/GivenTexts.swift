import Synchronization
import TraceModel

/// Words of the command line and variables of the environment with line breaks, which a message must show on one line.
enum GivenTexts {
  private static let all = Mutex<Set<String>>([])

  /// Notes a text of which messages may have all, or the part behind a `=`.
  static func note(_ text: String) {
    guard text.unicodeScalars.contains(where: isBreak) else { return }
    let parts = text.split(separator: "=", maxSplits: 2).map(String.init)
    let texts = [text] + parts + [parts.dropFirst().joined(separator: "=")]
    all.withLock { $0.formUnion(texts.filter { $0.unicodeScalars.contains(where: isBreak) }) }
  }

  static func escaped(in message: String) -> String {
    let texts = all.withLock { $0 }
    if texts.isEmpty { return message }
    // The longest first, as one may be part of another.
    let sorted = texts.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    return sorted.reduce(message) { $0.replacing($1, with: OutsideText.escaped($1)) }
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
}
