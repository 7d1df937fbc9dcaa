import Foundation
import Testing

/// How the program finds its configuration, and what comes of it.
@Suite(.tags(.large)) struct EndToEndConfigurationTests {
  /// A launch with a scene that is active twice: `order.scene`; and a hole in its numbers: `trace.gap`.
  private static let log = [
    #"{"launch":"l1","seq":0,"time":1760000000,"event":"process.start","app":"a"}"#,
    #"{"launch":"l1","seq":1,"time":1760000001,"event":"app.didFinishLaunching"}"#,
    #"{"launch":"l1","seq":2,"time":1760000002,"event":"app.didFinishLaunching"}"#,
    #"{"launch":"l1","seq":3,"time":1760000003,"event":"app.didBecomeActive"}"#,
  ]

  private func place() throws -> Workplace {
    let place = Workplace()
    try place.write("repo/logs/a.jsonl", Self.log)
    try place.write("repo/.git/HEAD", "ref: refs/heads/main\n")
    return place
  }

  @Test func `it is found from the working directory upwards, and not beyond the repository`() throws {
    let place = try place()
    try place.write("repo/ios/app/.keep", "")
    let check = "$tracetool check ../../logs"
    #expect(try place.shell("cd repo/ios/app && \(check)").code == 1)
    // The folder above the repository is not ours.
    try place.write(".tracetool.json", #"{"failOn": "never"}"#)
    #expect(try place.shell("cd repo/ios/app && \(check)").code == 1)
    try place.write("repo/.tracetool.json", #"{"failOn": "never"}"#)
    #expect(try place.shell("cd repo/ios/app && \(check)").code == 0)
    // The nearest counts, alone.
    try place.write("repo/ios/.tracetool.json", "{}")
    #expect(try place.shell("cd repo/ios/app && \(check)").code == 1)
    // Outside a repository the search goes on to the root.
    try FileManager.default.removeItem(atPath: place.file("repo/.git"))
    try FileManager.default.removeItem(atPath: place.file("repo/ios/.tracetool.json"))
    try FileManager.default.removeItem(atPath: place.file("repo/.tracetool.json"))
    #expect(try place.shell("cd repo/ios/app && \(check)").code == 0)
  }

  @Test func `a folder of logs is data: no configuration is read in it`() throws {
    let place = try place()
    try place.write("repo/logs/.tracetool.json", #"{"failOn": "never", "nonsense": 1}"#)
    #expect(try place.shell("cd repo && $tracetool check logs").code == 1)
    #expect(try place.shell("cd repo && $tracetool check logs/.").code == 1)
  }

  @Test func `a flag counts more than the environment, and that more than what is found`() throws {
    let place = try place()
    try place.write("repo/.tracetool.json", #"{"failOn": "never"}"#)
    try place.write("strict.json", #"{"failOn": "error"}"#)
    func code(_ words: String) throws -> Int32 { try place.shell("cd repo && \(words) logs").code }
    #expect(try code("$tracetool check") == 0)
    #expect(try code("TRACETOOL_CONFIG=../strict.json $tracetool check") == 1)
    #expect(try code("TRACETOOL_CONFIG=none $tracetool check") == 1)
    #expect(try code("TRACETOOL_CONFIG=../strict.json $tracetool check --config .tracetool.json") == 0)
    #expect(try code("$tracetool check --config none") == 1)
    #expect(try code("$tracetool check --fail-on error") == 1)
  }

  @Test func `a link is followed, and what cannot be read ends the command with 4`() throws {
    let place = try place()
    try place.write("common.json", #"{"failOn": "never"}"#)
    let link = place.file("repo/.tracetool.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../common.json")
    #expect(try place.shell("cd repo && $tracetool check logs").code == 0)
    try FileManager.default.removeItem(atPath: place.file("common.json"))
    let dangling = try place.shell("cd repo && $tracetool check logs")
    #expect(dangling.code == 4)
    let cause = "cannot read the configuration '.tracetool.json': no such file or directory"
    #expect(dangling.errors.contains(cause), "\(dangling.errors)")
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createDirectory(atPath: link, withIntermediateDirectories: true)
    let folder = try place.shell("cd repo && $tracetool check logs")
    #expect(folder.code == 1 && folder.errors.contains("skipped '.tracetool.json': it is no regular file"))
    let named = try place.shell("TRACETOOL_CONFIG=gone.json $tracetool check repo/logs")
    #expect(named.code == 4 && named.errors.contains("'gone.json' (named by $TRACETOOL_CONFIG)"))
  }

  @Test func `a mistake ends every command that reads a configuration with 2, and no other`() throws {
    let place = try place()
    try place.write("repo/.tracetool.json", "{\n  \"rules\": {\n    \"order.scenes\": \"off\",\n  },\n}\n")
    let words = ["check logs", "report logs", "show l1 logs", "explain order.scene", "ingest --store s.db logs"]
    for line in words {
      let outcome = try place.shell("cd repo && $tracetool \(line)")
      #expect(outcome.code == 2 && outcome.output.isEmpty)
      let message = "tracetool: .tracetool.json:3:5: no rule 'order.scenes'; nearest: order.scene\n"
      #expect(outcome.errors == message + "See 'tracetool explain --schema config'.\n", "\(line)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.file("repo/s.db")))
    for line in ["help", "version", "explain --schema config", "check --config none --fail-on never logs"] {
      #expect(try place.shell("cd repo && $tracetool \(line)").code == 0, "\(line)")
    }
  }

  @Test(arguments: ["shop", "app-based", "interleaved", "odd-lines", "house-log"])
  func `an empty configuration changes no output`(_ sample: String) throws {
    let place = Workplace()
    try place.write("a.jsonl", try Built.sample(sample))
    let questions = [
      ["check"], ["check", "--all"], ["check", "--format", "json"], ["check", "--format", "csv"], ["report"],
      ["report", "--format", "json"], ["report", "--launch-times", "--each"], ["report", "--background"],
    ]
    func answers() throws -> [Outcome] {
      try questions.map { try place.run($0 + ["--max-rejects", "100%", "a.jsonl"]) }
    }
    let without = try answers()
    try place.write(".tracetool.json", "{}")
    for (plain, configured) in zip(without, try answers()) {
      #expect(plain.code == configured.code && plain.errors == configured.errors && plain.output == configured.output)
    }
    #expect(without.allSatisfy { !$0.output.isEmpty || !$0.errors.isEmpty })
  }

  @Test func `rules that are off are left out, cannot fail, and are counted`() throws {
    let place = try place()
    let found = try place.run("check", "repo/logs")
    #expect(found.code == 1 && found.output.contains("order.process"), "\(found.output)")
    #expect(!found.output.contains(" off"))
    try place.write(
      ".tracetool.json", #"{"rules": {"order.*": "off", "order.task": "default", "order.scene": "error"}}"#)
    let quiet = try place.run("check", "repo/logs")
    #expect(quiet.code == 0 && quiet.output.contains("passed: no findings"), "\(quiet)")
    #expect(quiet.output.contains("judged 4 of 4 steps in 1 launch, 9 rules off\n"), "\(quiet.output)")
    let document = try place.run("check", "--format", "json", "repo/logs").document
    let off = (document["coverage"] as? [String: Any])?["rulesOff"] as? [String] ?? []
    #expect(off.count == 9 && off.contains("order.app") && !off.contains("order.scene") && !off.contains("order.task"))
    let report = try place.run("report", "repo/logs")
    #expect(report.output.contains("9 rules off"), "\(report.output)")
  }

  @Test func `budgets and classes of devices follow the launch`() throws {
    let place = Workplace()
    let launches = [("l1", "iPhone11,8", "18.2"), ("l2", "iPhone11,8", "17.6"), ("l3", "iPhone15,2", "18.2")]
    let lines = launches.enumerated().flatMap { place, launch in
      ["process.start", "app.didFinishLaunching", "launch.firstFrame"].enumerated().map { seq, name in
        #"{"launch":"\#(launch.0)","app":"a","seq":\#(seq),"time":\#(1_760_000_000_000 + place * 60_000 + seq * 500),"#
          + #""event":"\#(name)","deviceModel":"\#(launch.1)","osVersion":"iOS \#(launch.2)","device":"d\#(place)"}"#
      }
    }
    try place.write("a.jsonl", lines)
    try place.write(
      ".tracetool.json",
      """
      {
        "deviceClasses": {"old": ["iPhone10,*", "iPhone11,*"]}, // the phones of 2018
        "budgets": [
          {"launch": "400ms"},
          {"when": {"deviceClass": "old"}, "launch": "900ms"},
          {"when": {"deviceClass": "old", "os": ">=18", "kind": ["cold", "unclassified"]}, "launch": "1.2s"},
        ],
      }
      """)
    func limits(_ words: String...) throws -> [String: Int] {
      let document = try place.run(["check", "--format", "json", "a.jsonl"] + words).document
      let slow = (document["findings"] as? [[String: Any]] ?? []).filter { $0["rule"] as? String == "launch.slow" }
      let pairs = slow.map { ($0["launch"] as? String ?? "", ($0["budgetNanos"] as? Int ?? 0) / 1_000_000) }
      return Dictionary(uniqueKeysWithValues: pairs)
    }
    #expect(try limits() == ["l2": 900, "l3": 400])
    #expect(try limits("--budget", "launch=300ms") == ["l1": 300, "l2": 300, "l3": 300])
    #expect(try limits("--where", "deviceClass=old") == ["l2": 900])
    let page = try place.run("explain", "config", "--launch", "l1", "a.jsonl")
    #expect(page.code == 0 && page.output.contains("Budgets of launch l1 (a, iPhone11,8, old, iOS 18.2, unclassified)"))
    let rows = page.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("launch 1.20 s .tracetool.json:6") && rows.contains("callback 250 ms built-in"), "\(rows)")
    let groups = try place.run("report", "--launch-times", "--by", "deviceClass", "--format", "csv", "a.jsonl")
    #expect(groups.output.contains("\nold,") && groups.output.contains("\nother,"), "\(groups.output)")
    let none = try place.run("check", "--where", "deviceClass=odl", "a.jsonl")
    #expect(none.code == 2 && none.errors.contains("no device class 'odl'"))
    let wrong = try place.run("explain", "order.scene", "--launch", "l1")
    #expect(wrong.code == 2 && wrong.errors.contains("is only for 'tracetool explain config'"))
  }

  @Test func `an output for code reviews shows a finding at its owner's line, else at the log's`() throws {
    let place = try place()
    func locations() throws -> [String] {
      // The log lies outside of the folder that the program runs in.
      let outcome = try place.shell("cd repo/ios && $tracetool check --format github ../logs")
      return outcome.output.split(separator: "\n").compactMap { line in
        line.contains(" file=") ? line.split(separator: ",title").first.map(String.init) : nil
      }
    }
    let owner = #"{"match": "order.*", "path": "App.swift", "line": 12}"#
    try place.write("repo/ios/.tracetool.json", "{\n\"rules\": {\n\"order.*\": \"warning\"}}")
    let found = try locations()
    #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("::warning file=logs/a.jsonl,line=") }, "\(found)")
    try place.write("repo/ios/.tracetool.json", "{\"owners\": [\(owner)]}")
    #expect(try locations().allSatisfy { $0 == "::error file=App.swift,line=12" } && !locations().isEmpty)
    let page = try place.shell("cd repo/ios && $tracetool explain config")
    #expect(page.output.contains("owners.order.*") && page.output.contains("App.swift:12"), "\(page.output)")
  }

  @Test func `explain config names the configuration, and works without one`() throws {
    let place = try place()
    let none = try place.run("explain", "config")
    #expect(none.code == 0 && none.output.contains("no configuration was read"))
    try place.write("c.json", "{\"failOn\": \"note\"}")
    let named = try place.run("explain", "config", "--config", "c.json")
    #expect(named.output.contains("the configuration is c.json, which --config names"))
    let line = named.output.split(separator: "\n").first { $0.hasPrefix("failOn") } ?? ""
    #expect(line.split(separator: " ") == ["failOn", "note", "c.json:1"])
    let variable = try place.run("explain", "config", environment: ["TRACETOOL_CONFIG": "c.json"])
    #expect(variable.output.contains("the configuration is c.json, which $TRACETOOL_CONFIG names"))
  }

  @Test(arguments: [("note", 0), ("warning", 0), ("error", 1)])
  func `a rule's severity decides what fails`(_ severity: String, _ code: Int32) throws {
    let place = try place()
    try place.write(".tracetool.json", #"{"rules": {"order.*": "\#(severity)"}}"#)
    let outcome = try place.run("check", "--format", "json", "repo/logs")
    let findings = outcome.document["findings"] as? [[String: Any]] ?? []
    #expect(!findings.isEmpty && findings.allSatisfy { $0["severity"] as? String == severity })
    #expect(outcome.code == code)
  }
}
