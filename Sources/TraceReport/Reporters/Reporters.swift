/// The output formats that there are.
package enum Reporters {
  /// In the order in which help lists them.
  package static let all: [any Reporter.Type] = [
    TableReporter.self, JSONReporter.self, NDJSONReporter.self, CSVReporter.self, EventLinesReporter.self,
    SARIFReporter.self, JUnitReporter.self, GitHubReporter.self, GitLabReporter.self, MarkdownReporter.self,
    HTMLReporter.self, ChromeReporter.self, OTLPReporter.self,
  ]

  /// The formats that can write answers of this type, `usual` first.
  package static func writing(_ answer: any Answer.Type) -> [any Reporter.Type] { all.filter { $0.writes(answer) } }

  /// The format of answers of this type where none is asked for.
  ///
  /// The others are not asked whether they can write it, which would take a fifth of the program's start.
  package static func usual(for answer: any Answer.Type) -> any Reporter.Type {
    all.first { $0.writes(answer) } ?? TableReporter.self
  }
}
