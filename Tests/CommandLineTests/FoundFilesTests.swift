import Foundation
import Testing

/// Which configurations and baselines count that nobody has named.
@Suite(.tags(.large)) struct FoundFilesTests {
  private static let log = [
    #"{"launch":"l1","seq":0,"time":1760000000,"event":"process.start","app":"a"}"#,
    #"{"launch":"l1","seq":1,"time":1760000001,"event":"app.didFinishLaunching"}"#,
    #"{"launch":"l1","seq":2,"time":1760000002,"event":"app.didFinishLaunching"}"#,
  ]

  private func place() throws -> Workplace {
    let place = Workplace()
    try place.write("top/app/a.jsonl", Self.log)
    try place.write("top/.tracetool.json", #"{"failOn": "never"}"#)
    // The search ends there.
    try place.write("top/app/.keep", "")
    #expect(try place.shell("chmod 755 . top; cd top/app && $tracetool check a.jsonl").code == 0)
    return place
  }

  /// A script that changes what is found, whether it counts then, and a part of what is said.
  private static let cases: [(script: String, counts: Bool, words: String)] = [
    ("true", true, ""), ("chmod 664 .tracetool.json", true, ""),
    ("chmod 666 .tracetool.json", false, "every user may write to it"),
    ("rm .tracetool.json; mkfifo .tracetool.json", false, "it is no regular file"),
    ("rm .tracetool.json; mkdir .tracetool.json", false, "it is no regular file"),
    ("rm .tracetool.json; ln -s /dev/zero .tracetool.json", false, "it is no regular file"),
    ("mv .tracetool.json c; ln -s c .tracetool.json", true, ""),
    ("mv .tracetool.json c; chmod 666 c; ln -s c .tracetool.json", false, "every user may write to it"),
    ("chown 12345 .tracetool.json", false, "it belongs to another user (uid 12345)"),
    ("mv .tracetool.json c; ln -s c .tracetool.json; chown -h 12345 .tracetool.json", false, "a link of another user"),
    ("mkdir .git; chown 12345 .tracetool.json .git .", true, ""),
    ("mkdir .git; chown 12345:5000 .tracetool.json .git .; chmod 2775 .", true, ""),
    ("mkdir .git; chown 12345 .tracetool.json", false, "it belongs to another user"),
    // Whoever may put the one there may put the other there, too.
    ("mkdir .git; chown 12345 .tracetool.json .git .; chmod 1777 .", false, "it belongs to another user"),
    ("mkdir .git; chown 12345 .tracetool.json .git; chown 0:5000 .; chmod 2775 .", false, "it belongs to another user"),
    ("mkdir .git; chown 12345 .tracetool.json .git; chown 7:5000 .; chmod 2775 .", false, "it belongs to another user"),
    ("chmod 000 .tracetool.json; chown 12345 .tracetool.json", false, "it belongs to another user"),
  ]

  @Test func `one that others may have put there is skipped with a reason`() throws {
    for (script, counts, words) in Self.cases where geteuid() == 0 || !script.contains("chown") {
      let place = try place()
      #expect(try place.shell("cd top && \(script)").code == 0)
      let outcome = try place.shell("cd top/app && timeout 20 $tracetool check a.jsonl")
      #expect(outcome.code == (counts ? 0 : 1), "\(script): \(outcome)")
      let lines = outcome.errors.split(separator: "\n")
      let isSaid = lines.count == 1 && lines.allSatisfy { $0.contains("skipped '../.tracetool.json': \(words)") }
      let namesOption = outcome.errors.contains("--config ../.tracetool.json")
      #expect(counts ? lines.isEmpty : (isSaid || words.hasPrefix("a link")) && namesOption, "\(script): \(outcome)")
      #expect(words.isEmpty || outcome.errors.contains(words), "\(script): \(outcome)")
    }
  }

  /// A script that changes whose the store in the working directory is, the words that name it, and whether it is opened.
  private static let stores: [(script: String, words: String, opens: Bool)] = [
    ("true", "", true), ("chown 12345 tracetool.db", "", false),
    ("chown 12345 tracetool.db", "--store tracetool.db", true),
    ("mv tracetool.db s; ln -s s tracetool.db; chown -h 12345 tracetool.db", "", false),
    ("mv tracetool.db s; ln -s s tracetool.db; chown 12345 s", "", false),
    ("mkdir ../.git; chown 12345 tracetool.db ../.git ..", "", true),
    ("mkdir ../.git; chown 12345 tracetool.db ../.git ..; chmod 1777 ..", "", false),
  ]

  @Test func `a store that nobody named and another user made is not opened`() throws {
    for (script, words, opens) in Self.stores where geteuid() == 0 || !script.contains("chown") {
      let place = try place()
      #expect(try place.shell("cd top/app && $tracetool ingest a.jsonl --quiet && \(script)").code == 0)
      for command in ["report", "check", "ingest a.jsonl", "query 'SELECT 1'", "store status", "export"] {
        let outcome = try place.shell("cd top/app && $tracetool \(command) \(words)")
        #expect((outcome.code != 4) == opens, "\(script), \(command): \(outcome)")
        #expect(opens || outcome.errors.contains("'--store tracetool.db' opens it all the same"), "\(outcome)")
      }
      guard !opens else { continue }
      let named = try place.shell("cd top/app && TRACETOOL_STORE=tracetool.db $tracetool report")
      #expect(named.code == 0, "\(script): \(named)")
    }
  }

  @Test func `the search goes on above what is skipped`() throws {
    let place = try place()
    #expect(try place.shell("mkfifo top/app/.tracetool.json; cd top/app; $tracetool check a.jsonl").code == 0)
  }

  @Test func `a baseline counts by the same rules, and is not replaced if it does not`() throws {
    let place = try place()

    try place.write("top/app/.tracetool-baseline.json", #"{"schema":"tracetool.baseline/1","entries":[]}"#)
    #expect(try place.shell("chmod 666 top/app/.tracetool-baseline.json").code == 0)
    let add = "cd top/app && $tracetool baseline add"
    let passed = try place.shell("cd top/app && $tracetool check a.jsonl")
    #expect(passed.errors.contains("skipped '.tracetool-baseline.json': every user may write"), "\(passed)")
    // The configuration above lets no finding fail, and 'baseline add' accepts only what fails.
    let change = "--fail-on error --reason x --accept-until forever a.jsonl"
    let outcome = try place.shell("\(add) \(change)")
    #expect(outcome.code == 2 && outcome.errors.contains("would replace '.tracetool-baseline.json'"), "\(outcome)")
    #expect(try place.shell("\(add) --config none --baseline .tracetool-baseline.json \(change)").code == 0)
    #expect(try place.read("top/app/.tracetool-baseline.json").contains("order."))
    #expect(try place.shell("stat -c %a top/app/.tracetool-baseline.json").output == "666\n")
  }

  /// What a configuration says, and whether it may if nobody has named it.
  private static let baselines: [(path: String, isAllowed: Bool)] = [
    ("b.json", true), ("sub/b.json", true), ("sub/../b.json", true), ("./b.json", true), ("none", true),
    ("../b.json", false), ("sub/../../b.json", false), ("out/b.json", false), ("/tmp/b.json", false),
    ("nowhere/../../b.json", false),
  ]

  @Test func `a configuration that was found names no baseline outside of its folder`() throws {
    for (path, isAllowed) in Self.baselines {
      let place = try place()
      #expect(try place.shell("mkdir top/sub; ln -s ../ top/out").code == 0)
      try place.write("top/.tracetool.json", #"{"baseline": "\#(path)"}"#)
      let change = "--reason x --accept-until forever a.jsonl"
      let words = path == "none" ? "check a.jsonl --fail-on never" : "baseline add \(change)"
      let outcome = try place.shell("cd top/app && $tracetool \(words)")
      #expect(outcome.code == (isAllowed ? 0 : 2), "\(path): \(outcome)")
      #expect(
        isAllowed || outcome.errors.contains("leads out of the folder of the configuration"), "\(path): \(outcome)")
      #expect(!FileManager.default.fileExists(atPath: place.file("b.json")), "\(path)")
      if path == "../b.json" {
        let named = try place.shell("cd top/app && $tracetool baseline add --config ../.tracetool.json \(change)")
        #expect(named.code == 0 && FileManager.default.fileExists(atPath: place.file("b.json")), "\(named)")
      }
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `a person reads which configuration was found`() throws {
    let place = try place()
    let onTerminal = { (words: String) in
      try place.shell("cd top/app && script -qec \"$tracetool check a.jsonl \(words)\" /dev/null").output
    }
    #expect(try onTerminal("").contains("the configuration is '../.tracetool.json'"))
    for words in ["--quiet", "--config none", "--config ../.tracetool.json"] {
      #expect(!(try onTerminal(words)).contains("the configuration is"), "\(words)")
    }
  }
}
