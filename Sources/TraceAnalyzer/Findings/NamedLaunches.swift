/// A list of launches, most of which are only counted.
///
/// For speed their names are made when somebody asks for them.
package struct NamedLaunches: Sendable {
  /// Their numbers among all launches that are judged together; none where they have names alone.
  let numbers: [Int32]
  private let makeNames: @Sendable () -> [String]

  /// Their names.
  package var names: [String] { makeNames() }

  /// Launches of one table.
  init(_ launches: [Launch]) {
    numbers = launches.map(\.place)
    makeNames = { launches.map(\.name) }
  }

  /// Launches of which the names alone are known.
  package init(names: [String]) {
    numbers = []
    makeNames = { names }
  }
}
