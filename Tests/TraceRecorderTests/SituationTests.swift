import Foundation
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// What the recorder writes in each situation of an app's life is what is kept in `Tests/Situations`, and tracetool judges
/// it rightly: it finds nothing in what is legal, and each fault that a script has.
@Suite(.tags(.large)) struct SituationTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Situations").standardizedFileURL
  private static let task: [EventKind] = [.taskRegister, .taskSubmit, .taskBegin, .taskExpire, .taskEnd]
  private static let work: [EventKind] = task + [.workBegin, .workEnd]

  static let all: [Situation] = [
    Situation(name: "icon") { $0.open() },
    Situation(name: "without-scenes") { player in
      player.start(state: "inactive")
      player.post(.appDidBecomeActive)
      player.pass(milliseconds: 30)
      player.host.draw()
      player.host.turn(false)
      player.pass(seconds: 10)
    },
    Situation(name: "url", claims: [.sceneWillConnect]) { $0.open(for: "url") },
    Situation(name: "notification", claims: [.sceneWillConnect]) { $0.open(for: "notification") },
    Situation(name: "home-and-return") { player in
      player.open()
      player.leave()
      player.pass(seconds: 3)
      player.suspend(seconds: 600)
      player.enter()
      player.pass(seconds: 10)
    },
    // What the app does when SwiftUI's `scenePhase` changes; the phases themselves are UIKit's notifications.
    Situation(name: "scene-phase", claims: [.dataSave]) { player in
      player.open()
      player.deactivate()
      player.pass(milliseconds: 500)
      player.post(.sceneDidEnterBackground, "A")
      let span = player.recorder.callback(.sceneDidEnterBackground, [.source("swiftui")])
      player.recorder.record(.dataSave, .name("cart"))
      player.pass(milliseconds: 20)
      span.end()
      player.post(.appDidEnterBackground)
      player.pass(seconds: 3)
    },
    Situation(name: "alert") { player in
      player.open()
      player.deactivate()
      player.pass(seconds: 2)
      player.activate()
      player.pass(seconds: 10)
    },
    Situation(name: "left-at-once", found: ["order.never-activated"]) { player in
      player.open()
      player.leave()
      player.suspend(seconds: 60)
      player.post(.sceneWillEnterForeground, "A")
      player.post(.appWillEnterForeground)
      player.pass(milliseconds: 200)
      player.post(.sceneDidEnterBackground, "A")
      player.post(.appDidEnterBackground)
      player.pass(seconds: 3)
    },
    Situation(name: "prewarmed", environment: ["ActivePrewarm": "1"], role: "Darwin Background") { player in
      player.start(isUnlocked: false)
      player.suspend(seconds: 3600)
      player.connect()
      player.enter()
      player.pass(seconds: 10)
    },
    Situation(name: "prewarmed-opened-at-once", environment: ["ActivePrewarm": "1"], role: "Darwin Background") {
      player in
      player.start()
      player.connect()
      player.pass(seconds: 4)
      player.enter()
      player.pass(seconds: 10)
    },
    Situation(name: "prewarmed-never-opened", environment: ["ActivePrewarm": "1"], role: "Darwin Background") {
      $0.start()
    },
    Situation(name: "push", claims: [.appDidReceiveRemoteNotification], role: "Non UI") { player in
      player.start()
      let span = player.recorder.callback(.appDidReceiveRemoteNotification, [.source("delegate")])
      player.pass(seconds: 2)
      span.end()
      player.pass(milliseconds: 100)
    },
    Situation(name: "background-task", claims: task, role: "Non UI") { player in
      player.recorder.record(.taskRegister, .name("com.example.shop.refresh"), .kind("appRefresh"), .success(true))
      player.start()
      let span = player.recorder.begin(
        .taskBegin, .taskEnd, [.name("com.example.shop.refresh"), .kind("appRefresh")])
      player.pass(seconds: 4)
      span.end(success: true)
      player.pass(milliseconds: 100)
    },
    Situation(name: "before-first-unlock", role: "Non UI") { player in
      player.start(isUnlocked: false)
      player.pass(seconds: 20)
      player.post(.appProtectedDataDidBecomeAvailable)
      player.pass(seconds: 1)
    },
    Situation(name: "two-scenes") { player in
      player.open()
      player.connect("B")
      player.enter("B", isFirst: false)
      player.pass(seconds: 5)
      player.leave("B", isLast: false)
      player.pass(seconds: 5)
      player.leave()
      player.pass(seconds: 3)
    },
    Situation(name: "scene-comes-back") { player in
      player.open()
      player.leave()
      player.suspend(seconds: 900)
      player.post(.sceneDidDisconnect, "A")
      player.suspend(seconds: 900)
      player.connect()
      player.enter()
      player.pass(seconds: 10)
    },
    Situation(name: "closed-in-switcher") { player in
      player.open()
      player.leave()
      player.pass(milliseconds: 300)
      player.post(.sceneDidDisconnect, "A")
      player.post(.appWillTerminate)
    },
    Situation(name: "pressure") { player in
      player.open()
      player.host.post(.processMemoryPressure, .attribute("level", "warning"))
      player.post(.appDidReceiveMemoryWarning)
      player.pass(seconds: 10)
    },
    Situation(name: "lock-and-time") { player in
      player.open()
      player.post(.appSignificantTimeChange)
      player.leave()
      player.pass(seconds: 8)
      player.post(.appProtectedDataWillBecomeUnavailable)
      player.pass(seconds: 1)
    },
    Situation(name: "hosted-tests", environment: ["XCTestBundlePath": "Tests.xctest"]) { $0.open() },
    Situation(name: "hang", found: ["main-thread.blocked"]) { player in
      player.open()
      player.host.turn(true)
      player.pass(milliseconds: 700)
      player.host.turn(false)
      player.pass(seconds: 3)
    },
    Situation(name: "hang-then-killed", found: ["main-thread.blocked"]) { player in
      player.open()
      player.host.turn(true)
      player.pass(seconds: 9)
    },
    Situation(name: "task-never-ended", found: ["background.task-leaked"], claims: task) { player in
      player.open()
      let span = player.recorder.begin(.taskBegin, .taskEnd, [.name("upload"), .kind("assertion")])
      player.leave()
      player.pass(seconds: 28)
      span.expire()
      player.pass(seconds: 4)
      player.suspend(seconds: 60)
      player.enter()
    },
    Situation(name: "task-ended-twice", found: ["order.task"], claims: task) { player in
      player.open()
      let task = TracedTask(player.recorder.begin(.taskBegin, .taskEnd, [.name("upload"), .kind("assertion")]))
      player.pass(seconds: 1)
      for _ in 0..<2 { task.end(success: true) }
      player.pass(seconds: 1)
    },
    Situation(name: "late-registration", found: ["background.late-registration"], claims: task) { player in
      player.open()
      player.recorder.record(.taskRegister, .name("com.example.shop.refresh"), .kind("appRefresh"), .success(true))
      player.pass(seconds: 1)
    },
    Situation(name: "work-goes-on", found: ["background.uncovered-work"], claims: work) { player in
      player.open()
      let span = player.recorder.begin(.workBegin, .workEnd, [.name("sync"), .kind("network")])
      player.leave()
      player.pass(seconds: 8)
      span.end()
      player.pass(milliseconds: 100)
    },
    Situation(name: "locked-access", found: ["launch.locked-access"], claims: work, role: "Non UI") { player in
      player.start(isUnlocked: false)
      let span = player.recorder.begin(.workBegin, .workEnd, [.name("token"), .kind("keychain")])
      player.pass(milliseconds: 20)
      span.end()
      player.pass(seconds: 20)
      player.post(.appProtectedDataDidBecomeAvailable)
      player.pass(milliseconds: 100)
    },
  ]

  @Test(arguments: all.map(\.name)) func `a situation is one of those that a device plays`(_ name: String) throws {
    let script = Self.folder.appendingPathComponent("../../.ci/device").standardizedFileURL
    let text = try String(contentsOf: script, encoding: .utf8)
    #expect(text.contains("\n\(name)|"))
  }

  private func played(_ situation: Situation) throws -> String {
    let player = try Player(situation)
    situation.play(player)
    return try player.trace()
  }

  private static let tracetool = Probe.program.map {
    $0.deletingLastPathComponent().appendingPathComponent("tracetool")
  }

  /// What tracetool prints.
  private func tracetool(_ arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Self.tracetool
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
  }

  @Test(arguments: all.map(\.name)) func `a situation is recorded as it is kept, and judged rightly`(
    _ name: String
  ) throws {
    let situation = try #require(Self.all.first { $0.name == name })
    let trace = try played(situation)
    let file = Self.folder.appendingPathComponent("\(name).jsonl")
    try KeptText.expect(trace, in: "Tests/Situations/\(name).jsonl")
    let findings = try tracetool(["check", "--all", "--format", "ndjson", "--baseline", "none", file.path])
    let rules = try findings.split(separator: "\n").compactMap { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["rule"] as? String
    }
    #expect(rules == situation.found, "\(findings)")
  }

  @Test func `nothing is said to be recorded that is not, and nothing is written that is not said`() throws {
    var written: Set<String> = []
    var said: Set<String> = []
    for situation in Self.all {
      let lines = try played(situation).split(separator: "\n").map { line in
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      }
      let records = Set(lines[0]["records"] as? [String] ?? [])
      // A sample is taken in a hang, and not every time that memory changes.
      let kinds = Set(lines.compactMap { $0["event"] as? String }).subtracting(["memory.sample"])
      #expect(kinds.subtracting(records) == [], "\(situation.name)")
      written.formUnion(kinds)
      said.formUnion(records.subtracting(situation.claims.map(\.name)))
    }
    #expect(said.subtracting(written) == [])
  }

  /// Situations, and what `tracetool report` says of their launch times.
  private static let times: [(String, [String])] = [
    ("without-scenes", [#""from":"start","longestNanos":185000000"#]),
    ("icon", [#""from":"start","longestNanos":190000000"#]),
    ("prewarmed", [#""value":"prewarmed""#, #""from":"resumed","longestNanos":35000000"#]),
    ("prewarmed-opened-at-once", [#""value":"prewarmed""#, #""from":"resumed","longestNanos":30000000"#]),
    ("prewarmed-never-opened", [#""notCounted":{"prewarmed, no anchor":1}"#]),
    ("hosted-tests", [#""notCounted":{"hosted tests":1}"#]),
    // A push of two seconds may be all that is seen of a launch that a person waits for.
    ("push", [#""value":"unclassified""#, #""notCounted":{"no end":1}"#]),
    ("background-task", [#""notCounted":{"background":1}"#]),
  ]

  @Test(arguments: times) func `the launch time of a situation counts from where somebody waits`(
    _ name: String, _ expected: [String]
  ) throws {
    let file = Self.folder.appendingPathComponent("\(name).jsonl")
    let printed = try tracetool(["report", "--format", "json", file.path])
    for text in expected { #expect(printed.contains(text), "\(printed)") }
  }
}
