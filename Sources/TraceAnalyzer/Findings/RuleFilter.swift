package import TraceModel

/// Which findings were asked for, by the names of their rules.
package struct RuleFilter: Sendable, Equatable {
  /// Rules' names, or beginnings of them and `*`, as in `order.*`; one match is enough.
  package var patterns: [String]

  /// A filter that lets pass the rules that one of the patterns names.
  package init(patterns: [String]) { self.patterns = patterns }

  /// True if the rule was asked for.
  package func contains(_ rule: RuleID) -> Bool {
    patterns.contains { pattern in
      pattern.hasSuffix("*") ? rule.name.hasPrefix(pattern.dropLast()) : rule.name == pattern
    }
  }
}
