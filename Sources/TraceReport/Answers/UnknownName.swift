/// A name in the logs that no vocabulary holds.
package struct UnknownName: Sendable, Equatable {
  /// The name as the log has it.
  package var name: String
  /// How often it came.
  package var count: Int64
  /// The option that may give it a meaning, as a shell takes it; nothing where no known name is near.
  package var option: String?

  /// A name, its count and the option to try.
  package init(name: String, count: Int64, option: String?) {
    self.name = name
    self.count = count
    self.option = option
  }
}

extension [UnknownName] {
  /// The first of them, each with the option to try.
  package func table(_ heading: String = "Unknown event names", limit: Int = 10) -> Table {
    let rows = prefix(limit).map { [Cell.count(Int($0.count)), .text($0.name), .text($0.option ?? "")] }
    let all = "\(limit) of \(Units.count(count)) names; --verbose lists all"
    return Table(heading, ["count", "name", "option"], rows, notes: count > limit ? [all] : [], details: 1)
  }
}
