package import TraceModel

/// Which findings were asked for, by the names of their rules.
package struct RuleFilter: Sendable, Equatable {
  /// A rule's name, or the beginning of one and `*`, as in `order.*`; any of them will do.
  package var patterns: [String]

  /// A filter that lets pass what one of the patterns names.
  package init(patterns: [String]) { self.patterns = patterns }

  /// True if the rule was asked for.
  package func contains(_ rule: RuleID) -> Bool {
    patterns.contains { pattern in
      pattern.hasSuffix("*") ? rule.name.hasPrefix(pattern.dropLast()) : rule.name == pattern
    }
  }
}
