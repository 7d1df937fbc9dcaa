import TraceAnalyzer
import TraceModel

/// The lines of code that a team names as the location of certain findings, as logs do not say where the code is.
package struct FindingOwners: Sendable, Equatable {
  /// The line of code of the findings of a rule, or of those with one name.
  package struct Owner: Sendable, Equatable {
    /// A rule's name, or the beginning of one and `*`, as in `background.*`.
    package var match: String
    /// The name of a task, a phase, an event or a view that the finding must be about; nil for any.
    package var name: String?
    /// The path of a file of the project, relative to the folder that the program runs in.
    package var path: String
    /// The line in it, from 1.
    package var line: Int

    /// The line of code of what `match` and `name` select.
    package init(match: String, name: String? = nil, path: String, line: Int) {
      self.match = match
      self.name = name
      self.path = path
      self.line = line
    }

    fileprivate func owns(_ finding: Finding) -> Bool {
      guard RuleFilter(patterns: [match]).contains(finding.rule) else { return false }
      guard let name else { return true }
      return finding.names.contains(Normalised.name(name)) || finding.names.contains(name) || finding.view == name
    }
  }

  /// The first owner that fits a finding counts.
  package var owners: [Owner]

  /// These owners, or none.
  package init(_ owners: [Owner] = []) { self.owners = owners }

  func owner(of finding: Finding) -> Owner? { owners.first { $0.owns(finding) } }
}
