import Foundation
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// What a trace is about its process and its device, and what it does not.
@Suite(.tags(.medium)) struct RecorderIdentityTests {
  private static let session = "A96FD4BB-2487-43E1-A49A-159FD19D8AD3"
  private let clock = FakeClock()

  /// The lines of the launches that were recorded in a folder, after one more.
  private func lines(
    _ folder: Folder = Folder(), session: String? = session, age: Int? = 40_000_000, fileBytes: Int = 1 << 20,
    _ record: (Recorder) -> Void = { $0.record(.dataChange) }
  ) throws -> [[String: Any]] {
    let recorder = Recorder(
      in: folder, fileBytes: fileBytes,
      RecorderEnvironment(
        clocks: clock.read, bootSession: session, age: age, loading: nil, background: RecorderEnvironment.atOnce))
    record(recorder)
    return try folder.objects()
  }

  @Test func `uptime counts from the start of the process, not of the device`() throws {
    let before = clock.read()
    let folder = Folder()
    clock.pass(3_000_000)
    let recorder = Recorder.start(
      in: ScriptedHost(), to: TraceLocation(root: folder.url, app: "app"),
      RecorderEnvironment(clocks: clock.read, bootSession: Self.session, age: 43_000_000, loading: nil))
    clock.pass(2_000_000_000, setBy: 3_600_000_000_000)
    recorder?.record(.dataChange)
    recorder?.record(.dataSave, ago: 60_000_000_000)
    let reported = try folder.objects()
    #expect(reported.map { $0["event"] as? String } == ["process.start", "process.main", "data.change", "data.save"])
    #expect(reported.map { $0["uptime"] as? Int } == [0, 43_000_000, 2_043_000_000, -57_957_000_000])
    #expect(reported[0]["time"] as? Int == before.time - 40_000_000)
  }

  @Test func `device and boot session are named by hashes that are the installation's alone`() throws {
    func ids(_ line: [String: Any]) -> [String] { ["device", "boot"].compactMap { line[$0] as? String } }
    let folder = Folder()
    let one = try ids(lines(folder)[0])
    // Across the launches of an app both are the same: that is what they are for.
    let more = try lines(folder, session: Self.session.lowercased())
    #expect(one.map(\.utf8.count) == [32, 16] && more.allSatisfy { ids($0) == one })
    let rebooted = try ids(lines(folder, session: "A96FD4BB-2487-43E1-A49A-159FD19D8AD4")[2])
    #expect(rebooted[0] == one[0] && rebooted[1] != one[1])
    let other = try ids(lines()[0])
    #expect(other[0] != one[0] && other[1] != one[1])
    // Neither the key nor the session stands in a trace.
    let text = try folder.lines().joined().lowercased()
    let settings = folder.url.appendingPathComponent(".recorder").path
    let names = try FileManager.default.contentsOfDirectory(atPath: settings)
    let installation = try #require(Installation(among: names))
    for secret in [installation.name.dropFirst(13).prefix(16), installation.name.dropFirst(29).prefix(16)] {
      #expect(secret.utf8.count == 16 && !text.contains(secret))
    }
    #expect(!text.contains(Self.session.lowercased().prefix(8)))
    for odd in [nil, "odd", ""] {
      let line = try lines(session: odd)[0]
      #expect(line["boot"] == nil && line["device"] != nil)
    }
  }

  @Test func `each file names both, and while no key can be kept neither is named`() throws {
    let reported = try lines(fileBytes: 700) { recorder in for _ in 0..<20 { recorder.record(.dataChange) } }
    let naming = reported.filter { $0["records"] != nil }
    #expect(naming.count > 2 && Set(naming.compactMap { $0["device"] as? String }).count == 1)
    #expect(Set(naming.compactMap { $0["boot"] as? String }).count == 1)
    let disk = FakeDisk()
    disk.with { $0.fullFiles = ENOSPC }
    let recorder = Recorder(
      to: .fake, RecorderEnvironment(disk: disk, bootSession: Self.session, age: nil, loading: nil))
    recorder.record(.dataChange)
    disk.with { $0.fullFiles = nil }
    for _ in 0..<2 { recorder.record(.dataChange) }
    let lines = disk.text(in: "/traces/app").split(separator: "\n")
    #expect(lines.map { $0.contains("\"device\":\"") } == [true, false])
  }

  @Test(arguments: [("undecided", nil), ("on", true), ("off", false)] as [(String, Bool?)])
  func `an installation is read from the name of its file`(_ choice: String, _ isOn: Bool?) throws {
    let name = "installation-0f1e2d3c4b5a69788796a5b4c3d2e1f0-\(choice)"
    let installation = try #require(Installation(name))
    #expect(installation.name == name && installation.isOn == isOn)
    #expect(installation.choosing(true).device == installation.device)
  }

  @Test func `of two installations that which is off counts, then that with a choice`() {
    func name(_ digit: String, _ choice: String) -> String {
      "installation-\(String(repeating: digit, count: 32))-\(choice)"
    }
    let names = [name("1", "undecided"), name("2", "on"), name("3", "off"), "traces", name("4", "on")]
    #expect(Installation(among: names)?.name == name("3", "off"))
    #expect(Installation(among: names.filter { !$0.hasSuffix("off") })?.name == name("2", "on"))
    #expect(Installation(among: [names[0]])?.name == names[0] && Installation(among: ["a"]) == nil)
    let odd = [
      "0f1e2d3c4b5a69788796a5b4c3d2e1f-on", "0F1E2D3C4B5A69788796A5B4C3D2E1F0-on",
      "+f1e2d3c4b5a69788796a5b4c3d2e1f0-on",
      "0f1e2d3c4b5a69788796a5b4c3d2e1f0-maybe", "0f1e2d3c4b5a69788796a5b4c3d2e1f0", "",
    ]
    for odd in odd {
      #expect(Installation("installation-\(odd)") == nil, "\(odd)")
    }
  }

  @Test(arguments: [true, false])
  func `a start that nobody knows is not made up`(_ isPrewarmed: Bool) throws {
    let now = clock.read()
    let folder = Folder()
    var host = ScriptedHost()
    host.posted = [.appDidBecomeActive]
    if isPrewarmed { host.environment["ActivePrewarm"] = "1" }
    let recorder = Recorder.start(
      in: host, to: TraceLocation(root: folder.url, app: "app"),
      RecorderEnvironment(clocks: clock.read, bootSession: nil, age: nil, loading: nil))
    #expect(recorder != nil)
    let reported = try folder.objects()
    #expect(reported.map { $0["event"] as? String } == ["process.main"])
    #expect(reported[0]["time"] as? Int == now.time && reported[0]["uptime"] as? Int == 0)
    #expect(reported[0]["prewarmed"] as? Bool == (isPrewarmed ? true : nil))
    #expect(reported[0]["records"] as? [String] == ["app.didBecomeActive", "process.main"])
  }

  @Test(arguments: [
    (1_790_000_000, 250_000, 1_790_000_001_000_000_000, 750_000_000), (0, 0, 1_790_000_000_000_000_000, nil),
    (-1, 0, 1_790_000_000_000_000_000, nil), (1_790_000_000, 0, 1_790_000_000_000_000_000, 0),
    (1_790_000_000, 1, 1_790_000_000_000_000_000, nil), (1_790_000_009, 0, 1_790_000_000_000_000_000, nil),
    (Int.max, 0, 1_790_000_000_000_000_000, nil),
    // No process is older than the time since the device started: the clock was set forward.
    (1_790_000_000, 0, 1_790_000_060_000_000_000, 60_000_000_000),
    (1_790_000_000, 0, 1_790_000_060_000_000_001, nil), (1, 0, 1_790_000_000_000_000_000, nil),
  ])
  func `the age of a process is reported where the kernel's answer can be right`(
    _ seconds: Int, _ microseconds: Int, _ time: Int, _ age: Int?
  ) {
    let now = (time: time, uptime: 60_000_000_000)
    #expect(System.age(seconds: seconds, microseconds: microseconds, now: now) == age)
  }

  /// The vectors of its authors, in their paper's appendix A and reference code, read as numbers.
  private static let vectors: [(Int, UInt64)] = [
    (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137), (8, 0x93f5_f579_9a93_2462),
    (15, 0xa129_ca61_49be_45e5),
  ]

  @Test(arguments: vectors)
  func `the hash is SipHash-2-4`(_ count: Int, _ hash: UInt64) {
    let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    #expect(SipHash.hash((0..<count).map { UInt8($0) }, key: key) == hash)
  }
}
