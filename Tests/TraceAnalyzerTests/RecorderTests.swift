import Testing
import TraceAnalyzer
import TraceModel

/// Which missing events are findings: learned from the events that an app's recorder writes.
@Suite(.tags(.small)) struct RecorderTests {
  /// A step that only `scene.willDeactivate` would have made legal.
  private static let missing = """
    0 s app.didFinishLaunching
    1 s scene.willConnect scene=A
    2 s scene.willEnterForeground scene=A
    3 s scene.didActivate scene=A
    4 s scene.didEnterBackground scene=A
    """
  private static let whole = """
    0 s app.didFinishLaunching
    1 s scene.willConnect scene=A
    2 s scene.willEnterForeground scene=A
    3 s scene.didActivate scene=A
    4 s scene.willDeactivate scene=A
    5 s scene.didEnterBackground scene=A
    """

  private func timeline(missing: Int, whole: Int = 0, version: String = "1") -> Timeline {
    var timeline = Timeline()
    add(missing: missing, whole: whole, version: version, to: &timeline)
    return timeline
  }

  private func add(missing: Int, whole: Int = 0, version: String, to timeline: inout Timeline) {
    func text(_ text: String) -> String {
      text.split(separator: "\n").map { "\($0) appVersion=\(version)" }.joined(separator: "\n")
    }
    for number in 0..<missing {
      timeline.add(text(Self.missing), .init(launch: "\(version) missing \(number)"))
    }
    for number in 0..<whole {
      timeline.add(text(Self.whole), .init(launch: "\(version) whole \(number)"))
    }
  }

  @Test func `a kind that nobody knows of is asked for once`() throws {
    let findings = timeline(missing: 4).report().findings
    #expect(findings.count == 1)
    let finding = try #require(findings.first)
    #expect(finding.rule == .`order.scene`)
    #expect(finding.severity == .error)
    #expect(finding.confidence == .possible)
    #expect(
      finding.message.plain.hasSuffix(
        "; scene.willDeactivate was due 4 times and never came: not recorded, or never called;"
          + " --records with all kinds that are recorded settles it"))
  }

  @Test func `once of each recorder`() {
    var timeline = timeline(missing: 2)
    add(missing: 2, version: "2", to: &timeline)
    #expect(timeline.found() == ["5 order.scene error?", "15 order.scene error?"])
  }

  @Test(arguments: [(19, ["5 order.scene error?"]), (20, ["trace.unrecorded note"])])
  func `due twenty times and never there is not recorded`(_ count: Int, _ expected: [String]) {
    #expect(timeline(missing: count).found() == expected)
  }

  @Test func `in any number of parts the same is reported`() {
    let mixed = """
      0 s app.didFinishLaunching source=delegate
      1 s scene.willConnect scene=A source=delegate
      2 s scene.willEnterForeground scene=A source=delegate
      3 s scene.didActivate scene=A source=delegate
      3.5 s app.didBecomeActive source=delegate
      4 s scene.didEnterBackground scene=A source=delegate
      """
    var timeline = Timeline()
    for number in 0..<4 {
      add(missing: number, whole: 1, version: "\(number % 2)", to: &timeline)
      for launch in 0..<3 { timeline.add(mixed, .init(launch: "mixed \(number) \(launch)")) }
    }
    add(missing: 20, version: "never", to: &timeline)
    let (summaries, symbols) = timeline.replayed()
    let launches = Launch.all(summaries, symbols)
    let reports = [1, 2, 3, 7, 100].map { count in
      let judgement = Judgement(launches, of: summaries, symbols)
      let report = judgement.joined(judgement.chunks(atMost: count).reversed().map { $0() }.reversed())
      return "\(report.coverage) \(Array(report.findings))"
    }
    #expect(Set(reports).count == 1)
    for rule in ["order.mixed", "order.scene", "trace.unrecorded"] { #expect(reports[0].contains(rule)) }
  }

  @Test func `what is not recorded is one note that says how many steps were not judged`() throws {
    let report = timeline(missing: 25).report()
    #expect(report.findings.count == 1)
    let finding = try #require(report.findings.first)
    #expect(finding.message == "25 steps were not judged: scene.willDeactivate is never recorded")
    #expect(report.coverage.neverRecorded.map(\.kinds) == [["scene.willDeactivate"]])
    #expect(report.coverage.stepsJudged == report.coverage.stepsSeen - 25)
  }

  @Test func `the same note of several versions stands in their order`() {
    var timeline = Timeline()
    let versions = (1...9).map { "\($0)" }
    for version in versions.reversed() { add(missing: 20, version: version, to: &timeline) }
    #expect(timeline.report().findings.map(\.appVersion) == versions)
  }

  @Test(arguments: [
    (9, 1, "error"), (10, 1, "error?"), (30, 1, "error?"), (29, 4, "error"), (300, 19, "error?"), (300, 20, "error"),
  ])
  func `what a tenth of the launches hold is recorded, and what twenty hold`(
    _ missing: Int, _ whole: Int, _ severity: String
  ) {
    let found = timeline(missing: missing, whole: whole).found()
    #expect(found.first == "5 order.scene \(severity)")
    // What is only possible is reported once, what is certain wherever it is.
    #expect(found.count == (severity == "error" ? missing : 1))
  }

  static let records: [(String, [String])] = [
    ("scene.willDeactivate,scene.didActivate", ["5 order.scene error"]),
    ("sceneWillResignActive", ["5 order.scene error"]),
    ("scene.didActivate", ["trace.unrecorded note"]),
  ]

  @Test(arguments: records)
  func `a launch that says what it records is believed`(_ records: String, _ expected: [String]) {
    #expect(Timeline("\(Self.missing) records=\(records)").found() == expected)
  }

  @Test func `a launch that holds the kind is held to it`() {
    let text = "\(Self.missing)\n5 s scene.willDeactivate scene=A"
    #expect(Timeline(text).found() == ["5 order.scene error", "6 order.scene error"])
  }

  @Test func `what an SDK does not say that it records every time may be missing anywhere`() {
    let text = """
      0 s app.didBecomeActive format=otlp records=app.willResignActive
      1 s app.willResignActive
      2 s app.willResignActive
      """
    #expect(Timeline(text).found() == ["trace.unrecorded note"])
    #expect(Timeline(text.replacing("format=otlp ", with: "")).found().first?.contains("order.app") == true)
  }

  @Test func `one set of kinds that are not recorded is enough`() {
    let text = """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.didActivate scene=A records=scene.willConnect,scene.didActivate
      """
    #expect(Timeline(text).found() == ["trace.unrecorded note"])
  }

  static let platforms: [(String, Bool)] = [
    ("platform=iOS", true), ("platform=iPadOS", true), ("platform=tvOS", true),
    ("platform=watchOS", false), ("platform=visionOS", false), ("platform=macCatalyst", false),
    ("platform=iOSOnMac", false), ("osVersion=18.2", true), ("osVersion=visionOS", false),
    ("processKind=extension", false), ("deviceModel=Mac14,2", false), ("deviceModel=MacBookPro18,3", false),
    ("deviceModel=iMac21,1", false), ("osVersion=iOS deviceModel=Mac14,2", false),
    ("deviceModel=Mac14,2 simulator=true", true), ("platform=iOS deviceModel=Mac14,2", true),
    ("deviceModel=Watch7,1", false), ("deviceModel=RealityDevice14,1", false), ("deviceModel=AppleTV14,1", true),
    ("deviceModel=iPad14,3", true), ("deviceModel=iPhone15,2", true), ("deviceModel=Machine", true),
    ("sdkVersion=macosx14.2", false), ("sdkVersion=iphoneos18.2", true), ("sdkVersion=18.2", true),
    ("osVersion=iPadOS sdkVersion=macosx14.2", true),
  ]

  @Test(arguments: platforms)
  func `only what runs on iOS, iPadOS and tvOS is judged`(_ field: String, _ isJudged: Bool) {
    let report = Timeline("\(Self.missing) \(field)").report()
    #expect(report.findings.isEmpty != isJudged)
    #expect((report.coverage.stepsJudged > 0) == isJudged)
  }
}
