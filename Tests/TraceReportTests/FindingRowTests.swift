import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

/// What outputs for other systems show of findings with one fingerprint, and where.
@Suite(.tags(.small)) struct FindingRowTests {
  private typealias Made = CheckOutputs

  @Test func `findings with one fingerprint are one row, which is as bad as its worst certain one`() throws {
    let rows = Made.answer([
      Made.finding(1, severity: .warning, launch: "L2"),
      Made.finding(1, severity: .error, confidence: .possible, launch: "L3"),
      Made.finding(1, severity: .warning, launch: "L2", at: SourceLine(file: "logs/b.jsonl", line: 7)),
      Made.finding(2, severity: .note),
    ]).report.fingerprintRows
    #expect(rows.count == 2)
    #expect(rows[0].representative.severity == .warning)
    #expect(rows[0].count == 3 && rows[0].launches == 2)
    #expect(rows[0].places.map(\.line) == [43, 7])
    #expect(!rows[0].fails(on: .error) && rows[0].fails(on: .warning) && rows[0].fails(on: .note))
    #expect(!rows[0].fails(on: nil))
  }

  @Test func `rows come loudest first, and what is possible is no louder than a note`() {
    let rows = Made.answer([
      Made.finding(1, severity: .error, confidence: .possible), Made.finding(2, severity: .note),
      Made.finding(3, severity: .warning), Made.finding(4, severity: .error),
    ]).report.fingerprintRows
    #expect(rows.map { AlertLevel($0.representative) } == [.error, .warning, .note, .note])
    #expect(rows.map(\.representative.confidence) == [.certain, .certain, .possible, .certain])
  }

  @Test func `an accepted finding is hidden by one of its fingerprint that is not`() {
    let both = Made.answer([Made.finding(1, accepted: Made.acceptance), Made.finding(1, severity: .note)])
    #expect(both.countedRows.map(\.representative.severity) == [.note])
    let accepted = Made.answer([Made.finding(1, accepted: Made.acceptance)])
    #expect(accepted.countedRows.isEmpty && accepted.report.fingerprintRows.count == 1)
    #expect(!accepted.report.fingerprintRows[0].fails(on: .note))
  }

  @Test func `at most twenty places are kept, and the others are counted`() {
    let findings = (1...25).map { Made.finding(1, at: SourceLine(file: "a", line: $0)) }
    let row = Made.answer(findings).report.fingerprintRows[0]
    #expect(row.places.count == 20 && row.omittedPlaces == 5)
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
    #expect(FindingPlace(upload, owners: owners, in: paths).text == "App/Upload.swift:12")
    upload.rule = .`background.killed`
    #expect(FindingPlace(upload, owners: owners, in: paths).text == "logs/a.jsonl:43")
    #expect(FindingPlace(Made.finding(), owners: owners, in: paths).text == "logs/a.jsonl:43")
    // A place outside of the repository helps nobody.
    #expect(FindingPlace(Made.finding(rule: .`order.task`), owners: owners, in: paths).text == "logs/a.jsonl:43")
    let slow = Made.finding(rule: .`launch.slow`)
    #expect(FindingPlace(slow, owners: owners, in: paths).text == "App/Launch.swift:1")
    var far = Made.finding(at: SourceLine(file: "/logs/a.jsonl", line: 43))
    #expect(FindingPlace(far, owners: owners, in: paths).text == ".tracetool.json:1")
    far.settingPlace = SettingPlace(path: "/srv/ci/tracetool.json", line: 9)
    #expect(FindingPlace(far, owners: owners, in: paths).text == "ci/tracetool.json:9")
    #expect(FindingPlace(Made.finding(at: nil), owners: owners, in: paths).text == ".tracetool.json:1")
  }
}

extension FindingPlace {
  fileprivate var text: String { "\(path):\(line)" }
}
