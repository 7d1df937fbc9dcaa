import Testing
import TraceModel

@testable import TraceAnalyzer

/// Which launches a budget holds for, and which of several counts.
@Suite(.tags(.small)) struct LaunchConditionTests {
  @Test(
    arguments: [
      ("18", ["18", "18.0", "18.2.1", "18.0-beta", "018"], ["180", "17.9", "19", "1.8", "x"]),
      ("18.2", ["18.2", "18.2.0", "18.2.9"], ["18", "18.3", "18.20"]),
      ("18.0", ["18", "18.0.4"], ["18.1"]),
      (">=4.9", ["4.9", "4.9.0", "4.10.0", "5"], ["4.8.9", "4", "4.9.0-beta"]),
      ("<4.9.0", ["4.8.9", "4", "4.9.0-beta", "x"], ["4.9", "4.9.0", "4.10"]),
      ("17..18", ["17", "17.0", "18", "18.7"], ["16.9", "19", "180"]),
      ("17.4..18.1", ["17.4", "17.10", "18", "18.1.9"], ["17.3.9", "18.2"]),
      ("4.9.0-beta", ["4.9.0-beta", "4.9.0-beta.1"], ["4.9.0", "4.9.0-alpha"]),
    ])
  func `versions are compared part by part, as numbers`(_ text: String, _ inside: [String], _ outside: [String]) throws
  {
    let range = try #require(VersionRange(text))
    for version in inside { #expect(range.contains(version), "\(version)") }
    for version in outside { #expect(!range.contains(version), "\(version)") }
  }

  @Test(arguments: [
    "", "x", ">18", "<=18", ">=", "<", "17..", "..18", "17..18..19", "18.*", "18..x", "18.", "1 8", "=18", ">=1..2",
  ])
  func `a text without the form of versions is refused`(_ text: String) { #expect(VersionRange(text) == nil) }

  @Test(
    arguments: [
      ("iPhone11,8", "iPhone11,8", true), ("iPhone11,8", "IPHONE11,8", true), ("iPhone11,8", "iPhone11,80", false),
      ("iPhone11,*", "iPhone11,", true), ("iPhone11,*", "iPhone1,8", false), ("*", "", true), ("*", "x", true),
      ("*8", "iPhone11,8", true), ("*8", "iPhone11,9", false), ("i*1*8", "iPhone11,8", true), ("a*a", "a", false),
      ("a*a", "aa", true), ("*a*b*", "xxbxa", false), ("*a*b*", "xaxbx", true),
      ("com.*.shop", "com.example.shop", true),
      ("com.*.shop", "com.shop", false), ("", "", true), ("", "x", false), ("**", "x", true),
    ])
  func `a star stands for any characters`(_ pattern: String, _ name: String, _ fits: Bool) {
    #expect(NamePattern(pattern).fits(name) == fits)
  }

  @Test func `a model belongs to the first class that fits, else to 'other'`() {
    var classes = DeviceClasses()
    let place = SettingLocation(path: "c", line: 1)
    classes.entries = [
      DeviceClasses.Entry("old", [NamePattern("iPhone10,*"), NamePattern("iPhone11,*")], at: place),
      DeviceClasses.Entry("phone", [NamePattern("iPhone*")], at: place),
    ]
    let names = ["iPhone11,8", "iPhone15,2", "iPad14,1", ""].map(classes.name)
    #expect(names == ["old", "phone", "other", ""])
  }

  /// The budgets of the specification's example: for all, for old devices, and for old devices on iOS 18 or later.
  static var example: JudgingOptions {
    var options = JudgingOptions()
    func place(_ line: Int) -> SettingLocation { SettingLocation(path: "c", line: line) }
    func term(_ field: LaunchCondition.Field, _ names: String...) -> LaunchCondition.Term {
      LaunchCondition.Term(field, names.map { .name(NamePattern($0)) })
    }
    let models = ["iPhone10,*", "iPhone11,*"].map { NamePattern($0) }
    options.deviceClasses.entries = [DeviceClasses.Entry("old", models, at: place(1))]
    let old = LaunchCondition([term(.deviceClass, "old")])
    let late = VersionRange(">=18").map { LaunchCondition.Term(.os, [.version($0)]) }
    let slow = LaunchCondition(
      [term(.deviceClass, "old")] + [late].compactMap(\.self) + [term(.kind, "cold", "unclassified")])
    options.budgets.add(BudgetEntry(.launch, 400_000_000, at: place(2)))
    options.budgets.add(BudgetEntry(.launch, 900_000_000, when: old, at: place(3)))
    options.budgets.add(BudgetEntry(.phaseAppInit, 250_000_000, when: old, at: place(3)))
    options.budgets.add(BudgetEntry(.launch, 1_200_000_000, when: slow, at: place(4)))
    return options
  }

  /// The milliseconds of a launch's budgets `launch` and `phase.appInit`, and the lines that set them.
  private func found(_ options: JudgingOptions, _ model: String?, _ os: String, boots: [String] = ["1", "2"])
    -> [Int64?]
  {
    var pad = Launchpad()
    for (place, boot) in boots.enumerated() {
      pad.add("l\(place)", at: Int64(place) * 60_000_000_000, [.start: 0, .firstFrame: 500]) { context, text in
        context.device = text("d")
        context.osVersion = text("iOS \(os)")
        context.boot = text(boot)
        if let model { context.deviceModel = text(model) }
      }
    }
    let launches = Launch.all(pad.summaries, pad.symbols)
    let judgement = Judgement(launches, of: pad.summaries, pad.symbols, options)
    let budgets = judgement.budgets(of: launches[launches.count - 1])
    return [.launch, .phaseAppInit].flatMap { (budget: BudgetID) -> [Int64?] in
      [budgets[budget].map { $0 / 1_000_000 }, budgets.entry(of: budget).flatMap(\.location).map { Int64($0.line) }]
    }
  }

  @Test func `of the entries that fit a launch the last that sets a budget counts`() {
    #expect(found(Self.example, "iPhone11,8", "18.2") == [1200, 4, 250, 3])
    #expect(found(Self.example, "iPhone11,8", "17.6") == [900, 3, 250, 3])
    // Warm: the last entry is not for it.
    #expect(found(Self.example, "iPhone11,8", "18.2", boots: ["1", "1"]) == [900, 3, 250, 3])
    #expect(found(Self.example, "iPhone15,2", "18.2") == [400, 2, nil, nil])
    #expect(found(Self.example, nil, "18.2") == [400, 2, nil, nil])
  }

  @Test func `a budget of the command line comes after all others`() {
    var options = Self.example
    options.budgets.set(.launch, to: 700_000_000)
    #expect(found(options, "iPhone11,8", "18.2") == [700, nil, 250, 3])
    #expect(found(options, "iPhone15,2", "18.2") == [700, nil, nil, nil])
  }

  @Test func `launches of one group that have several budgets are judged per budget`() throws {
    var pad = Launchpad()
    for place in 0..<10 {
      let os = place.isMultiple(of: 2) ? "18.2" : "17.6"
      pad.add("l\(place)", at: Int64(place) * 60_000_000_000, [.start: 0, .firstFrame: 1000]) { context, text in
        context.app = text("a")
        context.appVersion = text("1")
        context.deviceModel = text("iPhone11,8")
        context.osVersion = text("iOS \(os)")
      }
    }
    let options = Self.example
    let launches = Launch.all(pad.summaries, pad.symbols)
    let report = Judgement(launches, of: pad.summaries, pad.symbols, options).report()
    // Those on iOS 18 may take 1.2 s, those on iOS 17 0.9 s.
    let slow = report.findings.filter { $0.rule == .`launch.slow` }
    let medians = slow.map(\.median?.count)
    #expect(medians == [5] && slow[0].limit == 900_000_000 && slow[0].measured == 1_000_000_000)
    #expect(slow[0].settingLocation == SettingLocation(path: "c", line: 3))
    var same = JudgingOptions()
    same.budgets.set(.launch, to: 900_000_000)
    let together = Judgement(launches, of: pad.summaries, pad.symbols, same).report()
    #expect(together.findings.filter { $0.rule == .`launch.slow` }.map(\.median?.count) == [10])
  }

  @Test func `the longest setting of a rule decides the severity, and remembers its line`() {
    var pad = Launchpad()
    for place in 0..<5 { pad.add("l\(place)", at: Int64(place), [.start: 0, .firstFrame: 1000]) }
    func slow(_ setting: RuleSetting?) -> Finding? {
      var options = JudgingOptions()
      if let setting {
        options.rules.add(RuleSettings.Entry("launch.slow", setting, at: SettingLocation(path: "c", line: 7)))
        options.rules.add(RuleSettings.Entry("launch.*", .note, at: SettingLocation(path: "c", line: 8)))
      }
      let launches = Launch.all(pad.summaries, pad.symbols)
      let report = Judgement(launches, of: pad.summaries, pad.symbols, options).report()
      #expect(report.coverage.rulesOff == (setting == .off ? ["launch.slow"] : nil))
      return report.findings.first { $0.rule == .`launch.slow` }
    }
    #expect(slow(nil)?.severity == .warning && slow(nil)?.settingLocation == nil)
    #expect(slow(.error)?.severity == .error && slow(.error)?.settingLocation?.line == 7)
    #expect(slow(.default)?.severity == .warning && slow(.default)?.settingLocation == nil)
    #expect(slow(.off) == nil)
  }
}
