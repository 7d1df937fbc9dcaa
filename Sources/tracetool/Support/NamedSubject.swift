import TraceAnalyzer
import TraceModel
import TraceReport

/// What an id on the command line names.
enum NamedSubject {
  case launch(Launch)
  /// All findings with one fingerprint, in their order; there is at least one.
  case findings([Finding])

  /// The greatest number of ids that are listed.
  private static let mostIDs = 5

  /// The launch or the findings whose id or fingerprint this is, or begins with it.
  ///
  /// A whole id comes before a beginning, and a launch before a finding.
  ///
  /// - Parameters:
  ///   - id: The id or the fingerprint, or its beginning.
  ///   - launches: The launches that it may name.
  ///   - findings: Makes the findings that it may name. It is not called where a launch is named by what is no fingerprint.
  /// - Throws: A usage `Failure` if the id names nothing, or several.
  init(_ id: String, _ launches: [Launch], _ findings: () -> [Finding]) throws {
    let wanted = Normalised.id(id)
    let matches = launches.filter { Normalised.id($0.name).hasPrefix(wanted) }
    if let exact = matches.first(where: { Normalised.id($0.name) == wanted }) {
      self = .launch(exact)
      return
    }
    let named = FindingPage.isFingerprint(id) ? findings().filter { $0.fingerprint.hasPrefix(id) } : []
    let fingerprints = Set(named.map(\.fingerprint)).sorted()
    switch (matches.count, fingerprints.count) {
    case (1, 0): self = .launch(matches[0])
    case (0, 1): self = .findings(named)
    case (0, 0): throw Self.unknown(id, launches, findings())
    default: throw Self.ambiguous(id, matches, fingerprints)
    }
  }

  private static func ambiguous(_ id: String, _ launches: [Launch], _ fingerprints: [String]) -> Failure {
    let counts = [
      launches.isEmpty ? nil : Units.count(launches.count, "launch"),
      fingerprints.isEmpty ? nil : Units.count(fingerprints.count, "fingerprint"),
    ].compactMap(\.self).joined(separator: " and ")
    let names = (launches.map(\.name) + fingerprints).prefix(mostIDs).joined(separator: ", ")
    return .usage("\(counts) begin with '\(id)'; name more of one: \(names)")
  }

  private static func unknown(_ id: String, _ launches: [Launch], _ findings: [Finding]) -> Failure {
    let names = Set(launches.map { Normalised.id($0.name) } + findings.map(\.fingerprint)).sorted()
    // What was typed is mostly a beginning.
    let beginnings = names.map { String($0.prefix(id.count)) }
    let near = Suggestion.nearest(to: Normalised.id(id), among: beginnings)
    let name = near.flatMap { near in names.first { $0.hasPrefix(near) } }
    let hint = name.map { "; did you mean '\($0)'?" } ?? ""
    return .usage(
      "no launch's id and no finding's fingerprint begins with '\(id)'\(hint); "
        + "'tracetool report --launch-times --each' and 'tracetool check --all' list them")
  }
}
