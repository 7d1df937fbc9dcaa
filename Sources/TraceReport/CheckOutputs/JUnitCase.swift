/// One test of a JUnit report.
struct JUnitCase {
  /// How the test ended.
  enum Outcome {
    /// `output` are lines that are no failure.
    case passed(output: [String])
    case failed(type: String, message: String, lines: [String])
    case skipped(message: String)
  }

  let name: String
  /// The group of rules that it belongs to, as in `background`.
  let group: String
  let outcome: Outcome

  /// The element, on lines of its own.
  var xml: String {
    let name = XMLText.escaped(FindingText.cut(name, to: FindingText.mostOfName))
    let head = "    <testcase name=\"\(name)\" classname=\"tracetool.\(group)\" time=\"0\""
    switch outcome {
    case .passed(let output):
      return output.isEmpty ? "\(head)/>\n" : "\(head)><system-out>\(Self.text(output))</system-out></testcase>\n"
    case .failed(let type, let message, let lines):
      let attributes = "type=\"\(type)\" message=\"\(Self.line(message))\""
      return "\(head)><failure \(attributes)>\(Self.text([message] + lines))</failure></testcase>\n"
    case .skipped(let message):
      return "\(head)><skipped message=\"\(Self.line(message))\"/></testcase>\n"
    }
  }

  /// Content of several lines.
  private static func text(_ lines: [String]) -> String { lines.map(line).joined(separator: "\n") }

  private static func line(_ text: String) -> String {
    XMLText.escaped(FindingText.cut(text, to: FindingText.mostOfSentence))
  }
}
