import Foundation
import Testing

@testable import TraceRecorder

/// What a recorder does to its folder, and what it leaves alone.
@Suite(.tags(.medium)) struct RecorderFolderTests {
  private static let support = "/home/Library/Application Support"
  private static let traces = "\(support)/traces"

  private func start(_ disk: FakeDisk, in folder: String = traces, files: Int = 64) -> TraceRecorder {
    TraceRecorder(
      to: URL(fileURLWithPath: folder), files: files, fileBytes: 200,
      RecorderEnvironment(disk: disk, bootSession: nil, age: nil, background: RecorderEnvironment.atOnce))
  }

  @Test func `a new folder alone is made writable before the first unlock, none above it`() {
    let disk = FakeDisk()
    start(disk).record(.dataChange)
    let actions = disk.with { $0.actions }
    #expect(actions == ["mkdir -p \(Self.support)", "mkdir \(Self.traces)", "unprotect \(Self.traces)"])
    #expect(disk.text(in: Self.traces).contains("data.change"))
  }

  @Test(arguments: [
    // It is checked at each start, and corrected.
    (["trace-00000001-7-0123ABCD.jsonl"], false, ["unprotect \(traces)"]),
    (["trace-00000001-7-0123ABCD.jsonl"], true, []),
    (["trace-00000001-7-0123ABCD.jsonl", ".next-7-0123ABCD"], false, ["unprotect \(traces)"]),
    // The process was killed after it had made the folder.
    ([], false, ["unprotect \(traces)"]),
    // The app's own.
    (["trace-00000001-7-0123ABCD.jsonl", "tokens.db"], false, []), (["tokens.db"], false, []),
    ([".next-7-0123ABCD", ".hidden"], false, []),
    (["trace-notes.jsonl"], false, []),
  ])
  func `a folder that is there is corrected if it holds traces alone`(
    _ names: [String], _ isUnprotected: Bool, _ expected: [String]
  ) {
    let disk = FakeDisk()
    disk.with { state in
      state.folders[Self.traces] = Dictionary(uniqueKeysWithValues: names.map { ($0, []) })
      if isUnprotected { state.unprotected = [Self.traces] }
    }
    start(disk).record(.dataChange)
    #expect(disk.with { $0.actions } == expected)
    #expect(disk.text(in: Self.traces).contains("data.change"))
  }

  @Test(arguments: [[], ["trace-00000001-7-0123ABCD.jsonl"], nil])
  func `a folder that all of the app uses is never opened`(_ names: [String]?) {
    let disk = FakeDisk()
    disk.with { state in
      state.wholeApp = [Self.support]
      if let names { state.folders[Self.support] = Dictionary(uniqueKeysWithValues: names.map { ($0, []) }) }
    }
    start(disk, in: Self.support).record(.dataChange)
    #expect(disk.with { $0.unprotected.isEmpty })
    #expect(disk.text(in: Self.support).contains("data.change"))
  }

  @Test func `the disk of the device knows the folders of the whole app`() {
    let disk = SystemDisk()
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    for folder in support + [FileManager.default.temporaryDirectory, URL(fileURLWithPath: NSHomeDirectory())] {
      #expect(disk.isForWholeApp(folder), "\(folder)")
      #expect(!disk.isForWholeApp(folder.appendingPathComponent("traces")), "\(folder)")
    }
  }

  @Test func `without a folder of the app's, one for traces is taken that no other file of the app is in`() {
    let folder = TraceRecorder.standardFolder
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    #expect(folder.lastPathComponent == "traces")
    #expect(support.map(\.path) == [folder.deletingLastPathComponent().path])
    #expect(!SystemDisk().isForWholeApp(folder))
  }

  @Test func `the disk of the device makes one folder, once, and none above it`() throws {
    let folder = Folder()
    let disk = SystemDisk()
    let leaf = folder.url.appendingPathComponent("a")
    #expect(!disk.makeFolder(leaf))
    disk.makeFolders(folder.url)
    #expect(disk.makeFolder(leaf))
    #expect(!disk.makeFolder(leaf))
    #expect(disk.names(in: folder.url) == ["a"])
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
    #expect(disk.isAlive(ProcessInfo.processInfo.processIdentifier) && disk.isAlive(1) && !disk.isAlive(.max))
  }

  @Test func `files are made one after the other however the clock is set`() throws {
    let disk = FakeDisk()
    let clock = FakeClock()
    for _ in 0..<3 {
      let recorder = TraceRecorder(
        to: URL(fileURLWithPath: Self.traces), files: 64, fileBytes: 200,
        RecorderEnvironment(
          disk: disk, clocks: clock.read, bootSession: nil, age: nil, background: RecorderEnvironment.atOnce))
      for _ in 0..<2 {
        recorder.record(.dataChange)
        clock.pass(1_000_000, setBy: -86_400_000_000_000)
      }
    }
    let names = (disk.names(in: URL(fileURLWithPath: Self.traces)) ?? []).compactMap(TraceFileName.init).sorted()
    #expect(names.map(\.number) == [1, 2, 3, 4, 5, 6])
    let launches = names.map(\.launch)
    #expect(launches[0] == launches[1] && launches[2] == launches[3] && Set(launches).count == 3)
  }

  @Test func `the oldest go, but for what is still written and what is no trace`() {
    let disk = FakeDisk()
    let url = URL(fileURLWithPath: Self.traces)
    func name(_ number: Int, _ process: Int32, _ launch: String) -> String {
      TraceFileName(number: number, process: process, launch: launch).text
    }
    let old = [name(1, 10, "AAAAAAAA"), name(2, 11, "BBBBBBBB"), name(3, 10, "AAAAAAAA")]
    let live = [name(4, 20, "CCCCCCCC"), name(5, 20, "CCCCCCCC")]
    let own = [name(6, 30, "DDDDDDDD"), name(7, 30, "DDDDDDDD")]
    let others = ["tokens.db", "trace-notes.jsonl", "trace-1790000000000000.jsonl"]
    let newest = [name(8, 12, "EEEEEEEE"), name(9, 12, "EEEEEEEE")]
    // That of a launch that ended goes, too.
    let ahead = [".next-20-CCCCCCCC", ".next-30-DDDDDDDD", ".next-12-EEEEEEEE"]
    let all: [String] = old + live + own + others + newest + ahead
    disk.with { state in
      state.folders[Self.traces] = Dictionary(uniqueKeysWithValues: all.map { ($0, []) })
      state.alive = [20, 30]
    }
    let last = TraceFolder(url: url, disk: disk, fileCount: 1, process: 30, launch: "DDDDDDDD").tidy()
    #expect(last == 9)
    let kept: [String] = live + own.suffix(1) + others + newest.suffix(1) + ahead.prefix(2)
    #expect(Set(disk.names(in: url) ?? []) == Set(kept))
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
    ("trace-00000012-4711-1A2B3C4D.jsonl", true), ("trace-123456789-1-1A2B3C4D.jsonl", true),
    ("trace-12-4711-1A2B3C4D.jsonl", false), ("trace-00000000-1-1A2B3C4D.jsonl", false),
    ("trace-00000012--1-1A2B3C4D.jsonl", false), ("trace-00000012-0-1A2B3C4D.jsonl", false),
    ("trace-9223372036854775807-1-1A2B3C4D.jsonl", false), ("trace-00000012-4711-1A2B3C4.jsonl", false),
    ("trace-00000012-4711-1A2B3C4D.json", false), ("trace-+0000012-4711-1A2B3C4D.jsonl", false), ("trace.jsonl", false),
    ("", false),
  ])
  func `a name is a trace's only if a recorder would have given it`(_ text: String, _ isTrace: Bool) {
    #expect((TraceFileName(text) != nil) == isTrace)
    if isTrace { #expect(TraceFileName(text)?.text == text) }
  }
}
