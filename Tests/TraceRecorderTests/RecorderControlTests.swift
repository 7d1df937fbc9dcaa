import Foundation
import Synchronization
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// How an app starts to record, stops, takes its traces and erases them.
@Suite(.tags(.small)) struct RecorderControlTests {
  private static let folder = "/traces/app"
  private static let settings = "/traces/.recorder"
  private let disk = FakeDisk()
  private let clock = FakeClock()

  private func start(
    _ host: ScriptedHost = ScriptedHost(), claims: [EventKind] = [], app: String = "app", isOn: Bool = true,
    choice: Bool? = nil, share: Double = 1, attributes: [TraceField] = [], fileBytes: Int = 1 << 18
  ) -> Recorder? {
    Recorder.start(
      in: host, to: TraceLocation(root: URL(fileURLWithPath: "/traces"), app: app), claims: claims,
      limits: TraceLimits(bytes: 8 << 20, days: 14, fileBytes: fileBytes), isOn: isOn, choice: choice, share: share,
      attributes: attributes,
      RecorderEnvironment(
        disk: disk, clocks: clock.read, bootSession: "A96FD4BB-2487-43E1-A49A-159FD19D8AD3", age: 1_000_000,
        loading: nil, background: RecorderEnvironment.atOnce, later: clock.later))
  }

  private func lines(_ folder: String = folder) throws -> [[String: Any]] {
    try disk.text(in: folder).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func events(_ folder: String = folder) throws -> [String] {
    try lines(folder).compactMap { $0["event"] as? String }
  }

  private func installation() -> Installation? { Installation(among: disk.list(Self.settings)) }

  @Test func `what the host posts is recorded, and said to be`() throws {
    let host = ScriptedHost(posted: [.sceneDidActivate, .appDidBecomeActive])
    let recorder = start(host, claims: [.dataSave])
    host.post(.sceneDidActivate, .scene("A"))
    recorder?.record(.dataSave)
    #expect(host.observed == 1)
    #expect(try events() == ["process.start", "process.main", "scene.didActivate", "data.save"])
    let records = try lines()[0]["records"] as? [String]
    #expect(records == ["app.didBecomeActive", "data.save", "process.main", "process.start", "scene.didActivate"])
    #expect(try lines()[2]["source"] as? String == "notification")
    // UIKit keeps its own id of the scene as long as the app is installed.
    #expect(try lines()[2]["scene"] as? String == installation()?.identity("A"))
  }

  @Test func `in a preview nothing is written, and nothing is observed`() {
    let host = ScriptedHost(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"])
    #expect(start(host) == nil)
    #expect(host.observed == 0 && disk.with { $0.actions.isEmpty && $0.calls.isEmpty })
    #expect(start(ScriptedHost(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"])) != nil)
  }

  @Test(arguments: ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier", nil])
  func `a process with tests in it is marked`(_ variable: String?) throws {
    #expect(start(ScriptedHost(environment: variable.map { [$0: "x"] } ?? [:])) != nil)
    #expect(try lines()[0]["processKind"] as? String == (variable == nil ? nil : "tests"))
  }

  @Test func `while it is off what is too old goes, too`() throws {
    let now = clock.read().time / 1_000_000_000
    let names = [15, 13].enumerated().map { index, days in
      TraceFileName(
        number: index + 1, time: now - days * 86_400, process: 7, launch: "aaaaaaa\(index)", isBackground: false)
    }
    disk.with { disk in
      disk.folders["/traces"] = [:]
      for name in names { disk.folders[Self.folder, default: [:]][name.text] = Array("x\n".utf8) }
    }
    let recorder = try #require(start(isOn: false))
    #expect(!recorder.isOn && disk.traces(Self.folder) == [names[1]])
  }

  /// What happens after the start, and whether traces beyond the limits are still there.
  private static let launches: [(String, @Sendable (ScriptedHost, FakeClock) -> Void, Bool)] = [
    ("a start", { _, _ in }, true),
    ("a scene", { host, _ in host.post(.sceneWillEnterForeground) }, true),
    (
      "its first frame",
      { host, _ in
        host.post(.sceneWillEnterForeground)
        host.draw()
      }, false
    ),
    ("the background", { host, _ in host.post(.appDidEnterBackground) }, false),
    ("almost five seconds", { _, clock in clock.pass(4_999_000_000) }, true),
    ("five seconds", { _, clock in clock.pass(5_000_000_000) }, false),
  ]

  @Test(arguments: launches.indices, [1, 2049])
  func `old traces go after the launch, or at once if there are more than there can be`(
    _ launch: Int, _ count: Int
  ) throws {
    let old = clock.read().time / 1_000_000_000 - 15 * 86_400
    let names = (1...count).map { number in
      TraceFileName(number: number, time: old, process: 7, launch: "aaaaaaaa", isBackground: false).text
    }
    disk.with { $0.folders[Self.folder] = Dictionary(uniqueKeysWithValues: names.map { ($0, []) }) }
    let host = ScriptedHost()
    let recorder = try #require(start(host))
    recorder.record(.dataSave)
    let (_, happen, isKept) = Self.launches[launch]
    happen(host, clock)
    let left = disk.traces(Self.folder).count { $0.launch == "aaaaaaaa" }
    #expect(left == (isKept && count == 1 ? 1 : 0) && recorder.dropped.count == 0)
  }

  @Test func `while it is off nothing is written, not even a folder, and events are numbered`() throws {
    let host = ScriptedHost()
    let recorder = try #require(start(host, isOn: false))
    host.post(.appDidBecomeActive)
    #expect(!recorder.isOn && recorder.dropped.count == 0)
    #expect(host.observed == 0 && disk.with { $0.actions.isEmpty && $0.folders.count == 1 })
    recorder.isOn = true
    #expect(host.observed == 1)
    recorder.record(.dataSave)
    #expect(try events() == ["data.save"] && lines()[0]["seq"] as? Int == 2)
    #expect(try lines()[0]["records"] != nil && lines()[0]["device"] != nil)
    recorder.isOn = false
    for _ in 0..<3 { recorder.record(.dataSave) }
    recorder.isOn = true
    recorder.record(.dataChange)
    #expect(try lines().map { $0["seq"] as? Int } == [2, 6] && disk.traces(Self.folder).count == 2)
    #expect(host.observed == 1)
    #expect(try Set(lines().compactMap { $0["launch"] as? String }).count == 1)
    // All files but the last were closed.
    #expect(recorder.closedFiles().count == 1)
  }

  @Test(arguments: [true, false], [true, false, nil])
  func `what was chosen stands for later launches, whatever they begin with`(_ isOn: Bool, _ choice: Bool?) throws {
    let first = try #require(start(isOn: isOn))
    #expect(first.isOn == isOn)
    if let choice { first.isOn = choice }
    let device = installation()?.device
    for later in [true, false] {
      let recorder = try #require(start(isOn: later))
      #expect(recorder.isOn == choice ?? later)
      #expect(device == nil || installation()?.device == device)
    }
  }

  @Test func `what was chosen before the start counts from the first line on`() throws {
    let recorder = try #require(start(choice: false))
    recorder.record(.dataSave)
    #expect(!recorder.isOn && disk.traces(Self.folder).isEmpty && installation()?.isOn == false)
    let next = try #require(start(isOn: false, choice: true))
    #expect(next.isOn && installation()?.isOn == true)
    #expect(try events() == ["process.start", "process.main"])
  }

  @Test func `a choice needs no room on the disk, and one that cannot be kept holds for the launch`() throws {
    let recorder = try #require(start())
    disk.with { state in
      state.fullFiles = ENOSPC
      state.full = ENOSPC
    }
    recorder.isOn = false
    #expect(installation()?.isOn == false && recorder.dropped.reason == nil)
    recorder.isOn = true
    #expect(installation()?.isOn == true)
    disk.with { $0.fixedNames = EROFS }
    recorder.isOn = false
    recorder.record(.dataSave)
    #expect(!recorder.isOn && installation()?.isOn == true && recorder.dropped.reason != nil)
    #expect(try events() == ["process.start", "process.main"])
  }

  @Test(arguments: [false, nil]) func `what was chosen may be off where it cannot be read`(_ choice: Bool?) throws {
    #expect(start(choice: choice) != nil)
    let before = try events()
    disk.with { $0.closedFolders = EACCES }
    let recorder = try #require(start())
    recorder.record(.dataSave)
    #expect(!recorder.isOn && recorder.dropped.reason != nil)
    disk.with { $0.closedFolders = nil }
    #expect(try events() == before && disk.list(Self.settings).count == 1)
    #expect(try #require(start()).isOn == (choice ?? true))
  }

  @Test func `of two processes that share a root the last choice counts`() throws {
    let app = try #require(start())
    let widget = try #require(start(app: "app.widget"))
    widget.isOn = false
    #expect(installation()?.isOn == false && app.isOn)
    app.isOn = true
    #expect(installation()?.isOn == true && disk.list(Self.settings).count == 1)
    // Both ran for the first time at once.
    disk.with { $0.folders[Self.settings, default: [:]][Installation(isOn: false).name] = [] }
    #expect(installation()?.isOn == false)
    app.isOn = true
    #expect(installation()?.isOn == true && disk.list(Self.settings).count == 2)
    #expect(app.eraseAll() && disk.list(Self.settings).count == 1 && installation()?.isOn == true)
  }

  @Test(arguments: [true, false, nil])
  func `an app that comes to use a group is off where it was off before`(_ before: Bool?) throws {
    let own = "/own/.recorder"
    func start() throws -> Recorder {
      try #require(
        Recorder.start(
          in: ScriptedHost(),
          to: TraceLocation(
            root: URL(fileURLWithPath: "/traces"), app: "app", otherRoots: [URL(fileURLWithPath: "/own")]),
          RecorderEnvironment(
            disk: disk, clocks: clock.read, bootSession: nil, age: nil, loading: nil,
            background: RecorderEnvironment.atOnce)))
    }
    disk.with { state in
      state.folders[own] = before.map { [Installation(isOn: $0).name: []] }
    }
    let first = try start()
    #expect(first.isOn == before ?? true)
    // The choice is kept in both from now on.
    for isOn in [true, false, true] {
      first.isOn = isOn
      #expect(try start().isOn == isOn)
    }
    #expect(Installation(among: disk.list(own))?.isOn == before.map { _ in true })
  }

  @Test func `a folder that somebody removed is made again for a choice`() throws {
    let recorder = try #require(start())
    disk.with { $0.folders = ["/": [:]] }
    recorder.isOn = false
    #expect(installation()?.isOn == false)
  }

  @Test func `after everything was erased nothing is left, and nothing links what follows with it`() throws {
    let host = ScriptedHost()
    let recorder = try #require(start(host, fileBytes: 400))
    let other = try #require(start(app: "app.widget"))
    for _ in 0..<20 { host.post(.appDidBecomeActive) }
    let before = try lines()
    #expect(disk.traces(Self.folder).count > 3 && !disk.list("/traces/app.widget").isEmpty)
    disk.with { $0.folders["/traces/app", default: [:]]["notes"] = [1] }
    #expect(recorder.eraseAll())
    // What is not the recorder's stays.
    #expect(disk.list(Self.folder) == ["notes"] && disk.list("/traces/app.widget").isEmpty)
    disk.with { $0.folders["/traces/app"]?["notes"] = nil }
    for _ in 0..<5 { host.post(.appDidBecomeActive) }
    let after = try lines()
    #expect(after.map { $0["seq"] as? Int } == Array(22..<27))
    for key in ["launch", "device", "boot"] {
      let old = Set(before.compactMap { $0[key] as? String })
      let new = Set(after.compactMap { $0[key] as? String })
      #expect(old.count == 1 && new.count == 1 && old != new, "\(key)")
    }
    #expect(disk.list(Self.settings).count == 1 && recorder.dropped.count == 0)
    withExtendedLifetime(other) {}
  }

  @Test func `what another process has erased is noticed, and later events are kept`() throws {
    let widget = try #require(start(app: "app.widget", fileBytes: 400))
    widget.record(.dataSave)
    #expect(try #require(start()).eraseAll() && disk.traces("/traces/app.widget").isEmpty)
    for _ in 0..<20 { widget.record(.dataChange) }
    widget.record(.dataSave)
    #expect(try events("/traces/app.widget").last == "data.save")
  }

  @Test func `a launch of before the device's last start runs no more, whoever has its process id`() throws {
    let now = clock.read()
    let started = (now.time - now.uptime) / 1_000_000_000
    let names = [(1, started - 7200), (2, started + 60)].map { number, time in
      TraceFileName(
        number: number, time: time, process: Int32(number), launch: "0000000\(number)", isBackground: false)
    }
    disk.with { state in
      for name in names { state.folders[Self.folder, default: [:]][name.text] = [1] }
      state.folders["/traces"] = [:]
      state.alive = [1, 2]
    }
    #expect(try #require(start()).closedFiles().map(\.lastPathComponent) == [names[0].text])
  }

  @Test(arguments: [true, false]) func `to erase changes no choice`(_ choice: Bool) throws {
    let recorder = try #require(start())
    recorder.isOn = choice
    let device = installation()?.device
    #expect(recorder.eraseAll())
    #expect(recorder.isOn == choice && installation()?.isOn == choice && installation()?.device != device)
  }

  @Test func `what cannot be erased is said`() throws {
    let recorder = try #require(start())
    disk.with { $0.fixedFiles = true }
    #expect(!recorder.eraseAll())
    disk.with { state in
      state.fixedFiles = false
      state.fixedNames = EROFS
    }
    #expect(!recorder.eraseAll())
    disk.with { state in
      state.fixedNames = nil
      state.closedFolders = EACCES
    }
    #expect(!recorder.eraseAll())
    disk.with { $0.closedFolders = nil }
    // The choice is never lost by it.
    #expect(installation() != nil)
    disk.with { $0.fixedNames = nil }
    #expect(try #require(start()).eraseAll())
  }

  @Test func `a file that is opened ahead while all is erased does not stay`() throws {
    let later = Later()
    let recorder = Recorder(
      to: .fake, limits: TraceLimits(bytes: 8 << 20, days: 14, fileBytes: 400),
      RecorderEnvironment(disk: disk, bootSession: nil, age: nil, loading: nil, background: later.hold))
    for _ in 0..<5 { recorder.record(.dataSave) }
    #expect(recorder.eraseAll())
    later.run()
    #expect(disk.list(Self.folder).isEmpty)
    recorder.record(.dataSave)
    later.run()
    recorder.isOn = false
    #expect(disk.list(Self.folder).allSatisfy { TraceFileName($0) != nil } && disk.traces(Self.folder).count == 1)
  }

  @Test(arguments: [0, 0.5, 1]) func `an installation is in a share or not, and stays so`(_ share: Double) throws {
    var states: Set<TraceHealth.State> = []
    for number in 0..<40 {
      disk.with { $0.folders = ["/": [:]] }
      let host = ScriptedHost()
      let recorder = try #require(start(host, share: share))
      recorder.record(.dataSave)
      let isIn = recorder.state == .recording
      states.insert(recorder.state)
      #expect(recorder.isOn == isIn && host.observed == (isIn ? 1 : 0))
      #expect(disk.traces(Self.folder).isEmpty != isIn && disk.list(Self.settings).count == 1)
      // It is decided once a launch, and the same in each: also if all was erased, or the user chose meanwhile.
      #expect(recorder.eraseAll() == isIn || !isIn)
      recorder.isOn = number % 2 == 0
      recorder.isOn = true
      #expect(recorder.isOn == isIn)
      let key = try #require(installation())
      #expect(try #require(start(share: share)).isOn == key.isInShare(share))
      #expect(try #require(start(share: 1)).isOn && !(try #require(start(share: 0)).isOn))
      #expect(!key.isInShare(0.3) || key.isInShare(0.7))
    }
    #expect(states == (share == 0 ? [.notInShare] : share == 1 ? [.recording] : [.recording, .notInShare]))
  }

  @Test func `a share takes as many installations as it says`() {
    let count = (0..<4000).count { _ in Installation(isOn: nil).isInShare(0.25) }
    // Five standard deviations.
    #expect(abs(count - 1000) < 137)
  }

  @Test func `who refuses has no key made for the share`() throws {
    let recorder = try #require(start(isOn: false, share: 0.5))
    #expect(recorder.state == .off && disk.list(Self.settings).isEmpty)
  }

  @Test func `attributes of the launch are in the first line of each file, and in the line after a change`() throws {
    let recorder = try #require(start(attributes: [.attribute("arm", "A"), .attribute("arm", "B")], fileBytes: 700))
    func arms() throws -> [String?] { try lines().map { ($0["attributes"] as? [String: Any])?["arm"] as? String } }
    #expect(try arms() == ["B", nil])
    recorder.attach([.attribute("arm", "C"), .name("cart")])
    recorder.record(.dataSave, .attribute("items", 3))
    #expect(try arms() == ["B", nil, "C"] && lines()[2]["name"] == nil && lines()[2]["records"] != nil)
    #expect(try (lines()[2]["attributes"] as? [String: Any])?["items"] as? Int == 3)
    recorder.record(.dataSave, .attribute("arm", "of the event"))
    for _ in 0..<20 { recorder.record(.dataSave) }
    #expect(try arms().contains("of the event") && disk.traces(Self.folder).count > 3)
    for name in disk.list(Self.folder).filter({ TraceFileName($0) != nil }) {
      let text = String(decoding: disk.with { $0.folders[Self.folder]?[name] ?? [] }, as: UTF8.self)
      #expect(text.prefix { $0 != "\n" }.contains("\"arm\":"))
    }
  }

  @Test func `no more attributes describe a launch than may`() {
    let names: [StaticString] = [
      "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r",
    ]
    var attributes: [TraceField] = []
    attributes.attach(names.map { .attribute($0, true) })
    attributes.attach([.attribute("a", false)])
    #expect(attributes.count == AppTrace.mostAttributes && attributes.map(\.key).last == "p")
  }

  @Test func `files are passed oldest first until one is not taken, and only those that were are removed`() async throws
  {
    let recorder = try #require(start(fileBytes: 300))
    for _ in 0..<12 { recorder.record(.dataSave) }
    let closed = recorder.closedFiles()
    try #require(closed.count > 3)
    let passed = Mutex<[URL]>([])
    let taken = await recorder.uploadFiles { file in
      passed.withLock { $0.append(file) }
      // One at a time: a second call passes none.
      let others = await recorder.uploadFiles { _ in true }
      return file != closed[2] && others == 0
    }
    #expect(taken == 2 && passed.withLock { $0 } == Array(closed[...2]))
    #expect(recorder.closedFiles() == Array(closed[2...]))
    recorder.isOn = false
    #expect(await recorder.uploadFiles { _ in true } == 0)
    recorder.isOn = true
    let files = recorder.closedFiles()
    // Who refuses while they are passed keeps the rest.
    let rest = await recorder.uploadFiles { _ in
      recorder.isOn = false
      return true
    }
    #expect(rest == 1 && recorder.closedFiles() == Array(files.dropFirst()))
  }

  @Test func `what nobody writes any more is listed`() throws {
    let names = ["app", "app.widget", "app.share"].map { app in
      (1...3).map { number in
        let name = TraceFileName(
          number: number, time: 1_790_000_000, process: Int32(number), launch: "0000000\(number)", isBackground: false)
        return "/traces/\(app)/\(name.text)"
      }
    }
    disk.with { state in
      for path in names.flatMap(\.self) {
        let place = URL(fileURLWithPath: path)
        state.folders[place.deletingLastPathComponent().path, default: [:]][place.lastPathComponent] = [1]
      }
      state.folders["/traces"] = [:]
      // The widget's second launch still runs.
      state.alive = [2]
    }
    let recorder = try #require(start(fileBytes: 300))
    for _ in 0..<3 { recorder.record(.dataSave) }
    let own = disk.traces(Self.folder).filter { $0.process > 3 }.map { "/traces/app/\($0.text)" }
    #expect(own.count > 1)
    let closed = recorder.closedFiles()
    // The newest of other processes may still be written.
    let expected = [names[0][0], names[0][2]] + own.dropLast() + [names[2][0], names[1][0]]
    #expect(closed.map(\.path).sorted() == expected.sorted())
  }
}
