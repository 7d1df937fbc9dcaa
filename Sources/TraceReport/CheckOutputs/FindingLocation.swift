import TraceAnalyzer

/// The line of the repository at which a platform shows a finding.
///
/// Logs are seldom part of a repository, and platforms ignore what lies outside of it.
struct FindingLocation: Equatable {
  /// Relative to the folder that the program runs in, which should be the repository's.
  let path: String
  /// From 1.
  let line: Int

  /// The location of last resort, where budgets and severities are set.
  private static let configuration = FindingLocation(path: ".tracetool.json", line: 1)

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
    let log = finding.source.flatMap { Self($0.file, $0.line, in: paths) }
    self = Self.owner(of: finding, owners, paths) ?? log ?? Self.setting(of: finding, paths) ?? Self.configuration
  }

  /// The line for an annotation, which may lie outside of the repository: the owner's line, the log's line wherever the
  /// log lies, the line of the configuration that set the severity or the budget; nil where there is none.
  init?(annotating finding: Finding, owners: FindingOwners, in paths: OutputPaths) {
    let log = finding.source.flatMap { source in
      Self(source.file, source.line, in: paths)
        ?? paths.isolated(source.file).map { path in
          Self(path: FindingText.cut(path, to: FindingText.mostOfName), line: max(source.line, 1))
        }
    }
    guard let location = Self.owner(of: finding, owners, paths) ?? log ?? Self.setting(of: finding, paths) else {
      return nil
    }
    self = location
  }

  private static func owner(of finding: Finding, _ owners: FindingOwners, _ paths: OutputPaths) -> Self? {
    owners.owner(of: finding).flatMap { Self($0.path, $0.line, in: paths) }
  }

  private static func setting(of finding: Finding, _ paths: OutputPaths) -> Self? {
    finding.settingLocation.flatMap { Self($0.path, $0.line, in: paths) }
  }
}
