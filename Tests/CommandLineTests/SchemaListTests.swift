import Foundation
import Testing
import TraceModel

/// The lists in schemas of what the code has: rules, budgets and doubts, each written there by this test.
@Suite(.tags(.small), .serialized) struct SchemaListTests {
  /// A list in a schema.
  struct List: CustomTestStringConvertible, Sendable {
    /// The schema's name.
    var schema: String
    /// Texts that stand before it, each found behind the one before; and the one that follows it.
    var heads: [String]
    var end: String
    /// What stands between, line by line.
    var lines: [String]

    var testDescription: String { "\(heads[0]) in \(schema)" }
  }

  static let lists = [
    List(
      schema: "config", heads: ["    \"rules\": {\n", "        \"enum\": [\n"], end: "\n        ]",
      lines: wrapped(Set(RuleID.allCases.map(family)).sorted() + RuleID.allCases.map(\.name) + ["quirks"])),
    List(
      schema: "config", heads: ["    \"budgets\": {\n", "            \"additionalProperties\": false\n          },\n"],
      end: "\n        },",
      lines: BudgetID.allCases.enumerated().map { place, budget in
        let unit = budget.definition.unit == .memory ? "memory" : "duration"
        let comma = place + 1 < BudgetID.allCases.count ? "," : ""
        return "          \"\(budget.name)\": {\"$ref\": \"#/$defs/\(unit)\"}\(comma)"
      }),
    List(
      schema: "finding", heads: ["    \"doubts\": {\n", "        \"enum\": [\n"], end: "\n        ]",
      lines: wrapped(DoubtSet.Cause.allCases.map(\.name))),
  ]

  /// The pattern of all rules whose names begin like that of a rule.
  private static func family(_ rule: RuleID) -> String { "\(rule.name.prefix { $0 != "." }).*" }

  /// Texts in quotes, with commas between them, on lines of at most 118 characters.
  private static func wrapped(_ texts: [String]) -> [String] {
    var lines = [String(repeating: " ", count: 10)]
    for (place, text) in texts.enumerated() {
      let word = "\"\(text)\"" + (place + 1 < texts.count ? "," : "")
      let last = lines[lines.count - 1]
      let isFirst = last.allSatisfy { $0 == " " }
      if isFirst || last.count + 1 + word.count <= 118 {
        lines[lines.count - 1] = last + (isFirst ? "" : " ") + word
      } else {
        lines.append(String(repeating: " ", count: 10) + word)
      }
    }
    return lines
  }

  @Test(arguments: lists)
  func `a list in a schema is that of the code`(_ list: List) throws {
    let path = "Schemas/\(list.schema).schema.json"
    let text = try String(contentsOfFile: "\(Built.project)/\(path)", encoding: .utf8)
    var start = text.startIndex
    for head in list.heads { start = try #require(text.range(of: head, range: start..<text.endIndex)).upperBound }
    let end = try #require(text.range(of: list.end, range: start..<text.endIndex)).lowerBound
    try KeptText.expect(text[..<start] + list.lines.joined(separator: "\n") + text[end...], in: path)
  }
}
