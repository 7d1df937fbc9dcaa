package import TraceModel

/// A name in the logs that no vocabulary holds.
package struct UnknownName: Sendable {
  /// The name as the log has it.
  package var name: String
  /// How often it came.
  package var count: Int64
  private let suggestion: @Sendable (_ name: String) -> String?

  /// The option that may give it a meaning, as a shell reads it; nil where no event name is near.
  ///
  /// It is computed when it is shown: a log may have any number of such names, and few are shown.
  package var option: String? { suggestion(name) }

  /// A name, its count, and what finds the option to try.
  package init(name: String, count: Int64, option suggestion: @escaping @Sendable (_ name: String) -> String?) {
    self.name = name
    self.count = count
    self.suggestion = suggestion
  }
}

extension [UnknownName] {
  /// The first of them, each with the option to try.
  package func table(_ heading: Sentence = "Unknown event names", limit: Int = 10) -> Table {
    let columns: [Column<UnknownName>] = [
      Column("count") { .count(Int($0.count)) }, .name("name", \.name), .name("option", isBelow: true, \.option),
    ]
    let all: Sentence = "\(limit) of \(count: count) names; --verbose lists all"
    return Table(heading, Array(prefix(limit)), columns, notes: count > limit ? [all] : [])
  }
}
