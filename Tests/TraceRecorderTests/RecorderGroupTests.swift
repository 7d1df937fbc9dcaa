import Foundation
import Synchronization
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// What an app shares with its extensions in an App Group, and with no other app.
@Suite(.tags(.small)) struct RecorderGroupTests {
  private static let group = "/group/tracetool"
  private static let own = "/own/tracetool"
  private static let day = 86_400
  private let disk = FakeDisk()
  private let clock = FakeClock()

  /// The recorder of an app or extension, in a group and before in its own container.
  private func start(
    _ app: String, of containingApp: String? = nil, bytes: Int = 8 << 20, fileBytes: Int = 1 << 18
  ) throws -> Recorder {
    let containers = ["/group", "/own"].map { URL(fileURLWithPath: $0) }
    return try #require(
      Recorder.start(
        in: ScriptedHost(),
        to: TraceLocation(containers: containers, app: app, containingApp: containingApp ?? app),
        limits: TraceLimits(bytes: bytes, days: 14, fileBytes: fileBytes),
        RecorderEnvironment(
          disk: disk, clocks: clock.read, bootSession: nil, age: nil, loading: nil,
          background: RecorderEnvironment.atOnce, later: clock.later)))
  }

  /// Puts a trace of another process into a folder, and returns its path.
  @discardableResult private func put(_ number: Int, secondsAgo: Int, in folder: String, bytes: Int = 1) -> String {
    let name = TraceFileName(
      number: number, time: clock.read().time / 1_000_000_000 - secondsAgo, process: 7,
      launch: String(UUID().uuidString.prefix(8)), isBackground: false)
    disk.makeFolders(URL(fileURLWithPath: folder))
    disk.with { $0.folders[folder]?[name.text] = [UInt8](repeating: 1, count: bytes) }
    return folder + "/" + name.text
  }

  private func isThere(_ path: String) -> Bool { disk.size(of: URL(fileURLWithPath: path)) != nil }

  @Test(arguments: [600, 2 * day]) func `what an app recorded before it came to use a group is listed, and erased`(
    secondsAgo: Int
  ) throws {
    let old = put(1, secondsAgo: secondsAgo, in: "\(Self.own)/app/app")
    let recorder = try start("app")
    #expect(recorder.closedFiles().map(\.path) == [old])
    #expect(recorder.eraseAll() && !isThere(old))
  }

  @Test(arguments: ["app", "app.share"])
  func `what it recorded before goes when it is too old, also that of an extension`(_ app: String) throws {
    let old = put(1, secondsAgo: 15 * Self.day, in: "\(Self.own)/app/\(app)")
    let recorder = try start(app, of: "app")
    recorder.allowTidying()
    #expect(!isThere(old))
  }

  /// An app whose id begins with that of another one is none of its extensions.
  @Test(arguments: ["b.two", "a.one.pro"])
  func `two apps in one group share nothing`(_ other: String) async throws {
    let one = try start("a.one")
    let two = try start(other)
    let theirs = put(1, secondsAgo: 2 * Self.day, in: "\(Self.group)/\(other)/\(other)")
    #expect(one.closedFiles().isEmpty && two.closedFiles().map(\.path) == [theirs])
    #expect(await one.uploadFiles { _ in true } == 0)
    two.isOn = false
    #expect(try start("a.one").isOn && !(try start(other).isOn))
    two.isOn = true
    #expect(one.eraseAll() && isThere(theirs) && disk.traces("\(Self.group)/\(other)/\(other)").count > 1)
    two.record(.dataSave)
    func ids(_ app: String) -> Set<String> {
      let parts = disk.text(in: "\(Self.group)/\(app)/\(app)").components(separatedBy: "\"device\":\"")
      return Set(parts.dropFirst().map { String($0.prefix(32)) })
    }
    one.record(.dataSave)
    #expect(!ids("a.one").isEmpty && !ids(other).isEmpty && ids("a.one").isDisjoint(with: ids(other)))
  }

  @Test func `the limits are those of an app with all its extensions`() throws {
    let old = put(1, secondsAgo: 15 * Self.day, in: "\(Self.group)/app/app.share")
    let younger = put(1, secondsAgo: 2 * Self.day, in: "\(Self.group)/app/app.widget")
    let large = (1...6).map { number in
      put(number, secondsAgo: 5 * Self.day - number, in: "\(Self.group)/app/app.\(number)", bytes: 8192)
    }
    let live = put(9, secondsAgo: 60, in: "\(Self.group)/app/app.live", bytes: 8192)
    let recorder = try start("app", bytes: 10 * 4096, fileBytes: 2048)
    #expect(recorder.closedFiles().map(\.path) == [old] + large + [younger])
    recorder.allowTidying()
    // The oldest go first, whichever folder they are in; the newest launch of an extension may still run.
    #expect(!isThere(old) && isThere(younger) && isThere(live))
    #expect(large.map(isThere) == [false, false, false, true, true, true])
  }

  @Test func `an extension removes nothing of others`() throws {
    let old = put(1, secondsAgo: 15 * Self.day, in: "\(Self.group)/app/app")
    let own = put(1, secondsAgo: 15 * Self.day, in: "\(Self.group)/app/app.share")
    try start("app.share", of: "app").allowTidying()
    #expect(isThere(old) && !isThere(own))
  }

  @Test(arguments: [true, false])
  func `one of several processes of an extension keeps its file where the system hides it`(_ isHidden: Bool) throws {
    disk.with { $0.hidesProcesses = isHidden }
    let folder = "\(Self.group)/app/app.share"
    let older = put(1, secondsAgo: 2 * 3600, in: folder)
    let recent = put(2, secondsAgo: 600, in: folder)
    let ofApp = put(3, secondsAgo: 600, in: "\(Self.group)/app/app")
    let share = try start("app.share", of: "app")
    // That of the app is its newest launch.
    #expect(share.closedFiles().map(\.path) == (isHidden ? [older] : [older, recent]))
    // An app has one process: its earlier launches have ended.
    #expect(try start("app").closedFiles().map(\.path).contains(ofApp))
  }

  @Test func `after everything was erased no file is passed that is gone`() async throws {
    for number in 1...3 { put(number, secondsAgo: 2 * Self.day, in: "\(Self.group)/app/app") }
    let recorder = try start("app")
    let passed = Mutex<[Bool]>([])
    let taken = await recorder.uploadFiles { file in
      passed.withLock { $0.append(isThere(file.path)) }
      return recorder.eraseAll()
    }
    #expect(taken == 1 && passed.withLock { $0 } == [true])
  }

  @Test func `a file that somebody removed is not passed, and one that is stays so long`() async throws {
    let files = (1...3).map { put($0, secondsAgo: 15 * Self.day, in: "\(Self.group)/app/app") }
    let recorder = try start("app")
    let passed = Mutex<[String]>([])
    let taken = await recorder.uploadFiles { file in
      passed.withLock { $0.append(file.path) }
      if file.path == files[0] {
        _ = disk.remove(URL(fileURLWithPath: files[1]))
        // All are too old.
        recorder.allowTidying()
        return isThere(files[0]) && !isThere(files[2])
      }
      return true
    }
    #expect(taken == 1 && passed.withLock { $0 } == [files[0]] && !isThere(files[0]))
  }

  @Test func `a file that cannot be removed is not counted as taken, and none is passed after it`() async throws {
    let files = (1...2).map { put($0, secondsAgo: 2 * Self.day, in: "\(Self.group)/app/app") }
    let recorder = try start("app")
    disk.with { $0.fixedFiles = true }
    let passed = Mutex<[String]>([])
    let taken = await recorder.uploadFiles { file in
      passed.withLock { $0.append(file.path) }
      return true
    }
    #expect(taken == 0 && passed.withLock { $0 } == [files[0]] && files.allSatisfy(isThere))
  }

  /// It starts `AppTrace` of this process, as a preview, in which it does nothing.
  @Test func `while the system looks for the group nobody else waits`() {
    let answers = Mutex<[Bool]>([])
    func location() -> TraceLocation {
      let answered = DispatchSemaphore(value: 0)
      Thread.detachNewThread { if AppTrace.health.state == .notStarted && !AppTrace.isOn { answered.signal() } }
      answers.withLock { $0.append(answered.wait(timeout: .now() + 5) == .success) }
      return .fake
    }
    for _ in 0..<2 { #expect(!AppTrace.start(at: location(), nil) { _, _, _ in nil }) }
    #expect(answers.withLock { $0 } == [true] && AppTrace.health.state == .preview)
  }
}
