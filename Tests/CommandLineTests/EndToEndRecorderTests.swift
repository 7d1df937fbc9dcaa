import Foundation
import Testing
import TraceRecorder

/// What an app records, read by the program.
@Suite(.tags(.large)) struct EndToEndRecorderTests {
  @Test func `all files of two launches are read, and nothing of them is lost`() throws {
    let place = Workplace()
    let folder = URL(fileURLWithPath: place.file("traces"))
    for _ in 0..<2 {
      let recorder = Recorder(to: folder, records: [.dataChange, .dataSave], fileBytes: 3000)
      recorder.record(.processStart, ago: 1_000_000_000)
      recorder.callback(.appDidFinishLaunching, [.source("delegate")]).run {}
      for number in 0..<100 { recorder.record(.dataSave, .name(dynamic: "cart \"\(number)\" \u{1}")) }
      recorder.begin(.workBegin, .workEnd, [.name("import"), .kind("disk")]).run {}
      #expect(recorder.dropped.count == 0)
    }
    let ingested = try place.run("ingest", "--verbose", "--store", "s.db", "traces")
    #expect(ingested.code == 0)
    #expect(ingested.output.contains("210 events of "), "\(ingested.output)")
    #expect(ingested.output.contains("210 new + 0 duplicate + 0 skipped + 0 rejected"), "\(ingested.output)")
    let checked = try place.run("check", "--all", "traces")
    #expect(!checked.output.contains("trace."), "\(checked.output)")
  }

  /// What an app names as recorded, and whether work without a task is then found.
  private static let declared: [([EventKind], EventKind, Bool)] = [
    // Its tasks are UIKit's own: the log can't know whether one ran.
    ([], .processStart, false), ([.dataSave], .processStart, false), ([.workBegin, .workEnd], .processStart, false),
    // That its first event is of a task does not mean that all its tasks are recorded.
    ([], .taskRegister, false),
    // It would have recorded a task.
    ([.taskBegin, .taskExpire, .taskEnd], .processStart, true),
  ]

  @Test(arguments: declared)
  func `an app that says nothing of its tasks is not accused of having none`(
    _ records: [EventKind], _ first: EventKind, _ isFound: Bool
  ) throws {
    let place = Workplace()
    let recorder = Recorder(to: URL(fileURLWithPath: place.file("traces")), records: records)
    recorder.record(first, ago: 60_000_000_000)
    recorder.record(.appDidFinishLaunching, .source("notification"), ago: 59_000_000_000)
    recorder.record(.appDidBecomeActive, .source("notification"), ago: 58_000_000_000)
    recorder.record(.appWillResignActive, .source("notification"), ago: 30_000_000_000)
    recorder.record(.appDidEnterBackground, .source("notification"), ago: 29_000_000_000)
    let upload: [TraceField] = [.name("upload"), .kind("network"), .task(1)]
    recorder.record(.workBegin, upload[0], upload[1], upload[2], ago: 28_000_000_000)
    recorder.record(.workEnd, upload[0], upload[1], upload[2], ago: 20_000_000_000)
    let checked = try place.run("check", "--all", "traces")
    #expect(checked.output.contains("background.uncovered-work") == isFound, "\(checked.output)")
  }

  @Test func `attributes of an app's own are kept, and what tracetool knows of them is read`() throws {
    let place = Workplace()
    let folder = URL(fileURLWithPath: place.file("traces"))
    let recorder = Recorder(to: folder)
    recorder.record(.processStart, ago: 1_000_000_000)
    recorder.record(
      .appDidFinishLaunching, .source("delegate"), .attribute("protectedData", false),
      .attribute("implements", dynamic: ["scene(_:willConnectTo:options:)", "a \"b\""]), .attribute("share", 0.25))
    recorder.record(.launchFirstFrame, .attribute("frame", "displayLink"), .attribute("time", "not a time"))
    recorder.record(.sceneWillConnect, .scene("A"), .sceneInstance("A1"))
    #expect(try place.run("ingest", "--store", "s.db", "traces").code == 0)
    let sql = "SELECT attributes, scene_instance FROM event ORDER BY seq"
    let rows = try place.run("query", "--store", "s.db", "--format", "json", sql).output
    for text in [
      #"{\"frame\":\"displayLink\",\"time\":\"not a time\"}"#, #"\"protectedData\":false"#, #"\"share\":0.25"#,
      #"[\"scene(_:willConnectTo:options:)\",\"a \\\"b\\\"\"]"#, "A1",
    ] { #expect(rows.contains(text), "\(text) in \(rows)") }
    // The launch began before the device was unlocked.
    let lock = try place.run("query", "--store", "s.db", "--format", "csv", "SELECT device_lock FROM launch")
    #expect(lock.output.contains("\nlocked"), "\(lock.output)")
    let checked = try place.run("check", "--all", "traces")
    #expect(!checked.output.contains("wrong type"), "\(checked.output)")
  }

  @Test func `a device and its boot session tell what kind of launch it was`() throws {
    let place = Workplace()
    let folder = URL(fileURLWithPath: place.file("traces"))
    for _ in 0..<3 {
      let recorder = Recorder(to: folder)
      recorder.record(.processStart, ago: 1_000_000_000)
      recorder.record(.appDidFinishLaunching, .source("notification"), ago: 500_000_000)
      recorder.record(.appDidBecomeActive, .source("notification"), ago: 400_000_000)
      Thread.sleep(forTimeInterval: 0.01)
    }
    #expect(try place.run("ingest", "--verbose", "--store", "s.db", "traces").code == 0)
    let sql = "SELECT count(DISTINCT launch), count(DISTINCT device), count(DISTINCT boot), count(boot) FROM launch"
    let counts = try place.run("query", "--store", "s.db", "--format", "csv", sql)
    #expect(counts.output.contains("3,1,1,3"), "\(counts.output)")
    let report = try place.run("report", "--launch-times", "--by", "kind", "--format", "csv", "traces")
    let rows = report.output.split(separator: "\n")
    #expect(rows.contains { $0.contains("warm") && $0.contains(",2,") }, "\(report.output)")
  }

  @Test func `of a launch whose middle was removed all that is left is read, and the rest is said to be lost`() throws {
    let place = Workplace()
    let folder = URL(fileURLWithPath: place.file("traces"))
    let recorder = Recorder(to: folder, records: [.dataSave], bytes: 10 * 4096, fileBytes: 1000)
    recorder.record(.processStart, ago: 1_000_000_000)
    for _ in 0..<100 {
      recorder.record(.dataSave, .name("cart"))
      Thread.sleep(forTimeInterval: 0.001)
    }
    let checked = try place.run("check", "--all", "traces")
    #expect(checked.output.contains("trace."), "\(checked.output)")
    #expect(!checked.output.contains("order."), "\(checked.output)")
    #expect(recorder.dropped.count == 0)
  }
}
