import Foundation
import Schemas
import Testing
import TraceAnalyzer
import TraceModel

@testable import tracetool

/// What a configuration sets, and how it complains; no file is touched.
@Suite(.tags(.small)) struct ConfigurationTests {
  /// The settings that a configuration leaves over those that are built in.
  static func defaults(_ text: String) throws -> Defaults {
    try Defaults([ConfigurationFile(bytes: Array(text.utf8), path: "c.json")])
  }

  /// The message of the mistake in a configuration; nil if there is none.
  static func mistake(_ text: String) throws -> String? {
    do { _ = try defaults(text) } catch let error as ConfigurationError { return error.description }
    return nil
  }

  @Test(arguments: ["{}", "{\"version\": 1}", "{\"$schema\": \"x\", \"rules\": {}}"])
  func `an empty configuration sets nothing`(_ text: String) throws {
    let defaults = try Self.defaults(text)
    #expect(defaults.failOn.origin == .builtIn && defaults.maxRejects.origin == .builtIn)
    #expect(defaults.judging.rules.entries.isEmpty)
  }

  @Test(
    arguments: [
      ("[]", "1:1: needs an object, not a list"),
      ("{\n  \"failon\": \"error\"\n}", "2:3: no key 'failon'; nearest: failOn"),
      ("{\"compare\": {}}", "1:2: no key 'compare'; known: "),
      ("{\"version\": 2}", "1:13: version: needs 1, the only version"),
      ("{\"version\": \"1\"}", "1:13: version: needs 1"),
      ("{\"$schema\": 1}", "1:13: $schema: needs a text in quotes, not a number"),
      ("{\"failOn\": \"eror\"}", "1:12: failOn: 'eror' is none of error, warning, note, never; did you mean 'error'?"),
      ("{\"failOn\": null}", "1:12: failOn: needs a text in quotes, not null"),
      (
        "{\"failOn\": \"error\",\n \"failOn\": \"note\"}",
        "2:2: the key 'failOn' comes twice: it stands in line 1 as well"
      ),
      ("{\"maxRejects\": \"some\"}", "1:16: maxRejects: needs a number or a percentage"),
      ("{\"maxUnknown\": -1}", "1:16: maxUnknown: needs a number or a percentage"),
      ("{\"rules\": [\"order.scene\"]}", "1:11: rules: needs an object, not a list"),
      ("{\"rules\": {\"order.scenes\": \"off\"}}", "1:12: no rule 'order.scenes'; nearest: order.scene"),
      ("{\"rules\": {\"oder.*\": \"off\"}}", "1:12: no rule 'oder.*'; nearest: order.*"),
      ("{\"rules\": {\"order*\": \"off\"}}", "1:12: no rule 'order*'; nearest: order.*"),
      ("{\"rules\": {\"*\": \"off\"}}", "1:12: no rule '*'; 'tracetool explain' lists the rules"),
      (
        "{\"rules\": {\"order.scene\": \"fatal\"}}",
        "1:27: order.scene: 'fatal' is none of off, note, warning, error, default"
      ),
      ("{\"rules\": {\"order.scene\": false}}", "1:27: order.scene: needs a text in quotes, not false"),
      ("{\"rules\": {\"order.scene\": \"off\" \"order.app\": \"off\"}}", "1:33: needs ',' or '}' here"),
      ("", "1:1: a value is missing"),
    ])
  func `a mistake is reported with its line and column, and what would be right`(_ text: String, _ message: String)
    throws
  {
    let mistake = try #require(try Self.mistake(text))
    #expect(mistake.hasPrefix("c.json:\(message)"), "\(mistake)")
  }

  @Test func `the schema has each key and each rule`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(Schema.config.bytes)) as? [String: Any]
    let properties = try #require(object?["properties"] as? [String: Any])
    let keys = ["$schema", "version"] + ConfigurationSections.all.map(\.key)
    #expect(Set(properties.keys) == Set(keys))
    let rules = try #require(properties["rules"] as? [String: Any])
    let names = try #require((rules["propertyNames"] as? [String: Any])?["enum"] as? [String])
    #expect(Set(names.filter { !$0.hasSuffix(".*") }) == Set(RuleID.allCases.map(\.name)))
    #expect(names.allSatisfy(RuleSettings.isPattern) && Set(names).count == names.count)
  }

  @Test func `what the configuration sets counts, and the command line counts more`() throws {
    let text = "{\"failOn\": \"warning\",\n\"maxRejects\": 7,\n\"maxUnknown\": \"3%\"}"
    let defaults = try Self.defaults(text)
    let parser = Parser(defaults: defaults)
    let plain = try #require(try parser.parse(["check"]) as? CheckCommand)
    #expect(plain.failOn == .warning && plain.query.logs.maxRejects == Verdict.Limit(number: 7, isPercent: false))
    #expect(plain.maxUnknown == Verdict.Limit(number: 3, isPercent: true))
    let words = ["check", "--fail-on", "note", "--max-rejects", "1%", "--max-unknown", "4"]
    let told = try #require(try parser.parse(words) as? CheckCommand)
    #expect(told.failOn == .note && told.query.logs.maxRejects == Verdict.Limit(number: 1, isPercent: true))
    #expect(told.maxUnknown == Verdict.Limit(number: 4, isPercent: false))
    #expect(defaults.failOn.origin == .file(SettingPlace(path: "c.json", line: 1)))
    #expect(defaults.maxUnknown.origin == .file(SettingPlace(path: "c.json", line: 3)))
  }

  @Test(
    arguments: [
      ([("order.*", "off"), ("order.scene", "error")], "order.scene", RuleSetting.error),
      ([("order.scene", "error"), ("order.*", "off")], "order.scene", .error),
      ([("order.*", "off"), ("order.scene", "error")], "order.view", .off),
      ([("order.scene", "error"), ("order.*", "off")], "order.view", .off),
      ([("order.*", "off"), ("order.view", "default")], "order.view", .default),
      ([("order.*", "off")], "trace.gap", nil),
    ] as [([(String, String)], String, RuleSetting?)])
  func `of the settings that fit a rule, the longest counts in any order`(
    _ rules: [(String, String)], _ rule: String, _ setting: RuleSetting?
  ) throws {
    let members = rules.map { "\"\($0.0)\": \"\($0.1)\"" }.joined(separator: ",")
    let settings = try Self.defaults("{\"rules\": {\(members)}}").judging.rules
    let id = try #require(RuleID.allCases.first { $0.name == rule })
    #expect(settings[id]?.setting == setting)
  }
}
