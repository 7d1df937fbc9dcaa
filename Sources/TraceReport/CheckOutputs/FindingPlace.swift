import TraceAnalyzer

/// The line of the repository at which a platform shows a finding.
///
/// Logs are seldom part of a repository, and platforms ignore what lies outside of it.
struct FindingPlace: Equatable {
  /// Relative to the folder that the program runs in, which should be the repository's.
  let path: String
  /// From 1.
  let line: Int

  /// The place of last resort, where budgets and severities are set.
  private static let configuration = FindingPlace(path: ".tracetool.json", line: 1)

  private init(path: String, line: Int) {
    self.path = path
    self.line = line
  }

  /// A line below the folder; nil if it lies elsewhere.
  private init?(_ path: String, _ line: Int, in paths: OutputPaths) {
    guard let relative = paths.relative(path) else { return nil }
    self.init(path: relative, line: max(line, 1))
  }

  /// The first that lies in the repository: the owner's line, the log's line, the line of the configuration that set
  /// the severity or the budget; else the configuration's first line.
  init(_ finding: Finding, owners: FindingOwners, in paths: OutputPaths) {
    let owner = owners.owner(of: finding).flatMap { Self($0.path, $0.line, in: paths) }
    let log = finding.source.flatMap { Self($0.file, $0.line, in: paths) }
    let setting = finding.settingPlace.flatMap { Self($0.path, $0.line, in: paths) }
    self = owner ?? log ?? setting ?? Self.configuration
  }
}
