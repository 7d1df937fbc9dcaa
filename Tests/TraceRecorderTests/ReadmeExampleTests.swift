import Foundation
import Testing

/// An app records in the way that the recorder's page shows; `.ci/darwin.sh` checks the parts with UIKit and SwiftUI.
@Suite(.tags(.large)) struct ReadmeExampleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

  /// What the program prints of lives of an app at once, in a folder of the user's that is new.
  private func live(
    _ folder: Folder, life: String = "app", times: Int = 1, _ variables: [String: String] = [:]
  ) throws -> [[String]] {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_DATA_HOME"] = folder.url.path
    environment.merge(variables) { $1 }
    let processes = (0..<times).map { _ in Probe.process([life]) }
    let pipes = processes.map { process in
      let pipe = Pipe()
      process.standardOutput = pipe
      process.environment = environment
      return pipe
    }
    for process in processes { try process.run() }
    return try zip(processes, pipes).map { process, pipe in
      let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init).filter { $0 != "…" }
    }
  }

  private func lines(_ folder: Folder) throws -> [[String: Any]] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.url.path)) ?? []
    return try names.filter { $0.hasSuffix(".jsonl") }.sorted().flatMap { name in
      let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
      return try text.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
  }

  /// The system's task is recorded by `registerTask`.
  @Test(arguments: ["SampleApp/Tasks.swift", "DeviceApp/Play.swift"])
  func `no app that shows how to use it records a registered task twice`(_ name: String) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: tests.appendingPathComponent(name), encoding: .utf8)
    #expect(text.contains("AppTrace.registerTask(") && text.contains("AppTrace.beginWork("))
    for second in ["recordTask(", "beginTask(", ".taskBegin"] { #expect(!text.contains(second)) }
  }

  @Test func `an app starts once, records, stops and goes on`() throws {
    let folder = Folder()
    let said = try live(folder)[0]
    #expect(
      said.prefix(5) == [
        "before: notStarted false false 0", "started: true", "again: true", "off: off false 1",
        "on: recording 0 no failure",
      ])
    let place = "/tracetool/recorder-probe/recorder-probe/trace-00000001-"
    #expect(said.dropFirst(5).count == 1 && said[5].contains(place))
    let lines = try lines(folder)
    let events = lines.compactMap { $0["event"] as? String }
    #expect(
      events == [
        "process.initializers", "process.main", "work.begin", "work.end", "data.save", "data.change", "data.change",
        "data.change", "data.change", "app.didReceiveMemoryWarning", "app.didReceiveMemoryWarning", "task.begin",
        "task.end", "work.begin", "work.begin", "work.end", "work.end", "launch.fullyDrawn", "data.save",
      ])
    // A task of the launch, and a state that begins within it.
    let works = lines[13...16].map { line in ["name", "kind"].map { line[$0] as? String ?? "" } }
    #expect(
      works
        == ["catalog startup", "com.example.shop.screen state", "com.example.shop.screen state", "catalog startup"].map
      { $0.split(separator: " ").map(String.init) })
    // One was not recorded, as the app had switched it off.
    #expect(lines.map { $0["seq"] as? Int } == Array(0..<18) + [19])
    let records = [
      "data.save", "process.initializers", "process.main", "task.begin", "task.end", "task.expire", "work.begin",
      "work.end",
    ]
    #expect(lines.compactMap { $0["records"] as? [String] } == [records, records])
  }

  @Test func `the choice of one launch stands in the next`() throws {
    let folder = Folder()
    _ = try live(folder)
    // The program ends with recording on, so it begins with it.
    #expect(try live(folder)[0].contains("started: true"))
    let settings = folder.url.appendingPathComponent("tracetool/recorder-probe/.recorder").path
    let names = try FileManager.default.contentsOfDirectory(atPath: settings)
    #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("installation-") && $0.hasSuffix("-on") })
    #expect(try Set(lines(folder).compactMap { $0["device"] as? String }).count == 1)
    #expect(try Set(lines(folder).compactMap { $0["launch"] as? String }).count == 2)
  }

  @Test func `processes that start, stop and go on at once lose nothing of each other`() throws {
    let folder = Folder()
    for said in try live(folder, times: 8) {
      #expect(said.contains("on: recording 0 no failure"), "\(said)")
    }
    let launches = Dictionary(grouping: try lines(folder)) { $0["launch"] as? String }
    // One of them may have begun while another one had switched recording off for all.
    for lines in launches.values {
      let numbers = lines.compactMap { $0["seq"] as? Int }
      #expect(numbers == Array(0..<18) + [19] || numbers == [19], "\(numbers)")
    }
    #expect(launches.count == 8)
    // Whatever they have made of it, later ones agree on it.
    let old = try Set(lines(folder).compactMap { $0["launch"] as? String })
    for _ in 0..<2 { _ = try live(folder) }
    let later = try lines(folder).filter { !old.contains($0["launch"] as? String ?? "") }
    #expect(Set(later.compactMap { $0["device"] as? String }).count == 1 && later.count == 38)
  }

  @Test func `a redaction may record while attributes of the launch pass it, also within the start`() throws {
    let folder = Folder()
    #expect(try live(folder, life: "attach") == [["recording 0"]])
    let lines = try lines(folder)
    let attributes = lines.compactMap { $0["attributes"] as? [String: Any] }
    #expect(attributes.compactMap { $0["arm"] as? String } == ["a", "c"])
    #expect(attributes.allSatisfy { $0["secret"] == nil })
    // The redaction of the second two has recorded a save each.
    #expect(lines.suffix(3).map { $0["event"] as? String } == ["data.save", "data.save", "data.change"])
  }

  @Test func `in a preview nothing is written`() throws {
    let folder = Folder()
    let said = try live(folder, ["XCODE_RUNNING_FOR_PREVIEWS": "1"])[0]
    #expect(said[1] == "started: false" && said[4] == "on: preview 0 no failure" && said.count == 5)
    #expect(try lines(folder).isEmpty && !FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test func `the page shows what the program does`() throws {
    let page = Self.root.appendingPathComponent("Sources/TraceRecorder/README.md")
    let readme = try String(contentsOf: page, encoding: .utf8)
    let program = Self.root.appendingPathComponent("Tests/RecorderProbe/AppLife.swift")
    let source = try String(contentsOf: program, encoding: .utf8)
    for line in [
      "AppTrace.start(claims: [.taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd, .dataSave])",
      "func importPhotos() { AppTrace.beginWork(\"import\", kind: \"disk\").run { print(\"…\") } }",
      "func save() { AppTrace.recordSave(of: \"cart\") }",
      "AppTrace.record(.dataSave, .attribute(\"items\", 3))",
    ] {
      let isShown = readme.contains(line) && source.contains(line)
      #expect(isShown, "\(line)")
    }
  }
}
