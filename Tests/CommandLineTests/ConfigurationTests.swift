import Foundation
import Schemas
import Testing
import TraceAnalyzer
import TraceIngest
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
    #expect(defaults.judging.rules.entries.isEmpty && defaults.judging.budgets == Budgets())
    #expect(!defaults.reading.differ && defaults.locations.isEmpty)
  }

  @Test func `an option takes the place of what the configuration says of a field`() throws {
    let rows = #"["field event what", "field time at", "event process.start if what=UP"]"#
    let text = #"{"input": {"rows": \#(rows), "zone": "+02:00"}}"#
    func reading(_ words: [String]) throws -> IngestOptions {
      let command = try Parser(defaults: try Self.defaults(text)).parse(["check", "a"] + words)
      return try #require(command as? CheckCommand).query.logs.reading
    }
    func maps(_ words: [String]) throws -> [String] { try reading(words).keyMap.map { "\($0.field.name)=\($0.key)" } }
    #expect(try maps([]) == ["event=what", "time=at"])
    #expect(try maps(["--map", "event=a", "--map", "event=b"]) == ["time=at", "event=a", "event=b"])
    #expect(try reading([]).renamings == [Renaming("UP", to: "process.start")] && reading([]).zoneOffsetSeconds == 7200)
    let active = Renaming("UP", to: "app.didBecomeActive")
    #expect(try reading(["--rename", "UP=app.didBecomeActive"]).renamings == [active])
    #expect(try reading(["--zone", "-01:00"]).zoneOffsetSeconds == -3600)
  }

  /// The rows that `explain config` prints of some words, as `NAME VALUE ORIGIN`.
  private func rows(_ text: String, _ words: [String] = []) throws -> [String] {
    let defaults = try Self.defaults(text)
    let command = try #require(try Parser(defaults: defaults).parse(["explain", "config"] + words) as? ExplainCommand)
    let settings = SettingsInForce(
      defaults: defaults, query: command.query, givenOptions: command.invocation.givenOptions)
    return ConfigurationSections.all.flatMap { $0.rows(settings) }.map { "\($0.name) \($0.value) \($0.origin.text)" }
  }

  @Test func `each setting in force is listed with its place`() throws {
    let plain = try rows("{}")
    #expect(plain.allSatisfy { $0.hasSuffix(" built-in") } && plain.contains("budgets.launch 400 ms built-in"))
    #expect(plain.contains("failOn error built-in") && plain.contains("input.zone +00:00 built-in"))
    let text = """
      {
        "failOn": "never", "maxRejects": "2%",
        "input": {"rows": ["field duration took:ms", "field event what"]},
        "rules": {"order.*": "off"},
        "deviceClasses": {"old": ["iPhone10,*", "iPhone11,*"]},
        "budgets": [
          {"launch": "100ms"},
          {"launch": "200ms", "background.memory": "80MB"},
          {"when": {"deviceClass": "old", "os": [">=18", "16"]}, "launch": "1.2s"}
        ]
      }
      """
    let all = try rows(text)
    let expected = [
      "failOn never c.json:2", "maxRejects 2% c.json:2", "maxUnknown 20% built-in", "input.from auto built-in",
      "input.rows field duration took:ms c.json:3", "input.rows field event what c.json:3",
      "rules.order.* off c.json:4",
      "deviceClasses.old iPhone10,* iPhone11,* c.json:5", "budgets.launch 200 ms c.json:8",
      "budgets.launch when deviceClass old, os >=18 or 16 1.20 s c.json:9", "budgets.background.memory 80 MB c.json:8",
    ]
    for row in expected { #expect(all.contains(row), "\(row)") }
    #expect(!all.contains { $0.hasSuffix("c.json:7") })
  }

  @Test func `what the command line sets is listed as its own`() throws {
    let text =
      #"{"input": {"rows": ["field event what"], "zone": "+02:00"}, "budgets": [{"launch": "1s"}], "maxRejects": 1}"#
    let words = [
      "--zone", "+01:00", "--map", "event=x", "--rename", "A=process.start", "--budget", "launch=2s",
      "--budget", "background.assertion=60s", "--max-rejects", "5", "--", "a",
    ]
    let all = try rows(text, words)
    let expected = [
      "input.zone +01:00 --zone", "input.rows field event x --map", "input.rows event process.start if x=A --rename",
      "budgets.launch 2.00 s --budget", "budgets.background.assertion 1 min --budget",
      "budgets.background.assertion.warning 50.0 s --budget", "maxRejects 5 --max-rejects",
    ]
    for row in expected { #expect(all.contains(row), "\(row): \(all)") }
    #expect(!all.contains { $0.contains("c.json") })
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
        "2:2: the key 'failOn' comes twice: it is in line 1 as well"
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
      ("{\"input\": {\"form\": \"auto\"}}", "1:12: no key 'form'; known: from, rows, zone, timebase, records"),
      ("{\"input\": {\"from\": \"xml\"}}", "1:20: from: 'xml' is none of auto, canonical, "),
      ("{\"input\": {\"rows\": [\"field evnt what\"]}}", "1:21: rows: no field 'evnt'; nearest: event"),
      ("{\"input\": {\"rows\": [\"field event\"]}}", "1:21: rows: needs a row as 'field time at' or"),
      (
        "{\"input\": {\"rows\": [\"field duration took_ms\"]}}",
        "1:21: rows: 'took_ms' looks like ms: say so with \"field duration took_ms:ms\""
      ),
      (
        "{\"input\": {\"rows\": [\"event process.strat if event=UP\"]}}",
        "1:21: rows: 'process.strat' is an unknown name; did you mean"
      ),
      (
        "{\"input\": {\"rows\": [\"event process.start if what=UP\"]}}",
        "1:21: rows: no row says that names stand under 'what', as 'field event what' does"
      ),
      ("{\"input\": {\"zone\": \"2\"}}", "1:20: zone: needs an offset from UTC"),
      ("{\"input\": {\"records\": []}}", "1:23: records: needs one text at least"),
      ("{\"deviceClasses\": {\"other\": \"iPad*\"}}", "1:20: 'other' is the class of all models"),
      ("{\"deviceClasses\": {\"old\": 10}}", "1:27: old: needs a text in quotes, not a number"),
      ("{\"owners\": [{\"match\": \"order.scene\"}]}", "1:13: owners: the entry needs 'match' and 'path'"),
      (
        "{\"owners\": [{\"match\": \"order.scenes\", \"path\": \"a\"}]}",
        "1:23: match: no rule is called 'order.scenes'; did you mean 'order.scene'?"
      ),
      (
        "{\"owners\": [{\"match\": \"order.*\", \"path\": \"/a\"}]}",
        "1:42: path: needs a path relative to the folder of the configuration"
      ),
      (
        "{\"owners\": [{\"match\": \"order.*\", \"path\": \"a\", \"line\": 0}]}",
        "1:55: line: needs a whole number from 1 on, not '0'"
      ),
      ("{\"budgets\": {\"launch\": \"1s\"}}", "1:13: budgets: needs a list, not an object"),
      ("{\"budgets\": [{\"lanch\": \"1s\"}]}", "1:15: no budget 'lanch'; nearest: launch"),
      ("{\"budgets\": [{\"launch\": 400}]}", "1:25: launch: needs a text in quotes, not a number"),
      ("{\"budgets\": [{\"resume\": \"99ms\"}]}", "1:25: resume: '99ms' is below 100 ms"),
      ("{\"budgets\": [{\"launch\": \"400\"}]}", "1:25: launch: needs a duration with its unit, as in 400ms"),
      ("{\"budgets\": [{\"background.memory\": \"1s\"}]}", "1:36: background.memory: needs an amount of memory"),
      ("{\"budgets\": [{\"when\": {\"os\": \"18\"}}]}", "1:14: budgets: the entry sets no budget"),
      ("{\"budgets\": [{\"when\": {\"ios\": \"18\"}, \"launch\": \"1s\"}]}", "1:24: no field 'ios'; nearest: os"),
      (
        "{\"budgets\": [{\"when\": {\"os\": [\"18\", \">18\"]}, \"launch\": \"1s\"}]}",
        "1:37: os: needs versions, as in 18, >=18.2, <4.9.0 or 17..18, not '>18'"
      ),
      (
        "{\"budgets\": [{\"when\": {\"deviceClass\": \"odd\"}, \"launch\": \"1s\"}], \"deviceClasses\": {\"old\": \"a\"}}",
        "1:39: deviceClass: no device class 'odd'; nearest: old"
      ),
      (
        "{\"budgets\": [{\"when\": {\"kind\": \"hot\"}, \"launch\": \"1s\"}]}",
        "1:32: kind: no kind of launch 'hot'; known: cold, warm, prewarmed"
      ),
      (
        "{\"budgets\": [{\"when\": {\"platform\": []}, \"launch\": \"1s\"}]}", "1:36: platform: needs one text at least"
      ),
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
    #expect(Set(names.filter { !$0.hasSuffix(".*") }) == Set(RuleID.allCases.map(\.name) + ["quirks"]))
    #expect(names.filter { $0 != "quirks" }.allSatisfy(RuleSettings.isPattern) && Set(names).count == names.count)
    let items = (properties["budgets"] as? [String: Any])?["items"] as? [String: Any]
    let budgets = try #require(items?["properties"] as? [String: Any])
    #expect(Set(budgets.keys) == Set(BudgetID.allCases.map(\.name) + ["when"]))
    let conditions = (budgets["when"] as? [String: Any])?["properties"] as? [String: Any]
    #expect(Set(conditions?.keys.map(\.self) ?? []) == Set(LaunchCondition.Field.ofBudgets.map(\.rawValue)))
  }

  @Test func `what the configuration sets counts, and the command line counts more`() throws {
    let text = "{\"failOn\": \"warning\",\n\"maxRejects\": 7,\n\"maxUnknown\": \"3%\"}"
    let defaults = try Self.defaults(text)
    let parser = Parser(defaults: defaults)
    let plain = try #require(try parser.parse(["check"]) as? CheckCommand)
    #expect(plain.failOn == .warning && plain.query.logs.maxRejects == Verdict.Limit(number: 7, isPercent: false))
    #expect(plain.maxUnknown == Verdict.Limit(number: 3, isPercent: true))
    let words = ["check", "--fail-on", "note", "--max-rejects", "1%", "--max-unknown", "4"]
    let reported = try #require(try parser.parse(words) as? CheckCommand)
    #expect(reported.failOn == .note && reported.query.logs.maxRejects == Verdict.Limit(number: 1, isPercent: true))
    #expect(reported.maxUnknown == Verdict.Limit(number: 4, isPercent: false))
    #expect(defaults.failOn.origin == .file(SettingLocation(path: "c.json", line: 1)))
    #expect(defaults.maxUnknown.origin == .file(SettingLocation(path: "c.json", line: 3)))
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
