import TraceAnalyzer
import TraceModel
import TraceReport

/// What an id on the command line names.
enum NamedSubject {
  case launch(Launch)
  /// All findings with one fingerprint, in order; at least one.
  case findings([Finding])

  /// The most ids that are listed.
  private static let mostIDs = 5

  /// The launch, or else the findings, whose id or fingerprint is `id`, or else begins with it.
  ///
  /// `input` are the words for reading in a command to type next. `findings` is called only if no launch is named.
  ///
  /// - Throws: A usage `Failure` if the id names no launch or finding, or several.
  init(_ id: String, _ launches: [Launch], in input: [String], _ findings: () -> Findings) throws {
    let wanted = Normalised.id(id)
    let matches = launches.filter { Normalised.id($0.name).hasPrefix(wanted) }
    if let exact = matches.first(where: { Normalised.id($0.name) == wanted }) {
      self = .launch(exact)
      return
    }
    if let launch = matches.first {
      if matches.count > 1 { throw Self.ambiguous(id, matches.map(\.name), of: "launch") }
      self = .launch(launch)
      return
    }
    let all = findings()
    let named = FindingPage.isFingerprint(id) ? all.named(id) : []
    let fingerprints = Set(named.map(\.fingerprint)).sorted()
    if fingerprints.isEmpty { throw Self.unknown(id, launches, all, input) }
    if fingerprints.count > 1 { throw Self.ambiguous(id, fingerprints, of: "fingerprint") }
    self = .findings(named)
  }

  private static func ambiguous(_ id: String, _ names: [String], of unit: StaticString) -> Failure {
    .usage(
      "\(count: names.count, unit) begin with '\(name: id)'; name more of one: "
        + "\(name: names.prefix(mostIDs).joined(separator: ", "))")
  }

  private static func unknown(_ id: String, _ launches: [Launch], _ findings: Findings, _ input: [String]) -> Failure {
    let names = Set(launches.map { Normalised.id($0.name) } + findings.fingerprints).sorted()
    // Mostly a beginning was typed.
    let beginnings = names.map { String($0.prefix(id.count)) }
    let near = Suggestion.nearest(to: Normalised.id(id), among: beginnings)
    let name = near.flatMap { near in names.first { $0.hasPrefix(near) } }
    let hint: Sentence = name.map { "; did you mean '\(name: $0)'?" } ?? ""
    let commands = [["report", "--launch-times", "--each"], ["check", "--all"]].map { words -> Sentence in
      "'\(command: ["tracetool"] + words + input)'"
    }
    return .usage(
      "no launch's id and no finding's fingerprint begins with '\(name: id)'\(hint); "
        + "\(commands.joined(separator: " and ")) list them")
  }
}
