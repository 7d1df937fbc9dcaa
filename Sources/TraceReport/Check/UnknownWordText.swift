import TraceAnalyzer
import TraceModel

extension Coverage {
  /// The greatest number of words that are shown for a field, and the width of each in columns.
  private static let mostWords = 3
  private static let mostColumns = 24

  /// One line for each field that holds words which are in no vocabulary, the most frequent of them first.
  ///
  /// As in `3 tasks of kinds that tracetool does not know: sync2, index and 4 others`.
  var unknownWordLines: [Sentence] {
    UnknownWord.Field.allCases.compactMap { field -> Sentence? in
      let words = unknownWords.filter { $0.field == field }
      if words.isEmpty { return nil }
      let shown = words.prefix(Self.mostWords).map { word in
        DisplayText.cut(OutsideText.escaped(word.word), to: Self.mostColumns)
      }
      let others = words.count - shown.count
      let rest: Sentence = others > 0 ? " and \(count: others, "other")" : ""
      return "\(field.subject(words)) that tracetool does not know: \(name: shown.joined(separator: ", "))\(rest); "
        + "--rename \(name: field.name):WORD=NAME says what one means"
    }
  }
}

extension UnknownWord.Field {
  /// As in `1 task of a kind` or `3 tasks of kinds`.
  fileprivate func subject(_ words: [UnknownWord]) -> Sentence {
    let count = words.reduce(0) { $0 &+ $1.count }
    let isOne = count == 1
    return switch self {
    case .taskKind: "\(count: count, "task") of \(isOne ? "a kind" : "kinds")"
    case .exitReason: "\(count: count, "exit") for \(isOne ? "a reason" : "reasons")"
    }
  }
}
