import TraceModel

/// The rules that launches are summarized by.
///
/// Summaries that other rules made cannot be judged together with those of these: a candidate means something under its
/// own rules only.
package enum ReplayVersion {
  /// Raise this number when replay makes other summaries of the same events.
  ///
  /// A test compares the summaries of the sample traces with those that were made when the number was last raised.
  package static let number = 6

  /// A hash of the number, the machines, the names of rules and those of kinds: sixteen hexadecimal digits.
  package static let digest: String = {
    var hash = Fingerprint()
    hash.add("\(number)\n".utf8)
    for line in PackageResources.machines_txt.lines { hash.add("\(line)\n".utf8) }
    for rule in RuleID.allCases { hash.add("\(rule.name)\n".utf8) }
    for kind in EventKind.allCases { hash.add("\(kind.name)\n".utf8) }
    return hash.hex
  }()
}
