import Foundation
import Testing

@testable import tracemaker

/// Summaries are judged as the logs that they are of.
@Suite(.tags(.large)) struct SummariesTests {
  static let questions =
    EndToEndAnswersTests.questions + EndToEndAnswersTests.otherQuestions + [
      ["check", "--all"], ["check", "--budget", "background.assertion=1s", "--budget", "launch.cold=100ms"],
      ["check", "--fail-on", "note", "--rule", "trace.*,order.*"],
      ["report", "--launch-times", "--by", "appVersion,deviceModel"],
      ["report", "--launch-times", "--slowest", "3"],
    ]

  /// Makes summaries of files, named as these are, in the folder `parts`.
  private func summarize(_ place: Workplace, _ names: [String]) throws {
    for name in names {
      let made = try place.run("check", "--format", "summaries", name)
      #expect(made.code == 0, "\(made.errors)")
      try place.write("parts/\(name)", made.output)
    }
  }

  /// Asks the same of files and of their summaries.
  private func expectSame(_ place: Workplace, _ names: [String], _ questions: [[String]], _ what: String) throws {
    try summarize(place, names)
    for question in questions {
      let words = (["$tracetool"] + question + names).joined(separator: " ")
      let direct = try place.shell(words)
      let folded = try place.shell("cd parts; \(words)")
      #expect(direct.output == folded.output, "\(what), \(question)")
      #expect(direct.code == folded.code, "\(what), \(question): \(direct.errors) / \(folded.errors)")
    }
  }

  @Test(arguments: ["shop", "app-based", "interleaved", "odd-lines"])
  func `a sample is judged as from its log`(name: String) throws {
    let place = Workplace()
    try place.write("\(name).jsonl", try Built.sample(name))
    try expectSame(place, ["\(name).jsonl"], Self.questions, name)
  }

  @Test func `a published report is judged as from its log`() throws {
    for name in CorpusTests.names {
      let place = Workplace()
      let trace = try CorpusTests.trace(of: name)
      try place.write(trace, try Data(contentsOf: URL(fileURLWithPath: "\(CorpusTests.folder)/\(name)/\(trace)")))
      try expectSame(
        place, [trace], [["check"], ["check", "--format", "json"], ["report", "--format", "json"]], name)
    }
  }

  @Test(arguments: EndToEndAnswersTests.made)
  func `a made trace is judged as from its log`(logs: EndToEndAnswersTests.Logs) throws {
    let place = Workplace()
    for (name, lines) in logs.files { try place.write(name, lines) }
    try expectSame(place, logs.files.keys.sorted(), EndToEndAnswersTests.questions + [["check"]], logs.name)
  }

  @Test func `a launch of which a log holds UIKit's warning alone is counted in each way`() throws {
    let place = Workplace()
    let message = "[AppLifecycle] CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle."
    let lines = [
      "2026-10-04 17:51:19.200000+0200 Shop[612:15176277] \(message)",
      "2026-10-04 17:51:19.200000+0200 Other[613:15176277] [AppLifecycle] something else",
    ]
    try place.write("a.txt", lines)
    try place.write("app-based.jsonl", try Built.sample("app-based"))
    let names = ["a.txt", "app-based.jsonl"]
    let questions = [["report", "--launch-times"], ["report", "--launch-phases"], ["report"]]
    try expectSame(place, names, questions, "files and their summaries")
    #expect(try place.run("ingest", "--store", "s.db", "a.txt", "app-based.jsonl").code == 0)
    for question in questions {
      let direct = try place.run(question + names)
      #expect(try place.run(question + ["--store", "s.db"]).output == direct.output, "\(question)")
      #expect(direct.output.contains("1 no start") || question != questions[0], "\(direct.output)")
    }
  }

  @Test func `two devices in two logs are judged as in one run`() throws {
    let place = Workplace()
    for (name, seed) in [("a.jsonl", 921 as UInt64), ("b.jsonl", 922)] {
      try place.write(name, madeLines(12, seed: seed, with(Options()) { $0.faults = Fault.allCases }))
    }
    try expectSame(place, ["a.jsonl", "b.jsonl"], Self.questions, "seeds 921 and 922")
  }

  @Test func `a store and a log give the same summaries`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample("shop"))
    let made = try place.run("check", "--format", "summaries", "shop.jsonl")
    let taken = try place.run("ingest", "--store", "s.db", "shop.jsonl")
    #expect(taken.code == 0)
    let exported = try place.run("export", "--format", "summaries", "--store", "s.db")
    let checked = try place.run("check", "--format", "summaries", "--store", "s.db")
    #expect(exported.code == 0 && exported == checked)
    let lines = made.output.split(separator: "\n")
    #expect(lines.dropLast() == exported.output.split(separator: "\n").dropLast())
    #expect(lines.count == 21)
    // A fold of what a fold wrote is that fold.
    try place.write("1.jsonl", made.output)
    try place.write("2.jsonl", exported.output)
    #expect(try place.run("check", "--format", "summaries", "1.jsonl").output == made.output)
    let both = try place.run("report", "--format", "json", "1.jsonl", "2.jsonl")
    #expect(try both.output == place.run("report", "--format", "json", "shop.jsonl").output)
    // Beside a check they are the same.
    let check = try place.run("check", "--also", "summaries=also.jsonl", "shop.jsonl")
    let alone = try place.run("check", "shop.jsonl")
    #expect(check.code == 1 && check.output == alone.output)
    #expect(try place.read("also.jsonl") == made.output)
    let refused = try place.run("export", "--format", "summaries", "--redact", "--store", "s.db")
    #expect(refused.code == 2 && refused.errors.contains("export --format summaries LOG"))
  }

  @Test func `summaries are recognized in a pipe, compressed and in a folder`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample("shop"))
    try summarize(place, ["shop.jsonl"])
    let direct = try place.run("report", "shop.jsonl")
    try place.write("parts/_SUCCESS", "")
    for words in [
      "cat parts/shop.jsonl | $tracetool report -", "$tracetool report - < parts/shop.jsonl", "$tracetool report parts",
      "gzip -c parts/shop.jsonl > p.gz; $tracetool report p.gz",
      "(head -c 9 parts/shop.jsonl; sleep 0.2; tail -c +10 parts/shop.jsonl) | $tracetool report -",
    ] {
      let outcome = try place.shell(words)
      #expect(outcome.output == direct.output, "\(words): \(outcome.errors)")
    }
    // A log that comes through a pipe is still read whole.
    let log = try place.shell("(head -c 5 shop.jsonl; sleep 0.2; tail -c +6 shop.jsonl) | $tracetool report -")
    #expect(log.output.replacing("  -:", with: "  shop.jsonl:") == direct.output)
    #expect(try place.shell("$tracetool report - < .").code == 4)
    #expect(try place.shell("$tracetool report - < /dev/null").code == 3)
  }

  @Test func `a part without launches is a part`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample("shop"))
    try place.write("empty.jsonl", "")
    try summarize(place, ["shop.jsonl"])
    let empty = try place.run("check", "--format", "summaries", "empty.jsonl")
    #expect(empty.code == 3 && empty.output.contains("tracetool.part/1"))
    try place.write("parts/empty.jsonl", empty.output)
    let folded = try place.run("report", "parts")
    let direct = try place.run("report", "shop.jsonl")
    #expect(folded.code == 0 && folded.output == direct.output)
    // A file without its trailer may have held anything.
    try place.write("parts/zero.jsonl", "")
    let zero = try place.run("report", "parts/shop.jsonl", "parts/zero.jsonl")
    #expect(zero.code == 4 && zero.errors.contains("zero.jsonl"))
    try place.write("lenient.json", Self.lenient)
    // However it is named, and wherever it stands.
    try place.write("parts/a.jsonl", "")
    for paths in [["parts"], ["parts/a.jsonl", "parts/shop.jsonl"], ["parts/shop.jsonl", "parts/a.jsonl"]] {
      let outcome = try place.run(["report"] + paths)
      #expect(outcome.code == 4, "\(outcome)")
      #expect(outcome.errors.contains("'parts/a.jsonl': it was cut off: it is empty"), "\(outcome)")
      let allowed = try place.run(["report", "--config", "lenient.json"] + paths)
      #expect(allowed.code == 0 && allowed.errors.contains("'parts/a.jsonl' is not whole: it is empty"), "\(allowed)")
    }
    // Also one of which too little was written to say what it is, or nothing was compressed.
    for text in [#"{"schema":"tracetool.su"#, "{", "\n"] {
      try place.write("parts/a.jsonl", text)
      let outcome = try place.run("report", "parts")
      #expect(outcome.code == 4 && outcome.errors.contains("'parts/a.jsonl': it was cut off"), "\(outcome)")
    }
    let packed = try place.shell("rm parts/a.jsonl; gzip < /dev/null > parts/a.jsonl.gz; $tracetool report parts")
    #expect(packed.code == 4 && packed.errors.contains("'parts/a.jsonl.gz': it was cut off"), "\(packed)")
    // Each part that is not whole is one source at least.
    try place.write("parts/cut.jsonl", String(try place.read("parts/shop.jsonl").dropLast(500)))
    let checked = try place.run("check", "parts/shop.jsonl", "parts/empty.jsonl", "parts/cut.jsonl")
    #expect(checked.errors.contains("1 of 3 sources was not read"), "\(checked.errors)")
  }

  /// A configuration with which a part that was cut off gives a warning.
  private static let lenient = #"{"input": {"allowIncomplete": true}}"#

  @Test func `the exit code says why parts cannot be judged`() throws {
    let place = Workplace()
    let log = String(decoding: try Built.sample("shop"), as: UTF8.self).split(separator: "\n").map(String.init)
    try place.write("front.jsonl", Array(log[..<100]))
    try place.write("back.jsonl", Array(log[100...]))
    try summarize(place, ["front.jsonl", "back.jsonl"])
    let split = try place.run("check", "parts/front.jsonl", "parts/back.jsonl")
    #expect(split.code == 3 && split.errors.contains("came in two parts"), "\(split.errors)")
    let whole = try place.read("parts/front.jsonl")
    try place.write("cut.jsonl", String(whole.dropLast(500)))
    try place.write("lenient.json", Self.lenient)
    let cut = try place.run("check", "cut.jsonl")
    #expect(cut.code == 4 && cut.errors.contains("input.allowIncomplete") && !cut.output.isEmpty)
    let allowed = try place.run("check", "--config", "lenient.json", "cut.jsonl")
    #expect(allowed.code == 1 && allowed.errors.contains("the answer lacks the rest"), "\(allowed.errors)")
    try place.write("old.jsonl", whole.replacing(/"rules":"[0-9a-f]*"/) { _ in "\"rules\":\"0\"" })
    let old = try place.run("report", "old.jsonl")
    #expect(old.code == 2 && old.errors.contains("check --format summaries") && old.output.isEmpty)
    for words in ["check", "report", "ingest --store s.db"] {
      try place.write("new.jsonl", whole.replacing("tracetool.summary/1", with: "tracetool.summary/2"))
      let new = try place.run(words.split(separator: " ").map(String.init) + ["new.jsonl"])
      let isIngest = words.hasPrefix("ingest")
      #expect(new.code == (isIngest ? 4 : 2) && !new.output.contains("rejected"), "\(new)")
      #expect(new.errors.contains(isIngest ? "launch summaries" : "(tracetool.summary/2, here"), "\(new.errors)")
    }
    let mixed = try place.run("report", "parts/front.jsonl", "shop.jsonl")
    #expect(mixed.code == 4, "\(mixed.errors)")
    let taken = try place.run("ingest", "--store", "s.db", "parts/front.jsonl")
    #expect(taken.code == 4 && taken.errors.contains("launch summaries"))
  }

  @Test func `a report of Apple's joins its launch in one part alone`() throws {
    let place = Workplace()
    try place.write("log.jsonl", ReportJoinTests.log())
    try place.write("report.ips", ReportJoinTests.report())
    let both = ["log.jsonl", "report.ips"]
    let direct = try place.run(["check", "--format", "json"] + both)
    let joined = try place.run(["check", "--format", "summaries"] + both)
    try place.write("joined.jsonl", joined.output)
    #expect(try place.run("check", "--format", "json", "joined.jsonl").output == direct.output)
    try summarize(place, both)
    let apart = try place.run("check", "parts")
    #expect(apart.code == 3 && apart.errors.contains("logs of their device in one part"), "\(apart.errors)")
  }

  @Test func `a launch is shown without its events`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample("shop"))
    try summarize(place, ["shop.jsonl"])
    let report = try place.run("report", "--launch-times", "--each", "--format", "json", "shop.jsonl")
    let launch = try #require(report.output.firstMatch(of: /"launch":"([0-9a-f-]{36})"/)).1
    let shown = try place.run("show", String(launch), "parts/shop.jsonl")
    #expect(shown.code == 0 && shown.output.contains("Launch \(launch)"), "\(shown.errors)")
    #expect(shown.errors.contains("launch summaries hold no events"))
    #expect(!shown.output.contains("0 events"))
    let explained = try place.run("show", String(launch), "parts/shop.jsonl")
    #expect(explained.code == 0 && explained.errors.contains("launch summaries hold no events"))
  }
}
