import Foundation
import Testing

/// A signal ends the program, whatever it waits for.
@Suite(.serialized, .tags(.large)) struct SignalTests {
  /// The time within which a signal ends the program is a second; a loaded machine may need more to notice.
  private static let longest = Duration.seconds(Built.isSanitized ? 20 : 3)

  /// Logs, pipes without a writer or a reader, and a `gzip` that says nothing.
  private func place() throws -> Workplace {
    let place = Workplace()
    try place.write("a.jsonl", Built.sample("shop"))
    let names = (0..<60_000).map {
      #"{"time":\#(1_760_000_000_000_000_000 + $0 * 1000),"event":"n\#($0)","launch":"one","seq":\#($0)}"#
    }
    try place.write("names.jsonl", names)
    try place.write("bin/gzip", "#!/bin/sh\nexec 9> '\(place.file("held"))'\nsleep 61 & exec sleep 61\n")
    let script = """
      mkfifo in out; gzip -c a.jsonl > a.gz; tar -czf a.tgz a.jsonl; chmod +x bin/gzip
      for store in s.db held.db; do $tracetool ingest a.jsonl --store $store --quiet > /dev/null; done
      """
    #expect(try place.shell(script).code == 0)
    return place
  }

  /// Command lines that wait, some for a reader of a full pipe; and the exit codes of those that do not end with their signal's.
  private static let waits: [(words: String, code: Int32?)] = [
    ("check in", nil), ("report in", nil), ("compare a.jsonl in", nil), ("show l1 in", nil),
    ("ingest in --store n.db", nil),
    ("check a.gz", nil), ("report a.tgz", nil), ("ingest a.gz --store n.db", nil), ("ingest a.tgz --store n.db", nil),
    ("ingest --follow a.gz --store n.db", 3),
    ("check a.jsonl --output out", nil), ("check a.jsonl --also json=out", nil),
    ("ingest a.jsonl --store n.db --output out", nil), ("export --store s.db --output out", nil),
    ("check - < <(sleep 8)", nil), ("ingest - --store n.db < <(sleep 8)", nil),
    ("check --config in a.jsonl", nil), ("check --baseline in a.jsonl", nil),
    ("export --store s.db | full", nil), ("check --all --format json a.jsonl | full", nil),
    ("check --follow a.jsonl | full", nil), ("query 'SELECT * FROM event' --store s.db | full", nil),
    ("check names.jsonl", nil), ("store rebuild --store held.db --config wait.json", nil),
    ("ingest a.jsonl --store held.db --config wait.json", nil),
    ("ingest --follow a.jsonl --store held.db --config wait.json", nil),
  ]

  @Test(arguments: [SIGINT, SIGTERM])
  func `whatever it waits for, it ends with the code of the signal and leaves nothing behind`(signal: Int32) throws {
    let place = try place()
    let programs = HeldPipe(in: place)
    let holder = try Database(place.file("held.db"))
    try place.write("wait.json", #"{"store": {"busyTimeout": "5min"}}"#)
    for (words, code) in Self.waits {
      _ = try holder.run("BEGIN IMMEDIATE")
      // The reader of a full pipe reads nothing.
      let parts = words.components(separatedBy: " | full")
      let full = "{ head -c 65536 /dev/zero; exec $tracetool \(parts[0]); } > >(sleep 8)"
      let script = parts.count > 1 ? full : "exec $tracetool \(words)"
      let run = try RunningProgram(
        ["/bin/bash", "-c", script], in: place,
        environment: [
          "tracetool": Built.tracetool, "PATH": "\(place.file("bin")):\(RunningProgram.path)", "TMPDIR": place.path,
        ])
      let wait = words.contains("--follow") ? 1_500_000 : 700_000
      usleep(UInt32(wait))
      let unpacks = [".gz", ".tgz"].contains(where: words.contains)
      #expect(!unpacks || programs.wait(untilHeld: true), "\(words): no gzip was started")
      let isWaiting = !run.hasEnded
      #expect(isWaiting || words.contains("names"), "\(words): \(isWaiting)")
      let clock = ContinuousClock()
      let began = clock.now
      run.signal(signal)
      _ = run.wait { began.duration(to: clock.now) > .seconds(20) }
      #expect(run.hasEnded, "\(words)")
      if !run.hasEnded { run.signal(SIGKILL) }
      let outcome = run.wait()
      #expect(began.duration(to: clock.now) < Self.longest, "\(words)")
      #expect(outcome.code == code ?? 128 + signal || !isWaiting, "\(words): \(outcome)")
      _ = try holder.run("ROLLBACK")
      let left = try place.shell("ls -A | grep -E '\\.part$|tracetool-|etilqs'")
      #expect(left.output == "", "\(words): \(left.output)")
      #expect(programs.wait(untilHeld: false), "\(words): gzip still runs")
      for suffix in ["", "-wal", "-shm"] { unlink(place.file("n.db" + suffix)) }
    }
  }

  @Test func `a program that it ends is followed by no other`() throws {
    let place = try place()
    let programs = HeldPipe(in: place)
    #expect(try place.shell("for number in 1 2 3 4; do cp a.gz $number.gz; done").code == 0)
    // The program once started the next one before it ended itself, at one signal in ten.
    for _ in 0..<20 {
      let run = try RunningProgram(
        ["/bin/bash", "-c", "exec $tracetool report a.gz 1.gz 2.gz 3.gz 4.gz"], in: place,
        environment: ["tracetool": Built.tracetool, "PATH": "\(place.file("bin")):\(RunningProgram.path)"])
      #expect(programs.wait(untilHeld: true))
      run.signal(SIGTERM)
      _ = run.wait()
      #expect(programs.wait(untilHeld: false))
    }
  }

  private static let codes: [(signal: Int32, code: Int32)] = [
    (SIGHUP, 143), (SIGQUIT, 143), (SIGUSR1, 143), (SIGALRM, 143), (SIGXCPU, 143), (SIGSEGV, 70), (SIGABRT, 70),
    (SIGTRAP, 70),
  ]

  @Test(arguments: codes)
  func `every signal that can be caught ends it with a code of the table`(_ signal: Int32, _ code: Int32) throws {
    let place = Workplace()
    mkfifo(place.file("in"), 0o600)
    let run = try place.start(["check", "in"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    usleep(500_000)
    run.signal(signal)
    #expect(run.wait().code == code)
  }

  @Test func `a hang-up that is ignored is no reason to end`() throws {
    let place = Workplace()
    mkfifo(place.file("in"), 0o600)
    let script = "trap '' HUP; exec $tracetool check in"
    let run = try RunningProgram(["/bin/bash", "-c", script], in: place, environment: ["tracetool": Built.tracetool])
    usleep(500_000)
    run.signal(SIGHUP)
    usleep(300_000)
    #expect(!run.hasEnded)
    run.signal(SIGTERM)
    #expect(run.wait().code == 143)
  }

  @Test func `a descriptor that is closed is an error, and no file takes its place`() throws {
    let place = try place()
    #expect(try place.shell("$tracetool check a.jsonl >&-").code == 4)
    #expect(try place.shell("$tracetool ingest - --store t.db <&-").code == 4)
    let script =
      "$tracetool ingest a.jsonl --max-rejects nonsense --store t.db 2>&-; $tracetool ingest a.jsonl --store t.db 2>&-"
    let outcome = try place.shell("\(script); $tracetool store verify --store t.db")
    #expect(outcome.code == 0, "\(outcome)")
  }
}
