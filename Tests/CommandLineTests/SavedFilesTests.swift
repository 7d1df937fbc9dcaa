import Foundation
import Testing

/// Which files an output may replace, and how it does.
@Suite(.tags(.large)) struct SavedFilesTests {
  /// A launch without a fault.
  private static let log = [
    #"{"launch":"l1","seq":0,"time":1760000000,"event":"process.start","app":"a"}"#,
    #"{"launch":"l1","seq":1,"time":1760000001,"event":"app.didFinishLaunching"}"#,
    #"{"launch":"l1","seq":2,"time":1760000003,"event":"app.didBecomeActive"}"#,
  ]

  /// A folder `logs` with a log, links to it and to its folder, a store, and what a repository keeps.
  private func place() throws -> Workplace {
    let place = Workplace()
    try place.write("logs/deep/a.jsonl", Self.log)
    try place.write("logs/notes.txt", ["no log"])
    try place.write("b.jsonl", Self.log)
    try place.write("c.json", "{\"baseline\": \"base.json\"}")
    try place.write(".tracetool.json", "{}")
    for name in ["base.json", ".tracetool-baseline.json"] {
      try place.write(name, #"{"schema":"tracetool.baseline/1","entries":[]}"#)
    }
    try place.write("key", "0123456789abcdef")
    let script = """
      mkdir linked && ln -s ../logs linked/in && ln -s logs/deep/a.jsonl link && ln logs/deep/a.jsonl hard
      printf 'b.jsonl' > c\u{e9}.list; cp b.jsonl $'c\\xe9.jsonl' && ln $'c\\xe9.jsonl' odd
      $tracetool ingest b.jsonl --store s.db --quiet >/dev/null && touch s.db-wal s.db-shm s.db-journal && ln -s s.db l.db
      """
    #expect(try place.shell(script).code == 0)
    return place
  }

  /// Each with the file that stays as it was.
  private static let reads = [
    ("check logs --output logs/deep/a.jsonl", "logs/deep/a.jsonl"),
    ("check logs --also json=logs/deep/a.jsonl", "logs/deep/a.jsonl"),
    ("check logs --output link", "logs/deep/a.jsonl"), ("report logs --output hard", "hard"),
    ("check linked --output logs/notes.txt", "logs/notes.txt"),
    ("ingest logs --store n.db --output logs/deep/../deep/a.jsonl", "logs/deep/a.jsonl"),
    ("ingest --follow --for 1ms logs --store n.db --output logs/deep/a.jsonl", "logs/deep/a.jsonl"),
    ("compare b.jsonl logs --output logs/deep/a.jsonl", "logs/deep/a.jsonl"),
    ("compare app=a app=b logs --output logs/notes.txt", "logs/notes.txt"),
    ("explain l1 logs --output logs/deep/a.jsonl", "logs/deep/a.jsonl"),
    ("show l1 logs --output hard", "hard"), ("report s.db b.jsonl --output s.db", "s.db"),
    ("check - --output b.jsonl < b.jsonl", "b.jsonl"), ("check $'c\\xe9.jsonl' --output odd", "odd"),
    ("check b.jsonl --baseline base.json --output base.json", "base.json"),
    ("check b.jsonl --config c.json --also csv=base.json", "base.json"),
    ("check b.jsonl --output .tracetool-baseline.json", ".tracetool-baseline.json"),
    ("check b.jsonl --output .tracetool.json", ".tracetool.json"),
    ("check b.jsonl --config c.json --output c.json", "c.json"),
    ("export --store s.db --output .tracetool.json", ".tracetool.json"),
    ("export --store s.db --redact-key key --output key", "key"),
    ("export --store s.db --output s.db", "s.db"), ("query 'SELECT 1' --store s.db --output s.db-wal", "s.db-wal"),
    ("report --store l.db --output s.db-shm", "s.db-shm"), ("store status --store l.db --output l.db", "s.db"),
    ("check b.jsonl --store s.db --output s.db-journal", "s.db-journal"),
    ("compare s.db b.jsonl --output s.db-wal", "s.db-wal"),
    ("ingest b.jsonl --store new.db --output new.db", "new.db"),
    ("check b.jsonl --output out --also json=./out", "out"),
  ]

  @Test func `what is read or used stays as it is, whatever it is called`() throws {
    let place = try place()
    for (words, file) in Self.reads {
      let before = FileManager.default.contents(atPath: place.file(file))
      let outcome = try place.shell("$tracetool \(words)")
      #expect(outcome.code == 2 && outcome.errors.contains("name another file"), "\(words): \(outcome)")
      #expect(FileManager.default.contents(atPath: place.file(file)) == before, "\(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.file("n.db")), "the logs were taken in all the same")
  }

  @Test(arguments: [
    "check logs --output logs/new.txt", "check logs --output old.txt", "check b.jsonl --output logs/notes.txt",
    "check logs --output \(String(repeating: "n", count: 255))", "check logs --output to-old",
    "check logs --also json=new.json --also csv=new.csv", "explain order.scene --output order.scene",
  ])
  func `anything else is written`(words: String) throws {
    let place = try place()
    try place.write("old.txt", "old")
    try place.write("order.scene", "old")
    #expect(try place.shell("chmod 640 old.txt; ln -s old.txt to-old").code == 0)
    let outcome = try place.shell("$tracetool \(words)")
    #expect(outcome.code == 0, "\(outcome)")
    let name = words.split(separator: " ").last.map { $0.split(separator: "=").last.map(String.init) ?? "" } ?? ""
    #expect(try place.read(name).count > 20)
    let listing = try place.shell("ls -ld to-old old.txt | cut -c 1-10; ls -A . logs | grep -F .part").output
    #expect(listing == "lrwxrwxrwx\n-rw-r-----\n" || listing == "-rw-r-----\nlrwxrwxrwx\n", "\(listing)")
  }

  @Test func `a device, a pipe and an open descriptor are written to as they are`() throws {
    let place = try place()
    let script = """
      mkfifo pipe; cat pipe > piped & $tracetool check b.jsonl --output pipe; wait
      { echo head; $tracetool check b.jsonl --output /dev/stdout; echo foot; } > out
      { echo head >&3; $tracetool check b.jsonl --output /dev/fd/3; echo foot >&3; } 3>> out3
      $tracetool check b.jsonl --output /dev/null && test -c /dev/null && test -p pipe && cmp out out3
      $tracetool check b.jsonl > plain; { echo head; cat plain; echo foot; } | cmp - out && cmp plain piped
      """
    let outcome = try place.shell(script)
    #expect(outcome == Outcome(code: 0, output: "", errors: ""), "\(outcome)")
  }

  @Test func `an output that cannot be kept whole leaves the file as it was`() throws {
    let place = try place()
    try place.write("old.txt", "old")
    // The limit is 1 KB, and the text longer.
    let outcome = try place.shell("(ulimit -f 1; $tracetool explain --config none --output old.txt)")
    #expect(outcome.code == 4, "\(outcome)")
    #expect(outcome.errors.contains("cannot write 'old.txt': file too large"), "\(outcome)")
    #expect(try place.read("old.txt") == "old")
    #expect(try place.shell("ls -A | grep -F .part").output == "")
  }

  @Test(.enabled(if: geteuid() == 0)) func `the owner of a file stays, and a link of somebody else is not followed`()
    throws
  {
    let place = try place()
    let script = """
      chmod 755 .; echo old > old.txt; chown 12345:23456 old.txt; $tracetool check b.jsonl --output old.txt
      stat -c %u:%g old.txt; mkdir shared; chmod 1777 shared; ln -s ../b.jsonl shared/out; chown -h 12345 shared/out
      echo precious > victim; ln -s ../victim shared/v; chown -h 12345 shared/v
      $tracetool check b.jsonl --output shared/v; echo $?; cat victim
      """
    let outcome = try place.shell(script)
    #expect(
      outcome.output == "12345:23456\n4\nprecious\n" && outcome.errors.contains("a link of another user"), "\(outcome)")
    let other = """
      cp $tracetool tool; chmod 755 tool; mkdir -m 777 open; echo old > open/old; chmod 666 open/old
      setpriv --reuid 12345 --regid 23456 --clear-groups ./tool explain --config none --output open/old; echo $?; cat open/old
      """
    let kept = try place.shell(other)
    #expect(kept.output == "4\nold\n" && kept.errors.contains("its owner cannot be kept"), "\(kept)")
  }
}
