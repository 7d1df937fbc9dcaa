import Testing
import TraceModel

@testable import TraceAnalyzer

/// The readable form of what a fingerprint is the hash of.
@Suite(.tags(.small)) struct FindingKeyTests {
  @Test(arguments: [
    (["upload"], "shop"), ([], ""), (["a·b", "c\\d", "·", "\\"], "com.example·shop\\"), (["", ""], "x"),
  ])
  func `a key is read back from its text, whatever the names hold`(names: [String], app: String) {
    let key = FindingKey(rule: .`background.task-overrun`, names: names, app: app)
    #expect(FindingKey(text: key.text) == key)
  }

  @Test func `the text names rule, names and app`() {
    let key = FindingKey(rule: .`background.task-overrun`, names: ["upload"], app: "com.example.shop")
    #expect(key.text == "background.task-overrun·upload·com.example.shop")
  }

  @Test(arguments: ["", "order.scene", "order.scenes·a·b"]) func `another text is no key`(text: String) {
    #expect(FindingKey(text: text) == nil)
  }
}
