import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

/// What outputs for other systems show of findings with one fingerprint, and where.
@Suite(.tags(.small)) struct AlertTests {
  private typealias Made = CheckOutputs

  @Test func `findings with one fingerprint are one alert, which is as bad as its worst certain one`() throws {
    let alerts = Made.answer([
      Made.finding(1, severity: .warning, launch: "L2"),
      Made.finding(1, severity: .error, confidence: .possible, launch: "L3"),
      Made.finding(1, severity: .warning, launch: "L2", at: SourceLine(file: "logs/b.jsonl", line: 7)),
      Made.finding(2, severity: .note),
    ]).alerts
    #expect(alerts.count == 2)
    let group = alerts[0].group
    #expect(group.severity == .warning)
    #expect(group.count == 3 && group.launches == 2)
    #expect(group.sources.map(\.line) == [43, 7])
    #expect(!group.fails(on: .error) && group.fails(on: .warning) && group.fails(on: .note))
    #expect(!group.fails(on: nil))
  }

  @Test func `alerts come loudest first, and what is possible is no louder than a note`() {
    let alerts = Made.answer([
      Made.finding(1, severity: .error, confidence: .possible), Made.finding(2, severity: .note),
      Made.finding(3, severity: .warning), Made.finding(4, severity: .error),
    ]).alerts
    #expect(alerts.map(\.level) == [.error, .warning, .note, .note])
    #expect(alerts.map(\.group.confidence) == [.certain, .certain, .possible, .certain])
  }

  @Test func `an accepted finding is hidden by one of its fingerprint that is not`() {
    let both = Made.answer([Made.finding(1, accepted: Made.acceptance), Made.finding(1, severity: .note)])
    #expect(both.countedAlerts.map(\.group.severity) == [.note])
    let accepted = Made.answer([Made.finding(1, accepted: Made.acceptance)])
    #expect(accepted.countedAlerts.isEmpty && accepted.alerts.count == 1)
    #expect(!accepted.alerts[0].group.fails(on: .note))
  }

  @Test func `a failure lists twenty places at most, and says how many more there are`() throws {
    let answer = Made.answer((1...25).map { Made.finding(1, at: SourceLine(file: "a", line: $0)) })
    #expect(answer.alerts[0].group.sources.count == 25)
    let text = try Made.text(JUnitReporter.self, answer)
    #expect(text.contains("a:20") && !text.contains("a:21") && text.contains("and 5 more places"))
  }

  /// A path, relative to /home/app; as people see it; as a URI.
  private static let paths: [(path: String, relative: String?, shown: String, uri: String?)] = [
    ("logs/a.jsonl", "logs/a.jsonl", "logs/a.jsonl", "logs/a.jsonl"),
    ("./logs//b/../a.jsonl", "logs/a.jsonl", "logs/a.jsonl", "logs/a.jsonl"),
    ("/home/app/logs/a.jsonl", "logs/a.jsonl", "logs/a.jsonl", "logs/a.jsonl"),
    ("../app/a.jsonl", "a.jsonl", "a.jsonl", "a.jsonl"),
    ("../../logs/a.jsonl", nil, "../../logs/a.jsonl", "logs/a.jsonl"),
    ("../../../../a.jsonl", nil, "../../../../a.jsonl", "a.jsonl"),
    ("/home/apple/logs/a.jsonl", nil, "…/logs/a.jsonl", "logs/a.jsonl"),
    ("/a.jsonl", nil, "…/a.jsonl", "a.jsonl"), ("-", nil, "standard input", nil),
    ("ä b%[1].jsonl", "ä b%[1].jsonl", "ä b%[1].jsonl", "%C3%A4%20b%25%5B1%5D.jsonl"),
    ("/home/app", nil, "…/home/app", "home/app"), ("a:b?c#d", "a:b?c#d", "a:b?c#d", "a%3Ab%3Fc%23d"),
  ]

  @Test func `paths are relative to the folder of the run, and none is absolute`() {
    let paths = OutputPaths(workingDirectory: "/home/app")
    for (path, relative, shown, uri) in Self.paths {
      #expect(paths.relative(path) == relative, "\(path)")
      #expect(paths.shown(path) == shown, "\(path)")
      #expect(paths.uri(path) == uri, "\(path)")
    }
  }

  @Test func `a finding is shown at its owner, else in its log, else where its setting is, else in the configuration`()
  {
    let paths = OutputPaths(workingDirectory: "/srv")
    let owners = FindingOwners([
      FindingOwners.Owner(match: "order.*", name: "upload 7", path: "App/Upload.swift", line: 12),
      FindingOwners.Owner(match: "order.task", path: "../elsewhere.swift", line: 3),
      FindingOwners.Owner(match: "launch.slow", path: "App/Launch.swift", line: 0),
    ])
    var upload = Made.finding(names: ["active", "upload #"])
    #expect(FindingLocation(upload, owners: owners, in: paths).text == "App/Upload.swift:12")
    upload.rule = .`background.killed`
    #expect(FindingLocation(upload, owners: owners, in: paths).text == "logs/a.jsonl:43")
    #expect(FindingLocation(Made.finding(), owners: owners, in: paths).text == "logs/a.jsonl:43")
    // A place outside of the repository helps nobody.
    #expect(FindingLocation(Made.finding(rule: .`order.task`), owners: owners, in: paths).text == "logs/a.jsonl:43")
    let slow = Made.finding(rule: .`launch.slow`)
    #expect(FindingLocation(slow, owners: owners, in: paths).text == "App/Launch.swift:1")
    var far = Made.finding(at: SourceLine(file: "/logs/a.jsonl", line: 43))
    #expect(FindingLocation(far, owners: owners, in: paths).text == ".tracetool.json:1")
    far.settingLocation = SettingLocation(path: "/srv/ci/tracetool.json", line: 9)
    #expect(FindingLocation(far, owners: owners, in: paths).text == "ci/tracetool.json:9")
    #expect(FindingLocation(Made.finding(at: nil), owners: owners, in: paths).text == ".tracetool.json:1")
  }

  @Test func `an annotation names the log's line wherever the log lies, and no file that may not be there`() {
    let paths = OutputPaths(workingDirectory: "/srv")
    func text(_ finding: Finding) -> String? {
      FindingLocation(annotating: finding, owners: FindingOwners(), in: paths)?.text
    }
    #expect(text(Made.finding()) == "logs/a.jsonl:43")
    #expect(text(Made.finding(at: SourceLine(file: "/tmp/logs/a.jsonl", line: 43))) == "logs/a.jsonl:43")
    var none = Made.finding(at: nil)
    #expect(text(none) == nil)
    none.settingLocation = SettingLocation(path: "/srv/.tracetool.json", line: 9)
    #expect(text(none) == ".tracetool.json:9")
  }
}

extension FindingLocation {
  fileprivate var text: String { "\(path):\(line)" }
}
