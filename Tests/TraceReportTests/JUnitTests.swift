import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

/// Reports of tests: which rule passes, fails or is skipped.
@Suite(.tags(.small)) struct JUnitTests {
  private typealias Made = CheckOutputs

  private static let clean = Catalogue.descriptions.count

  /// The first group of a pattern in the text.
  private func number(_ name: String, in line: String) -> Int? {
    line.split(separator: " \(name)=\"").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
  }

  /// A test of the report, by the beginning of its name, to the next one.
  private func element(_ name: String, in text: String) -> String? {
    let found = text.split(separator: "    <testcase name=\"").first { $0.hasPrefix(name) }
    return found.map { String($0.split(separator: "  </testsuite>")[0]) }
  }

  private func report(_ findings: [Finding], failOn: Severity? = .error, kinds: KindSet? = nil) throws -> String {
    try Made.text(
      JUnitReporter.self,
      Made.answer(findings, failOn: failOn) {
        let app = CheckSubject.App(name: "com.example.shop", versions: ["4.9.0"], kinds: kinds ?? .everything)
        $0.subject.apps = [app]
      })
  }

  @Test func `each rule is a test, and the totals add up`() throws {
    let text = try report([
      Made.finding(1), Made.finding(2), Made.finding(3, rule: .`launch.slow`, severity: .warning),
      Made.finding(4, rule: .`trace.gap`, accepted: Made.acceptance), Made.finding(5, app: "com.example.other"),
      Made.finding(6, app: nil),
    ])
    let lines = text.split(separator: "\n").map(String.init)
    let suites = lines.filter { $0.hasPrefix("  <testsuite ") }
    #expect(suites.count == 4)
    let cases = lines.filter { $0.hasPrefix("    <testcase ") }
    let failures = text.split(separator: "<failure ").count - 1
    let skipped = text.split(separator: "<skipped ").count - 1
    #expect(number("tests", in: lines[1]) == cases.count)
    #expect(number("failures", in: lines[1]) == failures && failures == 4)
    #expect(suites.compactMap { number("tests", in: $0) }.reduce(0, +) == cases.count)
    #expect(suites.compactMap { number("failures", in: $0) }.reduce(0, +) == failures)
    #expect(suites.compactMap { number("skipped", in: $0) }.reduce(0, +) == skipped)
    #expect(text.utf8.contains(0) == false && !text.contains("time=\"1"))
  }

  @Test func `a finding that fails says the same in its message and its text, which shows where`() throws {
    let test = try #require(
      element("order.scene: upload", in: report([Made.finding(message: "a < b & \"c\"", names: ["upload"])])))
    #expect(
      test.contains("<failure type=\"error\" message=\"a &lt; b &amp; &quot;c&quot;\">a &lt; b &amp; &quot;c&quot;\n"))
    #expect(test.contains("\nlogs/a.jsonl:43\nFingerprint: "))
  }

  @Test func `what is below the severity that fails stands in the output of a test that passes`() throws {
    for (severity, confidence) in [(Severity.warning, Confidence.certain), (.error, .possible)] {
      let found = try report([Made.finding(severity: severity, confidence: confidence)])
      let test = try #require(element("order.scene\"", in: found))
      #expect(test.contains("<system-out>\(severity.name): it came too late. "))
      #expect(!found.contains("<failure"))
    }
    #expect(try report([Made.finding(severity: .warning)], failOn: .warning).contains("<failure type=\"warning\""))
    #expect(try !report([Made.finding(severity: .error)], failOn: nil).contains("<failure"))
  }

  @Test func `an accepted finding is skipped, with its reason and its last day`() throws {
    let text = try report([Made.finding(accepted: Made.acceptance)])
    #expect(text.contains("<skipped message=\"accepted until 2027-01-31: SHOP-412: server &amp; &lt;cache&gt;\"/>"))
  }

  @Test func `a rule none of whose events was ever recorded is skipped, not passed`() throws {
    let text = try report([], kinds: [.sceneDidActivate])
    #expect(element("order.scene\"", in: text)?.hasSuffix("time=\"0\"/>\n") == true)
    #expect(
      element("order.view\"", in: text)?.contains("<skipped message=\"not judged: view.didLoad, view.willAppear, ")
        == true
    )
    #expect(element("trace.gap\"", in: text)?.hasSuffix("time=\"0\"/>\n") == true)
  }

  @Test func `a rule that lacks some of its events says so, and a verdict in doubt fails`() throws {
    var coverage = Coverage(reading: Coverage.Reading(records: 100, rejected: 3))
    coverage.neverRecorded = [
      Coverage.NeverRecorded(app: "com.example.shop", appVersion: "4.9.0", kinds: ["scene.willDeactivate"])
    ]
    let text = try Made.text(
      JUnitReporter.self,
      Made.answer([], coverage: coverage) {
        $0.subject.apps = [CheckSubject.App(name: "com.example.shop", versions: [], kinds: .everything)]
      })
    #expect(element("order.scene\"", in: text)?.contains("not all was judged: scene.willDeactivate was never") == true)
    #expect(
      element("enough was read", in: text)?.contains("<failure type=\"undecided\" message=\"more records rejected")
        == true
    )
  }

  @Test(arguments: [
    ("a\u{0}b", "a\\u{0}b"), ("\u{FFFE}", "\\u{FFFE}"), ("]]>", "]]&gt;"), ("\u{202E}", "\\u{202E}"), ("\n", "\\u{A}"),
    ("&<>\"'", "&amp;&lt;&gt;&quot;'"), ("ä\u{1F600}", "ä\u{1F600}"),
  ])
  func `text is what XML can hold`(_ text: String, _ escaped: String) {
    #expect(XMLText.escaped("\(name: text)") == escaped)
  }
}

extension KindSet {
  fileprivate static let everything = KindSet(EventKind.allCases)
}
