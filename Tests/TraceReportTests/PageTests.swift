import Foundation
import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

/// Pages as values: where a bar begins, which texts stand where; what a browser makes of them is seen by `Tests/Pages`.
@Suite(.tags(.small)) struct PageTests {
  private static let milli: Int64 = 1_000_000

  private static func times(_ groups: [(name: String, millis: [Int64])], budget: Int64? = nil) -> KindTimes {
    var times = KindTimes.byGroup(ReportTablesTests.launches([100]), nil)[0]
    times.kind = .cold
    times.budgetNanos = budget.map { $0 * milli }
    times.newest = groups[0].name
    let none = PhaseMeans([LaunchPhase]())
    times.groups = groups.map { .init(name: $0.name, nanos: $0.millis.sorted().map { $0 * milli }, phases: none) }
    return times
  }

  private static func picture(_ times: KindTimes) -> Picture {
    TimesPicture(times: times, title: "Cold launches").picture(reach: TimesPicture.reach(times))
  }

  private static func dots(_ picture: Picture) -> [(x: Double, ink: Ink)] {
    picture.shapes.compactMap { shape in
      if case .dot(let x, _, _, let ink, _, _) = shape { (x, ink) } else { nil }
    }
  }

  @Test func `times of launches are counted by version, the newest first, with the phases around the median`() {
    let times = KindTimes.byGroup(ReportTablesTests.launches([100, 300, 200, 0]), nil)
    #expect(times.map(\.kind) == [.unclassified])
    #expect(times[0].groups.map(\.nanos) == [[100, 200, 300].map { $0 * Self.milli }])
    #expect(times[0].groups[0].phases.sum == 200 * Self.milli)
    #expect(times[0].budgetNanos == nil)
  }

  @Test func `each of a few launches is a dot at its time, and an upright stands at the median`() {
    let times = Self.times([("2", [100, 200, 400]), ("1", [150])], budget: 300)
    let picture = Self.picture(times)
    let axis = Axis(start: 5, end: 284, nanos: TimesPicture.reach(times))
    let dots = Self.dots(picture)
    let expected: [Int64] = [100, 200, 400, 150]
    #expect(dots.map(\.x) == expected.map { axis.position(of: $0 * Self.milli) })
    #expect(dots.map(\.ink) == [.newest, .newest, .newest, .earlier])
    let uprights = picture.shapes.filter { if case .line(_, _, _, _, .ink, 2, nil) = $0 { true } else { false } }
    #expect(uprights.count == 1, "one launch has no median")
    let texts = picture.labels.map(\.text)
    #expect(texts.contains("median 200 ms · 3 launches") && texts.contains("150 ms · 1 launch"))
    #expect(texts.contains("300"), "the budget's number replaces a tick: \(texts)")
  }

  @Test func `a line of many launches crosses a half at the median, with few points`() {
    let many = (1...10_000).map { Int64($0) }
    let steps = TimesPicture.steps(many.map { $0 * Self.milli })
    #expect(steps.count == 200)
    let half = steps.first { $0.share >= 0.5 }
    #expect(half?.nanos == 5000 * Self.milli)
    let picture = Self.picture(Self.times([("2", many), ("1", Array(many.prefix(19)))]))
    let paths = picture.shapes.filter { if case .path = $0 { true } else { false } }
    #expect(paths.count == 1)
    #expect(Self.dots(picture).count { $0.ink == .earlier } == 19, "a version with few launches is drawn as dots")
  }

  @Test func `a few launches that took very long are counted beyond the axis`() {
    let picture = Self.picture(Self.times([("1", Array(repeating: 100, count: 30) + [5000])]))
    #expect(picture.labels.contains { $0.text == "1 beyond, the longest 5.00 s" })
  }

  private static let ticks: [(millis: Int64, texts: [String])] = [
    (530, ["0", "200", "400"]), (1900, ["0", "500", "1,000", "1,500"]), (3900, ["0", "1", "2", "3"]),
    (9, ["0", "2", "4", "6", "8"]),
  ]

  @Test(arguments: ticks)
  func `ticks are round numbers in the unit of the axis`(millis: Int64, expected: [String]) {
    let axis = Axis(start: 0, end: 300, nanos: millis * Self.milli)
    #expect(axis.ticks().map(axis.number) == expected)
  }

  @Test func `where a step can, a tick is the budget`() {
    let cases: [(Int64, Int64, [String])] = [
      (1030, 400, ["0", "200", "400", "600", "800", "1,000"]), (530, 400, ["0", "100", "200", "300", "400", "500"]),
      (1030, 333, ["0", "250", "500", "750", "1,000"]), (3100, 400, ["0", "1", "2", "3"]),
    ]
    for (millis, budget, expected) in cases {
      let axis = Axis(start: 44, end: 300, nanos: millis * Self.milli)
      #expect(axis.ticks(budget: budget * Self.milli).map(axis.number) == expected)
    }
  }

  @Test func `a budget replaces a tick only where there is no room for both`() {
    for (budget, expected) in [
      (300, ["300", "ms", "0", "200", "400", "600", "800"]), (390, ["390", "ms", "0", "200", "600", "800"]),
    ] {
      var picture = Picture(width: 400, height: 40, title: "", description: "")
      Axis(start: 44, end: 344, nanos: 999 * Self.milli).draw(in: &picture, y: 10, budget: Int64(budget) * Self.milli)
      let texts = picture.labels.map(\.text)
      #expect(texts == expected, "\(texts)")
    }
  }

  @Test func `values on lines have the unit that they have in sentences, whatever that of the axis`() {
    let many = (0..<200).map { Int64(300 + $0 * 20) }
    for (millis, unit) in [(many, "s"), (many.map { $0 / 4 }, "ms")] {
      let times = Self.times([("2.0", millis)], budget: 400)
      let texts = Self.picture(times).labels.map(\.text)
      let values = [50, 90].map { "p\($0) \(DurationText.of(times.groups[0].percentile($0)))" }
      #expect(values.allSatisfy { $0.hasSuffix(" \(unit)") && texts.contains($0) } && texts.contains(unit), "\(texts)")
    }
  }

  @Test func `differences have a sign, and 0 has none`() {
    let axis = Axis(start: 0, end: 300, nanos: 500 * Self.milli)
    #expect([64, -31, 0].map { axis.difference($0 * Self.milli) } == ["+64", "−31", "0"])
  }

  @Test func `each phase begins where the one before it ended`() {
    func means(_ preMain: Int64, _ appInit: Int64) -> PhaseMeans {
      let names = ["preMain": preMain, "appInit": appInit]
      return PhaseMeans(nanos: LaunchPhase.names.map { (names[$0] ?? 0) * Self.milli })
    }
    let waterfall = WaterfallPicture(
      means(160, 200).shares(beside: means(150, 150)), title: "Phases", budget: 400 * Self.milli)
    let picture = waterfall?.picture(reach: 400 * Self.milli)
    var bars: [Ink: [ClosedRange<Double>]] = [:]
    for shape in picture?.shapes ?? [] {
      if case .bar(let x, _, let width, _, let ink, _) = shape { bars[ink, default: []].append(x...x + width) }
    }
    for ink in [Ink.newest, .earlier] {
      let own = bars[ink] ?? []
      #expect(own.count == 2)
      #expect((own[0].upperBound - own[1].lowerBound).magnitude < 0.001)
    }
    let bold = picture?.labels.filter(\.isBold).map(\.text)
    #expect(bold?.contains("appInit") == true && bold?.contains("preMain") == false, "what grew most is bold")
    #expect(picture?.labels.contains { $0.text == "+50" } == true)
    #expect(waterfall?.boldText == "bold: grew most")
    #expect(waterfall?.whole == .init(name: "together", nanos: 360 * Self.milli, other: 300 * Self.milli))
    let alone = WaterfallPicture(means(160, 0).shares(beside: nil), title: "Phases", budget: nil)
    #expect(alone?.boldText == "bold: takes longest")
    let same = WaterfallPicture(means(160, 0).shares(beside: means(160, 0)), title: "Phases", budget: nil)
    #expect(same != nil && same?.boldText == nil, "nothing grew")
  }

  @Test(arguments: [1, 2, 7, 19, 20, 60, 400])
  func `no label touches another or leaves its picture`(count: Int) {
    let name = String(repeating: "W", count: 200)
    let millis = (0..<count).map { Int64(100 + ($0 * 7919) % 900) }
    for groups in [[("2.0", millis)], [("2.0", millis), (name, millis)], (1...8).map { ("1.\($0)", millis) }] {
      for budget in [nil, 333, 980] as [Int64?] {
        let picture = Self.picture(Self.times(groups, budget: budget))
        let labels = picture.labels
        for (place, label) in labels.enumerated() {
          #expect(label.extent.lowerBound >= -0.5 && label.extent.upperBound <= picture.width + 0.5, "\(label)")
          #expect(!labels[(place + 1)...].contains(where: label.touches), "\(label)")
        }
      }
    }
  }

  @Test func `the numbers of lines stay in the plot, and neither grid nor budget runs through names`() {
    for shift in stride(from: Int64(0), through: 600, by: 60) {
      let first = (0..<200).map { Int64(300 + $0 * 7919 % 700) }
      let second = first.map { $0 + shift }
      let picture = Self.picture(Self.times([("2.0", second), ("1.0", first)], budget: 400))
      let names = picture.labels.filter { [.newest, .earlier].contains($0.ink) }
      #expect(names.count >= 4)
      #expect(names.allSatisfy { $0.extent.upperBound <= 300 }, "\(shift): \(names)")
      let line = picture.shapes.firstIndex { if case .path = $0 { true } else { false } } ?? 0
      for name in names {
        #expect(picture.shapes[..<line].contains(Picture.ground(name)), "\(name) has no ground below the lines")
      }
    }
  }

  @Test func `phases that take no time are no picture`() {
    let none = WaterfallPicture(PhaseMeans([LaunchPhase]()).shares(beside: nil), title: "Phases", budget: nil)
    #expect(none == nil)
  }

  /// Launches of a kind by their week: how many, in which version, and how long the first takes in ms, each 10 ms more.
  private static func trend(_ weeks: [(count: Int, version: String, millis: Int64)]) -> LaunchTrend {
    var symbols = Symbols()
    var summaries: [LaunchSummary] = []
    for (week, part) in weeks.enumerated() {
      for number in 0..<part.count {
        var key = StreamKey()
        key.launch = symbols.texts.intern("\(week)-\(number)")
        var context = Context()
        context.appVersion = symbols.texts.intern(part.version)
        context.device = symbols.texts.intern("\(week)-\(number)")
        var summary = LaunchSummary()
        summary.stream = StreamID(rawValue: symbols.streams.intern(key))
        summary.context = ContextID(rawValue: symbols.contexts.intern(context))
        // 2025-12-01 is a Monday, of the week 49.
        summary.firstInstant = (1_764_547_200 + Int64(week) * 604_800 + Int64(number)) * 1_000_000_000
        summary.milestones[.start] = summary.firstInstant
        summary.milestones[.firstFrame] = summary.firstInstant + (part.millis + Int64(number) * 10) * milli
        summaries.append(summary)
      }
    }
    return LaunchTrend(Launch.all(summaries, symbols), by: .week)
  }

  private static let weeks = trend([
    (9, "1", 300), (7, "1", 320), (0, "", 0), (6, "2", 400), (3, "2", 2000), (11, "2", 345),
  ])

  @Test func `a trend has a point a week with launches, joined where it follows on another and has five`() throws {
    let trend = try #require(TrendPicture(Self.weeks.series[0], by: .week, title: "Weeks", budget: 330 * Self.milli))
    #expect(trend.points.map(\.slot) == [0, 1, 3, 4, 5])
    let runs = trend.runs { !$0.row.isFew }
    #expect(runs.map { $0.map(\.slot) } == [[0, 1], [3], [5]], "week 2 is a gap, week 4 has three launches")
    #expect(trend.begins.map(\.version) == ["1", "2"] && trend.begins.map(\.slot) == [0, 3])
    #expect(trend.reach < 1000 * Self.milli, "three slow launches do not make the others small")
    let axis = trend.axis(reach: trend.reach)
    let picture = trend.picture(reach: trend.reach)
    let dots = picture.shapes.compactMap { shape in
      if case .dot(let x, let y, 3.5, .newest, let isRing, _) = shape { (x: x, y: y, isRing: isRing) } else { nil }
    }
    let medians: [Int64] = [340, 350, 425, 395]
    #expect(dots.map(\.x) == [0, 1, 3, 5].map { trend.position(ofSlot: $0, axis) })
    #expect(zip(dots.map(\.y), medians).allSatisfy { ($0 - axis.position(of: $1 * Self.milli)).magnitude < 0.001 })
    #expect(dots.allSatisfy { !$0.isRing })
    let paths = picture.shapes.filter { if case .path(_, .newest, 2.5, nil) = $0 { true } else { false } }
    #expect(paths.count == 1)
    let texts = picture.labels.map(\.text)
    for text in [
      "W52", "W02", "Dec", "Jan", "1", "2", "330", "p50 395 ms", "p90 435 ms", "in W02", "9", "7", "11",
      "1 beyond, the longest 2.01 s",
    ] {
      #expect(texts.contains(text), "\(text) in \(texts)")
    }
    let all = picture.labels
    for (place, label) in all.enumerated() { #expect(!all[(place + 1)...].contains(where: label.touches), "\(label)") }
  }

  @Test func `the points of a trend are the rows of the report by week`() throws {
    let trend = Self.weeks
    let text = try JSONDocument.text("report", report: "launchTimes", ["groups": trend.groups])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let rows = try #require(document["groups"] as? [[String: Any]])
    let points = try #require(TrendPicture(trend.series[0], by: .week, title: "Weeks")).points
    #expect(points.map(\.row.step) == ["2025-W49", "2025-W50", "2025-W52", "2026-W01", "2026-W02"])
    #expect(points.map(\.median) == rows.map { ($0["p50Nanos"] as? NSNumber)?.int64Value ?? 0 })
    #expect(points.map(\.row.measure.count) == rows.map { $0["count"] as? Int })
    #expect(points.map(\.p90) == rows.map { ($0["p90Nanos"] as? NSNumber)?.int64Value })
    #expect(points.map(\.row.mostVersion) == rows.map { $0["mostVersion"] as? String })
  }

  @Test func `a trend of many weeks is cut to the latest, of two there is none, and few weeks have days`() throws {
    let many = Self.trend((0..<45).map { (5, "\($0)", 300) })
    let trend = try #require(TrendPicture(many.series[0], by: .week, title: "Weeks"))
    #expect(trend.isCut && trend.points.count == 30 && trend.points.last?.row.step == many.rows.last?.step)
    let picture = trend.picture(reach: trend.reach)
    let labels = picture.labels
    #expect(!trend.namesAll(reach: trend.reach), "there is no room for thirty versions")
    let lines = picture.shapes.count { if case .line(_, 4, _, _, _, _, "1 3") = $0 { true } else { false } }
    #expect(lines == labels.count { $0.y == 13 } && lines > 3, "each line has its name")
    let weeks = labels.filter { $0.text.hasPrefix("W") }.map(\.x)
    #expect(zip(weeks, weeks.dropFirst()).allSatisfy { $0 - $1 >= 44 } && weeks.count > 3, "\(weeks)")
    for (place, label) in labels.enumerated() {
      #expect(label.extent.lowerBound >= 0 && label.extent.upperBound <= 328, "\(label)")
      #expect(!labels[(place + 1)...].contains(where: label.touches), "\(label)")
    }
    #expect(TrendPicture(Self.trend([(9, "1", 300), (9, "1", 300)]).series[0], by: .week, title: "") == nil)
    #expect(LaunchTrend.step(for: ReportTablesTests.launches([1, 2, 3])) == nil)
  }

  /// A launch whose scene is active and inactive in turns, an event a second and line.
  private static func history(events count: Int) -> LaunchHistory {
    let events = (0..<count).map { number in
      let scene = MachineStanding(machine: "scene", name: "A", states: [number % 2 == 0 ? "active" : "inactive"])
      return HistoryEntry(
        offsetNanos: Int64(number) * 1_000_000_000, event: "e",
        source: SourceLine(file: "a.jsonl", line: number + 1), changes: [scene])
    }
    let replayed = ReplayedLaunch(
      summary: LaunchSummary(), context: Context(), known: nil, events: events,
      machines: events.last?.changes ?? [], doubts: [])
    return LaunchHistory(ReportTablesTests.launches([100])[0], replayed, [])
  }

  @Test(arguments: [(line: 7, count: 11, row: 5), (2, 7, 1), (20, 6, 5)])
  func `evidence is the event with five before and after it, each with its line`(
    line: Int, count: Int, row: Int
  ) throws {
    let finding = CheckOutputs.finding(at: SourceLine(file: "a.jsonl", line: line))
    let history = Self.history(events: 20)
    let excerpt = try #require(EventExcerpt.all([finding], history)[.init(finding)])
    #expect(excerpt.table.rows.count == count && excerpt.row == row)
    #expect(excerpt.table.rows[row].last?.forPeople == "\(line)")
    #expect(excerpt.table.notes == ["The lines are those of a.jsonl."])
    let other = CheckOutputs.finding(at: SourceLine(file: "b.jsonl", line: line))
    #expect(EventExcerpt.all([other], history).isEmpty, "the same line of another file is another event")
  }

  @Test func `what is only possible is counted apart`() {
    let found: [(Severity, Confidence)] = [
      (.error, .possible), (.note, .certain), (.error, .certain), (.error, .possible),
    ]
    let findings = found.map { CheckOutputs.finding(severity: $0.0, confidence: $0.1) }
    #expect(Page.counts(findings) == "1 error, 2 possible errors, 1 note")
  }

  @Test func `the legend of a life names what the picture has, and its axis ends with a number`() throws {
    let life = try #require(LifePicture(Self.history(events: 4)))
    #expect(life.legend == "Tall: active. Framed: inactive.")
    #expect(life.picture(title: "Life").labels.contains { $0.text == "3.00 s" })
  }

  @Test func `a life draws what is not active yet, and what is suspended, as such`() throws {
    func change(_ machine: String, _ name: String, _ state: String) -> MachineStanding {
      MachineStanding(machine: machine, name: name, states: [state])
    }
    let steps: [(seconds: Int64, event: String, changes: [MachineStanding])] = [
      (0, "process.start", [change("process", "", "created")]),
      (1, "scene.willConnect", [change("scene", "A", "connected")]),
      (2, "task.begin", [change("task", "7", "running")]), (3, "process.suspend", []),
      (1000, "process.exit", [change("process", "", "dead")]),
    ]
    let events = steps.map { seconds, event, changes in
      HistoryEntry(offsetNanos: seconds * 1_000_000_000, event: event, changes: changes)
    }
    let last = Dictionary(events.flatMap(\.changes).map { ($0.machine, $0) }) { $1 }
    let replayed = ReplayedLaunch(
      summary: LaunchSummary(), context: Context(), known: nil, events: events,
      machines: last.values.sorted { $0.machine < $1.machine }, doubts: [])
    let history = LaunchHistory(ReportTablesTests.launches([100])[0], replayed, [])
    let life = try #require(LifePicture(history))
    let states = Dictionary(uniqueKeysWithValues: life.rows.map { ($0.machine, $0.segments.map(\.state)) })
    #expect(states["process"] == ["created", "suspended", "dead"])
    #expect(states["task"] == ["running", "suspended"] && states["scene"] == ["connected"])
    #expect(
      life.legend == "Hollow: launched or connected, not active yet. Double line: the process runs."
        + " Grey bar: a task runs. Dotted: suspended. Grey band: 16 min 37 s without an event, cut out.")
    for isNarrow in [false, true] {
      let texts = LifePicture(history, isNarrow: isNarrow)?.picture(title: "Life").labels.map(\.text)
      #expect(texts?.contains("+16 min 37 s") == true, "\(texts ?? [])")
    }
  }

  @Test(arguments: [false, true])
  func `a life fits its window: no name touches another or leaves the picture`(isNarrow: Bool) throws {
    for count in [2, 3, 40] {
      let life = try #require(LifePicture(Self.history(events: count), isNarrow: isNarrow))
      let picture = life.picture(title: "Life")
      #expect(picture.width == (isNarrow ? 328 : 680))
      #expect(life.positions.allSatisfy { 0...picture.width ~= $0 })
      let labels = picture.labels
      #expect(labels.contains { $0.text == "0" } && labels.contains { $0.text == "scene A" })
      for (place, label) in labels.enumerated() {
        #expect(label.extent.lowerBound >= 0 && label.extent.upperBound <= picture.width, "\(label)")
        #expect(!labels[(place + 1)...].contains(where: label.touches), "\(label)")
      }
    }
    #expect(LifePicture(Self.history(events: 1), isNarrow: isNarrow) == nil, "a scene for no time is no picture")
  }

  @Test func `a life of very many changes is drawn with no more shapes than can be seen`() throws {
    let life = try #require(LifePicture(Self.history(events: 20_000)))
    #expect(life.rows[0].segments.count == 20_000)
    #expect(life.picture(title: "Life").shapes.count < 4000)
  }

  @Test func `text can add neither a tag nor an attribute`() {
    let names = [
      "</title><script>", "\"><svg onload=alert(1)>", "]]>", "-->", "&#x3c;", "a\0b", "\u{202E}evil", "' onclick='x",
      String(decoding: [0xEF, 0xBF, 0xBE, 0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self),
      String(repeating: "x", count: 1_000_000),
    ]
    func page(_ name: String) -> String {
      var page = ""
      Markup.tag(.p, [.init(.id, name)], [.text("\(name: name)"), .tag(.code, [], [.text("\(name: name)")])]).write(
        to: &page)
      return page
    }
    func signs(_ text: String) -> [Character] { text.filter { "<>\"'".contains($0) }.map { $0 } }
    let harmless = signs(page("x"))
    for name in names {
      let text = page(name)
      #expect(signs(text) == harmless, "\(name.prefix(20))")
      #expect(text.utf8.count < 20_000)
      #expect(!text.unicodeScalars.contains { $0.properties.isBidiControl || $0.value == 0 || $0.value == 0xFFFE })
    }
    for (name, text) in [("a\u{202E}b", #"a\u{202E}b"#), ("a\u{FFFE}b", #"a\u{FFFE}b"#), ("a\0b", #"a\u{0}b"#)] {
      #expect(page(name).contains(text), "what can't be seen is spelled out")
    }
  }

  @Test func `a page is the same for the same input, holds the hash of its styles, and has no script`() {
    let launches = ReportTablesTests.launches((0..<150).map { Int64(100 + $0 * 7 % 90) })
    func text() -> String {
      let facts = PageFacts(
        times: KindTimes.byGroup(launches, nil), subject: CheckSubject(launches), toolVersion: "1.2.3")
      let report = LaunchTimesReport(launches, by: [.app, .appVersion, .kind])
      let found = Judgement([], of: [], Symbols()).report()
      return Page(report: report, found, facts).text
    }
    let page = text()
    #expect(page == text())
    let path = page.split(separator: " d=\"")[1].prefix { $0 != "\"" }
    #expect(path.count > 1000 && path.allSatisfy { "MLl0123456789. ".contains($0) }, "no path is cut")
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"))
    #expect(page.contains("Unclassified launches take "))
    #expect(page.contains("<svg role=\"img\""))
    #expect(page.contains("<a class=\"skip\" href=\"#main\" hidden=\"\">"), "without styles nobody sees it")
    #expect(!page.contains("<script") && !page.contains(" style=") && !page.contains("http:"))
    let sheet = page.split(separator: "<style>")[1].split(separator: "</style>")[0]
    #expect(sheet == PageStyle.sheet[...])
  }

  @Test func `colors are told apart from the page: text by 4.5 to 1, shapes by 3 to 1`() {
    func luminance(_ hex: String) -> Double {
      let value = Int(hex.dropFirst(), radix: 16) ?? 0
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
        let share = Double(part) / 255
        // Source: WCAG 2.2, relative luminance; the power is that of sRGB.
        return share <= 0.04045 ? share / 12.92 : Self.power((share + 0.055) / 1.055)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    func contrast(_ a: String, _ b: String) -> Double {
      let both = [luminance(a), luminance(b)].sorted()
      return (both[1] + 0.05) / (both[0] + 0.05)
    }
    for color in [\Ink.light, \Ink.dark] {
      let paper = Ink.paper[keyPath: color]
      for ink in [Ink.ink, .quiet, .newest, .earlier, .over] {
        #expect(contrast(ink[keyPath: color], paper) >= 4.5, "\(ink)")
      }
      #expect(contrast(Ink.axis[keyPath: color], paper) >= 3)
      #expect(contrast(Ink.onAmber[keyPath: color], Ink.amber[keyPath: color]) >= 4.5)
      #expect(contrast(Ink.quiet[keyPath: color], Ink.pause[keyPath: color]) >= 4.5)
    }
  }

  /// `base` to the power of 2.4, near enough: 12 fifths, by Newton's method.
  private static func power(_ base: Double) -> Double {
    let target = (0..<12).reduce(1.0) { product, _ in product * base }
    var root = 1.0
    for _ in 0..<60 {
      let fourth = root * root * root * root
      root -= (fourth * root - target) / (5 * fourth)
    }
    return root
  }
}
