import TraceModel

/// Counts words that are in none of the vocabularies, launch by launch.
struct UnknownWordTally: Sendable {
  private struct Key: Hashable {
    var field: UnknownWord.Field
    var text: TextID
  }

  private var counts: [Key: Int64] = [:]

  /// Counts those of one launch; `names` are of the symbols that its numbers are of.
  mutating func add(_ summary: LaunchSummary, _ names: InternedNames) {
    for task in summary.tasks where !task.kind.isNone && names.taskKinds[task.kind] == nil {
      counts[Key(field: .taskKind, text: task.kind), default: 0] += 1
    }
    if !summary.exitReason.isNone, names.exitReasons[summary.exitReason] == nil {
      counts[Key(field: .exitReason, text: summary.exitReason), default: 0] += 1
    }
  }

  static func += (sum: inout Self, part: Self) { sum.counts.merge(part.counts, uniquingKeysWith: +) }

  /// All of them by their fields, the most frequent first.
  func list(_ texts: TextTable) -> [UnknownWord] {
    UnknownWord.Field.allCases.flatMap { field in
      counts.filter { $0.key.field == field }
        .map { UnknownWord(field: field, word: texts.string($0.key.text), count: $0.value) }
        .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    }
  }
}
