import Foundation
import TraceRecorder

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Records as fast as it can, for whoever kills or times it.
///
///     recorder-probe record FOLDER THREADS FILE-BYTES    until it is killed; FOLDER/returned counts the calls that have returned
///     recorder-probe app                                 lives as an app does that uses `AppTrace`, and prints what came of it
///     recorder-probe attach                              describes the launch, with a redaction that records, and prints what came of it
///     recorder-probe hold FOLDER                         records once, and holds its file until it is killed
///     recorder-probe full FOLDER                         on a disk that is full for a while; prints what was dropped
///     recorder-probe time FOLDER                         prints what one record costs
///     recorder-probe start FOLDER EVENTS                 starts to record, records so many events, and ends; -1 does nothing
///     recorder-probe rotate FOLDER FILES EVENTS          prints what a record costs where files change often
@main struct RecorderProbe {
  @MainActor static func main() async {
    let words = CommandLine.arguments.dropFirst()
    let numbers = words.compactMap(Int.init)
    switch (words.first, words.dropFirst().first) {
    case ("record", let folder?) where numbers.count == 2: record(folder, threads: numbers[0], fileBytes: numbers[1])
    case ("app", nil): await AppLife().run()
    case ("attach", nil): attach()
    case ("hold", let folder?): hold(folder)
    case ("full", let folder?): fill(folder)
    case ("time", let folder?): Timing(folder).run()
    case ("start", let folder?) where numbers.count == 1: start(folder, events: numbers[0])
    case ("rotate", let folder?) where numbers.count == 2:
      Rotation(folder: URL(fileURLWithPath: folder), files: numbers[0], events: numbers[1]).run()
    default:
      print(
        "usage: recorder-probe app | attach | record FOLDER THREADS FILE-BYTES | hold FOLDER | full FOLDER | time FOLDER"
          + " | start FOLDER EVENTS | rotate FOLDER FILES EVENTS")
      exit(2)
    }
  }

  /// Whoever counts what it does takes the difference of two numbers of events.
  private static func start(_ folder: String, events: Int) {
    if events < 0 { return }
    // Where the standard folder of an app is, on Linux.
    setenv("XDG_DATA_HOME", folder, 1)
    AppTrace.start(bytes: 1 << 40)
    for _ in 0..<events { AppTrace.record(.workBegin, .name("import of photos"), .kind("disk"), .task(1234)) }
  }

  /// The redaction calls the recorder, before the start has returned and later.
  private static func attach() {
    AppTrace.attach(.attribute("arm", dynamic: "a"), .attribute("secret", dynamic: "b"))
    AppTrace.start { _, field, text in
      AppTrace.recordSave(of: "cart")
      return field == "secret" ? nil : text
    }
    AppTrace.attach(.attribute("arm", dynamic: "c"), .attribute("secret", dynamic: "d"))
    AppTrace.recordChange(of: "cart")
    print(AppTrace.health.state, AppTrace.health.dropped)
  }

  /// Says when its file is there.
  private static func hold(_ folder: String) {
    let recorder = Recorder(to: URL(fileURLWithPath: folder))
    recorder.record(.processStart)
    FileHandle.standardOutput.write(Data("recorded\n".utf8))
    while true { sleep(1) }
  }

  /// Records 100 events while a file takes 10,000 bytes, and then 10 without a limit.
  private static func fill(_ folder: String) {
    // The system's default is to end who writes more.
    signal(SIGXFSZ, SIG_IGN)
    let recorder = Recorder(to: URL(fileURLWithPath: folder))
    limitFiles(to: 10_000)
    for number in 0..<100 { recorder.record(.dataChange, .task(number)) }
    limitFiles(to: nil)
    for number in 100..<110 { recorder.record(.dataChange, .task(number)) }
    print(recorder.dropped.count)
  }

  /// Sets how many bytes a file of this process may have, or that it may have as many as it was allowed to.
  private static func limitFiles(to bytes: UInt64?) {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
    setrlimit(resource, &limit)
  }

  /// Every thread counts its events by `task`; after each it writes how many have returned.
  private static func record(_ folder: String, threads: Int, fileBytes: Int) {
    let recorder = Recorder(to: URL(fileURLWithPath: folder), bytes: 1 << 40, fileBytes: fileBytes)
    let reported = open(folder + "/returned", O_WRONLY | O_CREAT, 0o644)
    for thread in 0..<threads {
      Thread.detachNewThread {
        // Lines longer than a page are those that a kill may cut.
        let long = [String](repeating: String(repeating: "ä\"\\\n", count: 25), count: 28 * (thread + 1))
        var count = 0
        while true {
          recorder.record(
            .dataChange, .name(dynamic: "thread \(thread)"), .task(count),
            .attribute("long", dynamic: count % 2 == 0 ? long : []))
          count += 1
          pwrite(reported, &count, 8, off_t(thread * 8))
        }
      }
    }
    while true { sleep(1) }
  }
}

/// What a record costs its caller, beside a bare `write` of the same bytes.
struct Timing {
  private static let rounds = 15
  private static let count = 20_000
  private let folder: URL

  init(_ folder: String) { self.folder = URL(fileURLWithPath: folder) }

  func run() {
    let recorder = Recorder(to: folder, bytes: 1 << 50, fileBytes: 1 << 40)
    recorder.record(.processStart)
    func record() {
      recorder.record(.workBegin, .name("import of photos"), .kind("disk"), .task(1234))
    }
    record()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    let path = folder.appendingPathComponent(names.first { $0.hasSuffix(".jsonl") } ?? "").path
    let line = try? String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")[1] + "\n"
    guard let bytes = line.map({ Array($0.utf8) }) else { return print("nothing was recorded in \(path)") }
    let bare = open(folder.appendingPathComponent("bare").path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    let fields = Fields(line: String(decoding: bytes, as: UTF8.self))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var records = [Double]()
    var writes = [Double]()
    var encodings = [Double]()
    for _ in 0..<Self.rounds {
      writes.append(nanoseconds { _ = write(bare, bytes, bytes.count) })
      records.append(nanoseconds(of: record))
      encodings.append(nanoseconds { _ = try? encoder.encode(fields) })
    }
    let one = median(records)
    let raw = median(writes)
    let encoded = median(encodings)
    print(
      """
      a line of \(bytes.count) bytes, median of \(Self.rounds) rounds of \(Self.count)
      bare write   \(Int(raw)) ns
      record       \(Int(one)) ns, \(Int(one - raw)) ns over it, ratio \(Double(Int(one / raw * 100)) / 100)
      JSONEncoder  \(Int(encoded)) ns for the text alone
      dropped      \(recorder.dropped)
      """)
  }

  private func nanoseconds(of body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let taken = clock.measure { for _ in 0..<Self.count { body() } }
    return Double(taken.components.seconds) * 1e9 / Double(Self.count)
      + Double(taken.components.attoseconds) / 1e9 / Double(Self.count)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// The same line as `JSONEncoder` takes it.
  struct Fields: Encodable {
    var event = "work.begin"
    var kind = "disk"
    var launch = ""
    var name = "import of photos"
    var thread = "main"
    var seq = 1
    var task = 1234
    var time = 1_790_000_000_000_000_000
    var uptime = 1_000_000_000_000

    init(line: String) { launch = String(line.count) + String(repeating: "x", count: 33) }
  }
}
