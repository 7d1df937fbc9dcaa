import Foundation
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// What a trace is about its process and its device, and what it does not.
@Suite(.tags(.medium)) struct RecorderIdentityTests {
  private static let session = "A96FD4BB-2487-43E1-A49A-159FD19D8AD3"
  private let clock = FakeClock()

  /// The lines of a launch of an app on a device.
  private func lines(
    device: String? = "D", app: String = "com.example.shop", session: String? = session, age: Int? = 40_000_000,
    fileBytes: Int = 1 << 20, _ record: (TraceRecorder) -> Void = { $0.record(.dataChange) }
  ) throws -> [[String: Any]] {
    let folder = Folder()
    var context = TraceContext(device: device)
    context.app = app
    let recorder = TraceRecorder(
      to: folder.url, app: context, fileBytes: fileBytes,
      RecorderEnvironment(
        clocks: clock.read, bootSession: session, age: age, background: RecorderEnvironment.atOnce))
    record(recorder)
    return try folder.objects()
  }

  @Test func `uptime counts from the start of the process, not of the device`() throws {
    let before = clock.read()
    let reported = try lines { recorder in
      clock.pass(3_000_000)
      recorder.begin(recording: [], isPrewarmed: false)
      clock.pass(2_000_000_000, setBy: 3_600_000_000_000)
      recorder.record(.dataChange)
      recorder.record(.dataSave, ago: 60_000_000_000)
    }
    #expect(reported.map { $0["event"] as? String } == ["process.start", "data.change", "data.save"])
    #expect(reported.map { $0["uptime"] as? Int } == [0, 2_043_000_000, -57_957_000_000])
    #expect(reported[0]["time"] as? Int == before.time - 40_000_000)
  }

  @Test func `the id of the boot session stands nowhere, and what stands for it is this app's alone`() throws {
    func boot(_ lines: [[String: Any]]) throws -> String { try #require(lines[0]["boot"] as? String) }
    let one = try boot(lines())
    // Across the launches of an app it is the same: that is what it is for.
    #expect(try boot(lines()) == one)
    #expect(try boot(lines(session: Self.session.lowercased())) == one)
    let others = [
      try boot(lines(app: "com.example.mail")), try boot(lines(device: "E")),
      try boot(lines(session: "A96FD4BB-2487-43E1-A49A-159FD19D8AD4")),
    ]
    #expect(Set(others + [one]).count == 4)
    for text in others + [one] { #expect(!Self.session.lowercased().contains(text.prefix(8)), "\(text)") }
    // Nobody compares the sessions of no device; what is no id is none.
    for odd in [try lines(device: nil), try lines(device: ""), try lines(session: nil), try lines(session: "odd")] {
      #expect(odd[0]["boot"] == nil)
    }
  }

  @Test func `a device that is known later stands on the next line and on the first of each file`() throws {
    let reported = try lines(device: nil, fileBytes: 1500) { recorder in
      recorder.record(.dataChange)
      recorder.identify(device: "")
      #expect(!recorder.isIdentified)
      recorder.identify(device: "D \"1\"")
      #expect(recorder.isIdentified)
      recorder.identify(device: "E")
      for _ in 0..<20 { recorder.record(.dataChange) }
    }
    #expect(reported.map { $0["seq"] as? Int } == Array(0...20))
    #expect(reported[0]["device"] == nil && reported[0]["boot"] == nil && reported[0]["records"] != nil)
    #expect(reported[1]["device"] as? String == "D \"1\"" && reported[1]["boot"] != nil)
    #expect(reported[1]["records"] == nil)
    let naming = reported.filter { $0["device"] != nil }
    #expect(naming.count > 2)
    for line in naming.dropFirst() { #expect(line["records"] != nil && line["boot"] as? String != nil) }
    #expect(Set(naming.compactMap { $0["device"] as? String }) == ["D \"1\""])
    #expect(Set(naming.compactMap { $0["boot"] as? String }).count == 1)
  }

  @Test func `a device that could not be written is written later`() throws {
    let disk = FakeDisk()
    let recorder = TraceRecorder(
      to: URL(fileURLWithPath: "/traces"), RecorderEnvironment(disk: disk, bootSession: Self.session, age: nil))
    recorder.record(.dataChange)
    recorder.identify(device: "D")
    disk.with { $0.outcomes = [.fails(ENOSPC)] }
    for _ in 0..<3 { recorder.record(.dataChange) }
    let lines = disk.text(in: "/traces").split(separator: "\n")
    #expect(lines.map { $0.contains("\"device\":\"D\",\"boot\":\"") } == [false, true, false])
  }

  @Test(arguments: [true, false])
  func `a start that nobody knows is not made up`(_ isPrewarmed: Bool) throws {
    let now = clock.read()
    let reported = try lines(age: nil) { $0.begin(recording: [.appDidBecomeActive], isPrewarmed: isPrewarmed) }
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
