import Testing
import TraceModel

@testable import TraceAnalyzer

@Suite(.tags(.small)) struct FoldReportTests {
  static func pad() -> Launchpad {
    var pad = Launchpad()
    func add(_ name: String, _ millis: Int64, version: String, from: Milestones.Name = .start) {
      let context: (inout Context, (String) -> TextID) -> Void = { context, text in
        context.appVersion = text(version)
        context.osVersion = text("iOS 18.2.1 (22C161)")
        context.deviceModel = text("iPhone15,2")
      }
      let offset = Int64(pad.summaries.count) * 1_000_000_000
      pad.add(name, at: offset, [from: 0, .firstFrame: millis], context: context)
    }
    add("a", 300, version: "1.9")
    add("b", 100, version: "1.10")
    add("c", 200, version: "1.9")
    add("d", 50, version: "1.10", from: .main)
    pad.add("e", at: 9, [.start: 0], summary: { summary, _ in summary.nature = .background })
    pad.add("f", at: 8)
    return pad
  }

  @Test func `launch times stand by group, the most frequent anchors first`() {
    let report = LaunchTimesReport(Self.pad().launches(), by: [.appVersion])
    #expect(report.coverage.counted == 4 && report.coverage.launches == 6)
    #expect(report.coverage.notCounted == ["background": 1, "no start": 1])
    #expect(report.coverage.from == "start" && report.coverage.to == "firstFrame")
    #expect(report.groups.map { $0.by[0].value } == ["", "1.9", "1.10"])
    #expect(report.groups.map(\.count) == [0, 2, 1])
    #expect(report.groups.map(\.p50Nanos) == [nil, 250_000_000, 100_000_000])
    #expect(report.groups.map(\.notCounted) == [["background": 1, "no start": 1], [:], [:]])
    #expect(report.otherAnchors.map { "\($0.by[0].value) \($0.from ?? "")" } == ["1.10 main"])
    #expect(report.groups.map(\.p90Nanos) == [nil, nil, nil], "of fewer than 11")
  }

  @Test func `where two pairs are as frequent, the earlier from is the headline`() {
    var pad = Launchpad()
    pad.add("a", [.main: 0, .firstFrame: 10])
    pad.add("b", at: 1, [.start: 0, .active: 10])
    #expect(LaunchTimesReport(pad.launches()).coverage.from == "start")
  }

  @Test func `the slowest are listed first, not counted ones not at all`() throws {
    let all = LaunchTimesReport(Self.pad().launches(), each: true)
    #expect(all.each?.map(\.launch) == ["a", "f", "e", "b", "c", "d"])
    let slowest = try #require(LaunchTimesReport(Self.pad().launches(), slowest: 3).each)
    #expect(slowest.map(\.launch) == ["a", "c", "b"])
    #expect(slowest[0].milestoneNanos == ["start": 0, "firstFrame": 300_000_000])
    #expect(slowest[0].time == "2026-11-20T10:00:00.000000000Z")
  }

  @Test func `where only Simulator launches remain they are shown as such`() {
    var pad = Launchpad()
    pad.add("a", [.start: 0, .firstFrame: 7], context: { context, _ in context.simulator = true })
    let alone = LaunchTimesReport(pad.launches())
    #expect(alone.coverage.only == ["simulator"])
    #expect(CheckSubject(pad.launches()).environments == [.simulator: 1])
    #expect(CheckSubject(pad.launches(), include: [.simulator]).environments.isEmpty)
    #expect(alone.groups.map(\.count) == [1])
    pad.add("b", [.start: 0, .firstFrame: 9])
    let both = LaunchTimesReport(pad.launches())
    #expect(both.coverage.only == nil)
    #expect(both.coverage.counted == 1 && both.coverage.notCounted == ["simulator": 1])
  }

  @Test func `phases stand in the order in which they happen`() {
    var pad = Launchpad()
    pad.add("a", [.start: 0, .main: 30, .launchEnd: 70, .firstFrame: 100])
    pad.add("b", [.start: 0, .main: 50, .firstFrame: 100])
    let report = LaunchPhasesReport(pad.launches())
    #expect(report.phases.map { $0.by.last?.value } == ["preMain", "launching", "firstFrame"])
    #expect(report.phases.map(\.count) == [2, 1, 2])
    #expect(report.phases.map(\.p50Nanos) == [40_000_000, 40_000_000, 40_000_000])
  }

  @Test func `stays and tasks stand by how they ended`() {
    var pad = Launchpad()
    pad.add(
      "a",
      summary: { summary, text in
        summary.stays = [(10, StayEnd.foreground), (30, .foreground), (5, .exited)].map {
          (nanos: Int64, end) in
          var stay = StaySummary()
          stay.nanos = nanos
          stay.end = end
          return stay
        }
        summary.stays[0].handlerNanos = 7
        summary.tasks = [("sync-1", 40), ("sync-22", 20), ("ping", 90)].map {
          (name, nanos: Int64) in
          var task = TaskSummary()
          task.name = text(name)
          task.kind = text("assertion")
          task.backgroundNanos = nanos
          task.outcome = name == "sync-1" ? .leaked : .ended
          return task
        }
      })
    let report = BackgroundReport(pad.launches(), pad.symbols.texts)
    let names = report.rows.map { $0.by.prefix(2).map(\.value).joined(separator: " ") }
    #expect(
      names == [
        "task ping", "task sync-#", "stay foreground", "stay exited", "handler didEnterBackground",
      ])
    #expect(report.rows.map(\.p50Nanos) == [90, 30, 20, 5, 7])
    #expect(report.rows.map(\.longestNanos) == [90, 40, 30, 5, 7])
    #expect(report.rows[1].outcomes == ["ended": 1, "leaked": 1])
  }

  private static func selecting(
    _ values: [(LaunchCondition.Field, LaunchCondition.Alternative)], since: Int64? = nil, until: Int64? = nil
  ) -> Selection {
    var selection = Selection()
    for (field, alternative) in values { selection.add(alternative, of: field) }
    selection.since = since
    selection.until = until
    return selection
  }

  private static func name(_ field: LaunchCondition.Field, _ text: String) -> Selection {
    selecting([(field, .name(NamePattern(text)))])
  }

  private static func versions(_ field: LaunchCondition.Field, _ text: String) -> Selection {
    selecting(VersionRange(text).map { [(field, .version($0))] } ?? [])
  }

  @Test(arguments: [
    (versions(.appVersion, "1.9"), "ac"), (versions(.os, "18"), "abcd"), (versions(.appVersion, ">=1.10"), "bd"),
    (versions(.os, "18.2.1"), "abcd"), (versions(.os, "18.20"), ""), (versions(.os, "<18"), ""),
    (name(.deviceModel, "IPHONE15,2"), "abcd"), (name(.deviceModel, "iPhone15,*"), "abcd"), (name(.launch, "E*"), "e"),
    (name(.kind, "background"), "e"), (name(.device, "x"), ""), (name(.deviceClass, "other"), "abcd"),
    (name(.platform, "iOS"), "abcd"), (name(.appVersion, "*"), "abcd"),
    (selecting([(.launch, .name(NamePattern("c"))), (.launch, .name(NamePattern("e*")))]), "ec"),
    (selecting([(.kind, .name(NamePattern("un*"))), (.launch, .name(NamePattern("c")))]), "c"),
    (selecting([(.kind, .name(NamePattern("warm"))), (.launch, .name(NamePattern("c")))]), ""),
    (selecting([], since: Launchpad.start + 1_000_000_000), "bcd"),
    (selecting([]), "afebcd"), (selecting([], until: Launchpad.start + 9), "af"),
  ])
  func `a selection takes what fits all of it`(_ selection: Selection, _ names: String) {
    let launches = Self.pad().launches()
    #expect(launches.filter(selection.contains).map(\.name).joined() == names)
    #expect(selection.filter(launches).map(\.name).joined() == names)
  }
}
