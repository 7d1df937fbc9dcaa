import Foundation
import Testing

@testable import TraceRecorder

/// What a recorder does to its folder, and what it leaves alone.
@Suite(.tags(.medium)) struct RecorderFolderTests {
  private static let support = "/home/Library/Application Support"
  private static let root = "\(support)/tracetool"
  private static let settings = "\(root)/.recorder"
  private static let traces = "\(root)/com.example.shop"
  private static let location = TraceLocation(root: URL(fileURLWithPath: root), app: "com.example.shop")

  private func start(_ disk: FakeDisk, isProtected: Bool = false) -> Recorder {
    Recorder(
      to: Self.location, limits: TraceLimits(bytes: 8 << 20, days: 14, fileBytes: 200), isProtected: isProtected,
      RecorderEnvironment(disk: disk, bootSession: nil, age: nil, loading: nil, background: RecorderEnvironment.atOnce))
  }

  @Test(arguments: [false, true])
  func `new folders of the recorder alone get its attributes, none above them`(_ isProtected: Bool) {
    let disk = FakeDisk()
    start(disk, isProtected: isProtected).record(.dataChange)
    let word = isProtected ? "protect" : "unprotect"
    let actions = disk.with { $0.actions }
    #expect(
      actions == [
        "mkdir \(Self.settings)", "mkdir -p \(Self.root)", "mkdir \(Self.settings)", "\(word) \(Self.settings)",
        "mkdir \(Self.traces)", "\(word) \(Self.traces)",
      ])
    #expect(disk.text(in: Self.traces).contains("data.change"))
  }

  private static let trace = "trace-00000001-1790000000-7-0123ABCD.jsonl"
  private static let installation = "installation-0f1e2d3c4b5a69788796a5b4c3d2e1f0-undecided"

  /// The names in the settings and in the folder, whether they have their attributes, and what is done to them.
  private static let found: [([String], [String], Bool, [String])] = [
    ([installation], [trace], true, []),
    // They are checked at each start, and corrected.
    ([installation], [trace], false, ["unprotect \(settings)", "unprotect \(traces)"]),
    ([installation], [trace, ".next-7-0123ABCD"], false, ["unprotect \(settings)", "unprotect \(traces)"]),
    // The process was killed after it had made a folder.
    ([], [], false, ["unprotect \(settings)", "unprotect \(traces)"]),
    ([installation], [], false, ["unprotect \(settings)", "unprotect \(traces)"]),
    // The app's own.
    (["tokens.db"], [trace, "tokens.db"], false, []),
    ([installation, "tokens.db"], [".hidden"], false, []),
    (["trace-notes.jsonl"], ["trace-notes.jsonl"], false, []),
  ]

  @Test(arguments: found)
  func `a folder that is there is corrected if it is the recorder's`(
    _ inSettings: [String], _ inFolder: [String], _ isRight: Bool, _ expected: [String]
  ) {
    let disk = FakeDisk()
    disk.with { state in
      state.folders[Self.root] = ["tokens.db": []]
      state.folders[Self.settings] = Dictionary(uniqueKeysWithValues: inSettings.map { ($0, []) })
      state.folders[Self.traces] = Dictionary(uniqueKeysWithValues: inFolder.map { ($0, []) })
      if isRight { state.attributes = [Self.settings: false, Self.traces: false] }
    }
    // The second start finds what the first one has left.
    for _ in 0..<2 {
      let recorder = start(disk)
      recorder.record(.dataChange)
      // What keeps a folder from being corrected is said.
      #expect((recorder.health.code == ENOTEMPTY) == (expected.isEmpty && !isRight))
    }
    #expect(disk.with { $0.actions } == expected)
    #expect(disk.text(in: Self.traces).contains("data.change"))
  }

  @Test func `files are in a folder of the app's own, in one of the recorder's`() {
    func standard(group: String?) -> TraceLocation {
      TraceLocation.standard(app: "com.example/shop.share", containingApp: "com.example/shop", group: group)
    }
    let location = standard(group: nil)
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    #expect(support.map { $0.path + "/tracetool/com.example-shop" } == [location.root.path])
    #expect(location.folder.path == location.root.path + "/com.example-shop.share" && !location.isOfApp)
    // There are no groups here.
    #expect(standard(group: "group.com.example").root.path == location.root.path && location.otherRoots.isEmpty)
  }

  @Test func `the disk of the device knows the size of a file, removes it, and removes no folder`() throws {
    let folder = Folder()
    let disk = SystemDisk()
    disk.makeFolders(folder.url)
    let file = folder.url.appendingPathComponent("a")
    try Data([1, 2, 3]).write(to: file)
    #expect(disk.size(of: file) == 3)
    #expect(disk.remove(file) && disk.remove(file) && disk.size(of: file) == nil)
    #expect(try !disk.remove(folder.url) && disk.names(in: folder.url)?.isEmpty == true)
  }

  @Test func `a file can be read by the app's user alone`() throws {
    let folder = Folder()
    Recorder(in: folder).record(.dataChange)
    for file in try folder.files() {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `the disk of the device makes one folder, once, and none above it`() throws {
    let folder = Folder()
    let disk = SystemDisk()
    let leaf = folder.url.appendingPathComponent("a")
    #expect(!disk.makeFolder(leaf))
    disk.makeFolders(folder.url)
    #expect(disk.makeFolder(leaf))
    #expect(!disk.makeFolder(leaf))
    #expect(try disk.names(in: folder.url)?.map(\.text) == ["a"])
  }

  @Test func `the disk of the device tells a folder that is not there from one that cannot be read`() throws {
    let folder = Folder()
    let disk = SystemDisk()
    #expect(try disk.names(in: folder.url) == nil)
    try Data().write(to: folder.url)
    #expect(try disk.names(in: folder.url) == nil)
    // Also for the superuser, whom no permission stops, a name may be too long.
    let parent = folder.url.deletingLastPathComponent()
    let tooLong = parent.appendingPathComponent(String(repeating: "a", count: 300))
    let fault = try #require(throws: DiskFault.self) { try disk.names(in: tooLong) }
    #expect(fault.code == ENAMETOOLONG)
  }

  @Test func `the disk of the device makes no file that is there, and appends to and cuts its own`() throws {
    let folder = Folder()
    let disk = SystemDisk()
    let url = folder.url.appendingPathComponent("a.jsonl")
    #expect(throws: DiskFault.self) { try disk.makeFile(url) }
    disk.makeFolders(folder.url)
    let file = try disk.makeFile(url)
    #expect(try disk.append([1, 2, 3, 4][1...], to: file) == 3)
    #expect(disk.cut(file, to: 2))
    #expect(try disk.append([5], to: file) == 1)
    #expect(try Array(Data(contentsOf: url)) == [2, 3, 5])
    do throws(DiskFault) {
      _ = try disk.makeFile(url)
      Issue.record("a file that was there was opened")
    } catch {
      #expect(error.code == EEXIST)
    }
    disk.close(file)
    #expect(!disk.cut(file, to: 0))
  }

  @Test func `the disk of the device knows which processes there are`() {
    let disk = SystemDisk()
    // The first one is there and may be another person's; no process has the greatest number.
    #expect(disk.isAlive(ProcessInfo.processInfo.processIdentifier) == true)
    #expect(disk.isAlive(1) == true && disk.isAlive(.max) == false)
  }

  @Test func `files are made one after the other however the clock is set, and none is lost`() throws {
    let disk = FakeDisk()
    let clock = FakeClock()
    // A year back with each launch's first line, and set right at its end.
    for _ in 0..<3 {
      let recorder = Recorder(
        to: Self.location, limits: TraceLimits(bytes: 8 << 20, days: 14, fileBytes: 200),
        RecorderEnvironment(
          disk: disk, clocks: clock.read, bootSession: nil, age: nil, loading: nil,
          background: RecorderEnvironment.atOnce))
      recorder.record(.dataChange)
      clock.pass(1_000_000, setBy: -365 * 86_400_000_000_000)
      for _ in 0..<2 { recorder.record(.dataChange) }
      clock.pass(1_000_000, setBy: 365 * 86_400_000_000_000)
      recorder.record(.dataChange)
    }
    let names = disk.traces(Self.traces)
    #expect(names.map(\.number) == Array(1...names.count) && names.count > 6)
    let times = names.map(\.time)
    #expect(times != times.sorted())
    #expect(Set(names.map(\.launch)).count == 3)
    #expect(disk.text(in: Self.traces).split(separator: "\n").count == 12)
  }

  @Test func `the oldest go, but for what is still written and what is no trace`() {
    let disk = FakeDisk()
    func name(_ number: Int, _ process: Int32, _ launch: String) -> String {
      TraceFileName(number: number, time: 1_790_000_000, process: process, launch: launch, isBackground: false).text
    }
    let old = [name(1, 10, "AAAAAAAA"), name(2, 11, "BBBBBBBB"), name(3, 10, "AAAAAAAA")]
    let live = [name(4, 20, "CCCCCCCC"), name(5, 20, "CCCCCCCC"), name(6, 20, "CCCCCCCC")]
    let own = [name(7, 30, "DDDDDDDD"), name(8, 30, "DDDDDDDD"), name(9, 30, "DDDDDDDD")]
    let others = ["tokens.db", "trace-notes.jsonl", "trace-1790000000000000.jsonl"]
    let newest = [name(10, 12, "EEEEEEEE")]
    // That of a launch that ended goes, too.
    let ahead = [".next-20-CCCCCCCC", ".next-30-DDDDDDDD", ".next-12-EEEEEEEE"]
    let all: [String] = old + live + own + others + newest + ahead
    disk.with { state in
      state.folders[Self.traces] = Dictionary(uniqueKeysWithValues: all.map { ($0, [1]) })
      state.alive = [20, 30]
    }
    let folder = TraceFolder(
      location: Self.location, disk: disk, limits: TraceLimits(bytes: 4 * 4096, days: 14, fileBytes: 100),
      isProtected: false,
      process: 30, launch: "DDDDDDDD")
    #expect(folder.tidy(at: 1_790_000_000_000_000_000) == (10, true))
    let kept: [String] = [live[0], live[2], own[0], own[2]] + others + ahead.prefix(2)
    #expect(Set(disk.list(Self.traces)) == Set(kept))
  }

  @Test(arguments: [
    (".next-4711-1A2B3C4D", true), (".next-4711-1A2B3C4", false), (".next-0-1A2B3C4D", false),
    (".next-+1-1A2B3C4D", false), ("next-4711-1A2B3C4D", false), (".next-4711-1A2B3C4D.jsonl", false), (".next", false),
  ])
  func `a name is that of a file opened ahead only if a recorder would have given it`(_ text: String, _ isNext: Bool) {
    #expect((NextFileName(text) != nil) == isNext)
    if isNext { #expect(NextFileName(text)?.text == text) }
  }

  @Test(arguments: [
    ("trace-00000012-1790000000-4711-1A2B3C4D.jsonl", true), ("trace-123456789-0-1-1A2B3C4D.jsonl", true),
    ("trace-00000012-1790000000-4711-1A2B3C4D-background.jsonl", true),
    ("trace-12-1790000000-4711-1A2B3C4D.jsonl", false), ("trace-00000000-1790000000-1-1A2B3C4D.jsonl", false),
    ("trace-00000012-1790000000--1-1A2B3C4D.jsonl", false), ("trace-00000012-1790000000-0-1A2B3C4D.jsonl", false),
    ("trace-00000012--5-4711-1A2B3C4D.jsonl", false), ("trace-00000012-01790000000-4711-1A2B3C4D.jsonl", false),
    ("trace-9223372036854775807-1790000000-1-1A2B3C4D.jsonl", false), ("trace-00000012-4711-1A2B3C4D.jsonl", false),
    ("trace-00000012-9223372036854775807-1-1A2B3C4D.jsonl", false),
    ("trace-00000012-1790000000-4711-1A2B3C4.jsonl", false), ("trace-00000012-1790000000-4711-1A2B3C4D.json", false),
    ("trace-+0000012-1790000000-4711-1A2B3C4D.jsonl", false),
    ("trace-00000012-1790000000-4711-1A2B3C4D-b.jsonl", false), ("trace.jsonl", false), ("-background.jsonl", false),
    ("", false),
  ])
  func `a name is a trace's only if a recorder would have given it`(_ text: String, _ isTrace: Bool) {
    #expect((TraceFileName(text) != nil) == isTrace)
    if isTrace { #expect(TraceFileName(text)?.text == text) }
  }
}
