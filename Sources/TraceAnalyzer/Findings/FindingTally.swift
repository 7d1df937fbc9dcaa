package import TraceModel

/// What findings, and groups of them, are counted by.
package protocol Graded {
  /// How bad it is.
  var severity: Severity { get }
  /// How sure it is.
  var confidence: Confidence { get }
}

extension Graded {
  /// True if it is certain and at least as bad as `least`: unless it is accepted, it fails a check.
  package func isFailing(on least: Severity) -> Bool { confidence == .certain && severity >= least }
}

/// How many findings, or kinds of findings, there are of each severity and confidence.
///
/// All outputs count by it:
///
/// ```swift
/// let kinds = FindingTally(report.groups(by: .cause))
/// kinds[.error]  // certain and possible ones
/// ```
package struct FindingTally: Sendable {
  /// The worst severity first, certain ones before possible ones; none of which there is nothing.
  package private(set) var parts: [(severity: Severity, confidence: Confidence, count: Int)] = []

  /// Counts each of these once.
  package init(_ all: some Sequence<some Graded>) { self.init(all) { _ in 1 } }

  /// Counts the findings of groups.
  package init(findingsOf groups: some Sequence<FindingGroup>) { self.init(groups, by: \.count) }

  private init<One: Graded>(_ all: some Sequence<One>, by size: (One) -> Int) {
    var counts = [Int](repeating: 0, count: 2 * Severity.allCases.count)
    for one in all { counts[2 * Int(one.severity.rawValue) + Int(one.confidence.rawValue)] += size(one) }
    for severity in Severity.allCases.reversed() {
      for confidence in [Confidence.certain, .possible] {
        let count = counts[2 * Int(severity.rawValue) + Int(confidence.rawValue)]
        if count > 0 { parts.append((severity, confidence, count)) }
      }
    }
  }

  /// How many there are in all.
  package var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// How many there are of each severity, the worst first; none of which there is nothing.
  package var severities: [(severity: Severity, count: Int)] {
    Severity.allCases.reversed().map { ($0, self[$0]) }.filter { $0.count > 0 }
  }

  /// How many there are of a severity: of that confidence alone, if one is given.
  package subscript(severity: Severity, confidence: Confidence? = nil) -> Int {
    parts.reduce(0) { count, part in
      part.severity == severity && part.confidence == confidence ?? part.confidence ? count + part.count : count
    }
  }
}
