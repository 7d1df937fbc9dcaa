/// The tests of one app in a JUnit report.
struct JUnitSuite {
  let name: String
  let cases: [JUnitCase]

  private var failures: Int { cases.count { if case .failed = $0.outcome { true } else { false } } }
  private var skipped: Int { cases.count { if case .skipped = $0.outcome { true } else { false } } }

  /// The whole report, in which all times are 0: the same input gives the same bytes.
  static func document(_ suites: [JUnitSuite]) -> String {
    let tests = suites.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures }
    let head = "<testsuites name=\"tracetool\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" time=\"0\">"
    let lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", head]
    return lines.map { $0 + "\n" }.joined() + suites.map(\.xml).joined() + "</testsuites>\n"
  }

  private var xml: String {
    let name = XMLText.escaped(FindingText.cut(name, to: FindingText.mostOfName))
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" time=\"0\""
    return "  <testsuite name=\"\(name)\" \(counts)>\n" + cases.map(\.xml).joined() + "  </testsuite>\n"
  }
}
