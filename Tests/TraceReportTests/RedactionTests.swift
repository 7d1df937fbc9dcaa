import Testing
import TraceAnalyzer
import TraceModel

@testable import TraceReport

/// What a redacted export leaves, so that it is judged like the original.
@Suite(.tags(.small)) struct RedactionTests {
  private let redaction = Redaction(key: Array("a key of the test's own".utf8), formats: ["canonical", "measure"])

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

  private static let plain: [(field: String, stays: [String], hides: [String])] = [
    (
      "deviceModel",
      [
        "iPhone15,2", "iPhone 15 Pro Max", "iPad Pro (11-inch) (4th generation)", "iPhone SE (3rd generation)", "arm64",
        "x86_64", "Mac14,2", "AppleTV11,1", "RealityDevice14,1", "iPhone 16e", "Apple Watch Series 9", "iPad Air (M2)",
      ],
      ["Anna Schmidts iPhone", "iPhone von Anna", "anna1", "iPhone15,2 anna@example.com", "Анна", "iPhone d’Anna", ""]
    ),
    (
      "osVersion", ["18.2.1", "iOS 18.2", "iPhone OS 27.0 (24A123)", "Version 17.0 (Build 21A5291j)", "17.0 beta 3"],
      ["18.2 of Anna", "anna's phone"]
    ),
    ("platform", ["iOS", "iPadOS", "macCatalyst", "iOSOnMac", "visionOS"], ["anna@example.com", "Schmidt"]),
    ("processKind", ["app", "extension"], ["Schmidt"]),
    (
      "appVersion", ["4.9.0", "4.9.0-rc.1", "4.9.0-12-g1a2b3c4", "4.9 (4900)", "v2", "nightly"],
      ["4.9.0-anna", "for Schmidt", "anna.schmidt", "4.9.0 ESC\u{1B}"]
    ),
    ("appBuild", ["4900", "1a2b3c4d5e", "21A5291j", "2026.10.20.1"], ["annas-build", "4900-schmidt", "ada"]),
    ("sdkVersion", ["iphoneos17.2", "17.2"], ["anna17.2"]),
    ("format", ["canonical", "measure"], ["Schmidt-format", "schmidt"]),
  ]

  @Test(arguments: plain)
  func `of a kept field only what has its form stays`(_ field: String, _ stays: [String], _ hides: [String]) {
    for text in stays { #expect(redaction.hidden(text, field) == text, "\(text)") }
    for text in hides { #expect(redaction.hidden(text, field) != text || text.isEmpty, "\(text)") }
  }

  @Test func `of a stream's source the name of its format stays`() {
    #expect(redaction.hidden("measure/anna", "source")?.hasPrefix("measure/") == true)
    #expect(redaction.hidden("anna.schmidt/x", "source")?.contains("anna") == false)
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
