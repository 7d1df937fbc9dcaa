import Testing
import TraceAnalyzer
import TraceModel

@testable import TraceReport

/// What a redacted export leaves, so that it is judged like the original.
@Suite(.tags(.small)) struct RedactionTests {
  private let redaction = Redaction(key: Array("a key of the test's own".utf8))

  @Test func `every word of the vocabularies stays`() {
    func expectKept<Words: Vocabulary>(_ type: Words.Type, in field: String) {
      for word in type.allCases { #expect(redaction.hidden(word.name, field) == word.name) }
    }
    expectKept(LaunchReason.self, in: "reason")
    expectKept(ExitReason.self, in: "reason")
    expectKept(TaskKind.self, in: "kind")
    expectKept(WorkKind.self, in: "kind")
  }

  @Test func `every known event name stays, and no other`() {
    for kind in EventKind.allCases where kind != .unknown { #expect(redaction.hidden(kind.name, "event") == kind.name) }
    #expect(redaction.hidden("sceneDidBecomeActive(_:)", "event") == "sceneDidBecomeActive(_:)")
    #expect(redaction.hidden("purchase.secret", "event")?.contains("secret") == false)
  }

  @Test func `of a reason that is free text nothing stays`() {
    #expect(redaction.hidden("Jane's phone", "reason") == nil)
  }

  @Test(arguments: [
    (#"{"log":"Jane: UIScene lifecycle will soon be required"}"#, "UIScene lifecycle will soon be required"),
    (#"{"watchdog":{"event":"scene-create Jane"}}"#, "scene-create"),
  ])
  func `the texts that rules look for stay, and nothing beside them`(_ text: String, _ kept: String) {
    let attributes = redaction.attributes(text, reason: "watchdog")
    #expect(attributes.keys.sorted() == ["said"])
    #expect(attributes["said"]?.value as? [String] == [kept])
  }

  @Test(arguments: [
    (#"{"report":"ProcessVisibility: Foreground | Jane"}"#, "visibility", "Foreground"),
    (#"{"role":"Non UI","user":"Jane"}"#, "role", "Non UI"),
    (#"{"intent":"background","user":"Jane"}"#, "intent", "background"),
  ])
  func `what iOS says of where the app was stays`(_ text: String, _ key: String, _ value: String) {
    let attributes = redaction.attributes(text, reason: "watchdog")
    #expect(attributes.keys.sorted() == [key])
    #expect(attributes[key]?.value as? String == value)
  }
}
