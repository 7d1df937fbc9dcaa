import TraceAnalyzer
import TraceModel

/// The line of the repository at which a platform shows a finding: platforms ignore lines outside of it, as of most
/// logs.
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

  /// Nil for a line outside of the folder.
  private init?(_ path: String, _ line: Int, in paths: OutputPaths) {
    guard let relative = paths.relative(path) else { return nil }
    self.init(path: relative, line: max(line, 1))
  }

  /// The first in the repository of: the owner's line, the log's line, the line of the configuration that set the
  /// severity or the budget; else the configuration's first line.
  init(_ finding: Finding, owners: FindingOwners, in paths: OutputPaths) {
    let log = finding.source.flatMap { Self($0.file, $0.line, in: paths) }
    self = Self.owner(of: finding, owners, paths) ?? log ?? Self.setting(of: finding, paths) ?? Self.configuration
  }

  /// The line for an annotation, which may be outside of the repository: the owner's line, the log's line, the line of
  /// the configuration that set the severity or the budget; nil without any.
  init?(annotating finding: Finding, owners: FindingOwners, in paths: OutputPaths) {
    let log = finding.source.flatMap { source in
      Self(source.file, source.line, in: paths)
        ?? paths.isolated(source.file).map { path in
          Self(path: Sentence.name(path).plain, line: max(source.line, 1))
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
