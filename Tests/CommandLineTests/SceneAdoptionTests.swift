import Foundation
import Testing

@testable import tracemaker

/// `tracetool compare` of an app before and after it adopted scenes: each fault planted alone is found alone.
@Suite(.tags(.large)) struct SceneAdoptionTests {
  typealias Edit = @Sendable (Int, inout [MadeMigration.Line]) -> Void

  /// A fault that is planted in a made pair of logs.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var base: Edit = { _, _ in }
    var head: Edit = { _, _ in }
    /// How many launches each side has.
    var count = 40
    /// The rows that are found, but for the phases that moved.
    var rows: [String] = []
  }

  private let place = Workplace()

  /// Compares made logs; returns the section on scenes.
  private func scenes(
    _ base: MadeMigration = MadeMigration(version: "1.0", hasScenes: false),
    _ head: MadeMigration = MadeMigration(version: "2.0", hasScenes: true), _ options: [String] = [],
    edit: (base: Edit, head: Edit) = ({ _, _ in }, { _, _ in })
  ) throws -> [String: Any] {
    try place.write("base.jsonl", base.lines(edit.base))
    try place.write("head.jsonl", head.lines(edit.head))
    let outcome = try place.run(["compare", "base.jsonl", "head.jsonl", "--format", "json"] + options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.document["scenes"] as? [String: Any] ?? [:]
  }

  private func rows(_ scenes: [String: Any]) -> [[String: Any]] { scenes["rows"] as? [[String: Any]] ?? [] }

  /// As in `entries lost warning cold launch by URL`.
  private func texts(_ scenes: [String: Any]) -> [String] {
    rows(scenes).map { row in
      ["check", "verdict", "severity", "subject"].map { row[$0] as? String ?? "" }.joined(separator: " ")
    }
  }

  private func situations(_ scenes: [String: Any]) -> [String: Int] {
    let all = scenes["situations"] as? [[String: Any]] ?? []
    return Dictionary(uniqueKeysWithValues: all.map { ($0["situation"] as? String ?? "", $0["count"] as? Int ?? -1) })
  }

  // MARK: Faithful migrations

  @Test func `a faithful migration shows nothing`() throws {
    let scenes = try scenes()
    #expect(scenes["state"] as? String == "compared")
    #expect(texts(scenes) == [])
    #expect(scenes["base"] as? [String: Int] == ["launches": 40, "appBased": 40, "sceneBased": 0])
    #expect(scenes["head"] as? [String: Int] == ["launches": 40, "appBased": 0, "sceneBased": 40])
    let counts = situations(scenes)
    #expect(counts["icon"] == 40)
    #expect(counts["returnToForeground"] == 40)
    let rest = ["coldURL", "warmShortcut", "backgroundLaunch", "reconnect", "secondWindow", "discard", "kill"]
    for name in rest { #expect(counts[name] == 0, "\(name)") }
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `made traces of one app with and without scenes`(seed: UInt64) throws {
    var options = tracemaker.Options()
    options.hasSources = true
    options.hasConnectReasons = true
    options.versions = ["2.0"]
    try place.write("head.jsonl", madeLines(40, seed: seed, options))
    options.model = .app
    options.versions = ["1.0"]
    try place.write("base.jsonl", madeLines(40, seed: seed, options))
    let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json", "--fail-on", "never")
    let scenes = try #require(outcome.document["scenes"] as? [String: Any])
    #expect(scenes["state"] as? String == "compared")
    #expect(texts(scenes) == [])
  }

  // MARK: Planted faults

  private static func register(at millisecond: Double) -> MadeMigration.Line {
    MadeMigration.Line(millisecond, "task.register", #","kind":"appRefresh","name":"refresh""#)
  }

  private static func work(_ millisecond: Double, _ kind: String, _ name: String) -> MadeMigration.Line {
    MadeMigration.Line(millisecond, "work.begin", #","kind":"\#(kind)","name":"\#(name)""#)
  }

  private static func refresh(_ millisecond: Double) -> MadeMigration.Line {
    MadeMigration.Line(millisecond, "refresh", "")
  }

  /// A second window that connects, enters the foreground and becomes active.
  private static func secondWindow() -> [MadeMigration.Line] {
    let rest = #","scene":"B","source":"delegate""#
    return [
      MadeMigration.Line(5_000, "scene.willConnect", rest + #","reason":"new""#),
      MadeMigration.Line(5_200, "scene.willEnterForeground", rest),
      MadeMigration.Line(5_300, "scene.didActivate", rest),
      MadeMigration.Line(9_000, "scene.willDeactivate", rest),
      MadeMigration.Line(9_100, "scene.didEnterBackground", rest),
    ]
  }

  /// A background task that saves, as the app enters the background for the first time.
  private static func saving() -> [MadeMigration.Line] {
    let rest = #","name":"saving","task":"1""#
    return [MadeMigration.Line(10_110, "task.begin", rest), MadeMigration.Line(10_200, "task.end", rest)]
  }

  /// A view that appears, and an event that restores the state `before` it or after it.
  private static func restore(_ event: String, before: Bool, _ lines: inout [MadeMigration.Line]) {
    lines.append(MadeMigration.Line(310, "view.willAppear", #","view":"Home","viewInstance":"1""#))
    lines.append(MadeMigration.Line(before ? 305 : 315, event))
  }

  /// Makes a launch one in the background, of which nothing is seen: it ends after so many lines.
  private static func wake(_ lines: inout [MadeMigration.Line], keeping count: Int = 4) {
    lines.removeSubrange(count...)
    lines[0].rest = lines[0].rest.replacing("user", with: "location")
  }

  static let planted: [Case] = [
    Case(
      testDescription: "a task is registered 1 ms after didFinishLaunching returned",
      base: { $1.append(register(at: 150)) }, head: { $1.append(register(at: 131)) },
      rows: ["registration found error task 'refresh' was registered after the launch had finished"]),
    Case(
      testDescription: "a task is registered 1 ms before it returns",
      base: { $1.append(register(at: 150)) }, head: { $1.append(register(at: 129)) }),
    Case(
      testDescription: "a state is restored after the first view appeared",
      base: { restore("app.decodeState", before: true, &$1) },
      head: { restore("scene.restoreState", before: false, &$1) },
      rows: ["restoration late note state restored after the first view appeared"]),
    Case(
      testDescription: "one state of ten is restored after the first view appeared",
      base: { restore("app.decodeState", before: true, &$1) },
      head: { restore("scene.restoreState", before: $0 % 10 != 0, &$1) }),
    Case(
      testDescription: "no state is restored where there was one",
      base: { restore("app.decodeState", before: true, &$1) },
      head: { _, lines in
        lines[4].rest = lines[4].rest.replacing("new", with: "restoration")
        lines[0].rest += #","records":["process.start","scene.willConnect","scene.restoreState"]"#
      }, rows: ["restoration lost warning state restored where a scene connected with one"]),
    Case(
      testDescription: "no state is restored, and nobody would record it",
      base: { restore("app.decodeState", before: true, &$1) },
      head: { _, lines in lines[4].rest = lines[4].rest.replacing("new", with: "restoration") },
      rows: ["restoration cannotTell note state restored where a scene connected with one"]),
    Case(
      testDescription: "the scene delegate does not handle the background, which notifications report",
      head: { _, lines in
        for place in lines.indices where lines[place].event == "scene.didEnterBackground" {
          lines[place].rest = lines[place].rest.replacing("delegate", with: "notification")
        }
      }, rows: ["callbacks notHandled warning entering the background"]),
    Case(
      testDescription: "the scene delegate does not handle the background, as its other callbacks show",
      head: { _, lines in lines.removeAll { $0.event == "scene.didEnterBackground" } },
      rows: ["callbacks notHandled warning entering the background"]),
    Case(
      testDescription: "a framework forwards the callbacks of scenes to the app delegate",
      head: { _, lines in
        let pairs = [
          "scene.willEnterForeground": "app.willEnterForeground", "scene.didActivate": "app.didBecomeActive",
          "scene.willDeactivate": "app.willResignActive", "scene.didEnterBackground": "app.didEnterBackground",
        ]
        for line in lines {
          if let event = pairs[line.event] { lines.append(MadeMigration.Line(line.millisecond + 10, event)) }
        }
      }),
    Case(
      testDescription: "scenes connect in launches that nobody sees",
      base: { if $0 % 4 == 0 { wake(&$1) } }, head: { if $0 % 4 == 0 { wake(&$1, keeping: 6) } },
      rows: ["background more note interface built for nobody"]),
    Case(
      testDescription: "many more launches in the background",
      base: { if $0 % 10 == 0 { wake(&$1) } }, head: { if $0 % 2 == 0 { wake(&$1) } },
      rows: ["background more note launches in the background"]),
    Case(
      testDescription: "setup moves into willConnect, and twelve launches have two windows",
      base: { $1.append(work(120, "setup", "database")) },
      head: { number, lines in
        lines.append(work(150, "setup", "database"))
        if number < 12 { lines += secondWindow() + [work(5_100, "setup", "database")] }
      },
      rows: ["setup repeated warning setup 'database' once for each window that connects"]),
    Case(
      testDescription: "setup stays in didFinishLaunching, and twelve launches have two windows",
      base: { $1.append(work(120, "setup", "database")) },
      head: { number, lines in
        lines.append(work(120, "setup", "database"))
        if number < 12 { lines += secondWindow() }
      }),
    Case(
      testDescription: "setup moves into willConnect, and no launch has a second window",
      base: { $1.append(work(120, "setup", "database")) }, head: { $1.append(work(150, "setup", "database")) }),
    Case(
      testDescription: "a task of each stay in the background, and twelve launches have two windows",
      base: { $1 += saving() }, head: { $1 += $0 < 12 ? secondWindow() + saving() : saving() }),
    Case(
      testDescription: "work of returns moves into sceneWillEnterForeground",
      base: { $1.append(work(20_050, "network", "refreshFeed")) },
      head: { $1 += [work(315, "network", "refreshFeed"), work(20_050, "network", "refreshFeed")] }),
    Case(
      testDescription: "an event of the app's own at each entry into the foreground, before and after",
      base: { $1 += [refresh(335), refresh(20_050)] }, head: { $1 += [refresh(335), refresh(20_050)] }),
    Case(
      testDescription: "an event of the app's own comes twice at each return",
      base: { $1 += [refresh(335), refresh(20_050)] },
      head: { $1 += [refresh(335), refresh(20_050), refresh(20_060)] }, count: 60,
      rows: ["returns twice warning event 'refresh' at a return to the foreground"]),
    Case(
      testDescription: "the same at fewer than fifty returns",
      base: { $1 += [refresh(335), refresh(20_050)] },
      head: { $1 += [refresh(335), refresh(20_050), refresh(20_060)] }),
    Case(
      testDescription: "the system refuses to launch an app without scenes",
      head: { number, lines in
        guard number % 4 == 0 else { return }
        let refusal = #","message":"UIScene life cycle is required for apps built with this SDK""#
        lines = [
          lines[0], MadeMigration.Line(100, "log", refusal),
          MadeMigration.Line(500, "process.exit", #","source":"system","reason":"crash""#),
        ]
      }, rows: ["model found error the process was ended: scenes are required and not adopted"]),
  ]

  @Test(arguments: planted)
  func `a fault that is planted alone is found alone`(_ planted: Case) throws {
    var base = MadeMigration(version: "1.0", hasScenes: false)
    base.count = planted.count
    var head = MadeMigration(version: "2.0", hasScenes: true)
    head.count = planted.count
    let scenes = try scenes(base, head, edit: (planted.base, planted.head))
    #expect(texts(scenes) == planted.rows)
  }

  // MARK: Entries

  private func opened(_ count: Int, of all: Int) -> Edit {
    { number, lines in
      if number < count { lines[0].rest = lines[0].rest.replacing("\"user\"", with: "\"url\"") }
    }
  }

  @Test(arguments: [
    (4, 40, 40, []), (40, 400, 400, ["lost", "-0.1333106", "-0.0725954"]),
    (17, 412, 389, ["lost", "-0.0650805", "-0.0230680"]),
  ])
  func `URLs that no longer reach the app at a cold start`(
    hits: Int, base: Int, head: Int, expected: [String]
  ) throws {
    var before = MadeMigration(version: "1.0", hasScenes: false)
    before.count = base
    var after = MadeMigration(version: "2.0", hasScenes: true)
    after.count = head
    // The process was started for a URL in head as well, which reaches no scene.
    let scenes = try scenes(before, after, edit: (opened(hits, of: base), opened(hits, of: head)))
    let found = rows(scenes).filter { $0["check"] as? String == "entries" }.map { row in
      [row["verdict"] as? String ?? ""]
        + ["lowShare", "highShare"].map { String(format: "%.7f", row[$0] as? Double ?? .nan) }
    }
    #expect(found == (expected.isEmpty ? [] : [expected]))
    #expect(texts(scenes).allSatisfy { $0 == "entries lost warning cold launch by URL" })
  }

  @Test func `URLs that a scene is connected with are not lost`() throws {
    var before = MadeMigration(version: "1.0", hasScenes: false)
    before.count = 200
    var after = MadeMigration(version: "2.0", hasScenes: true)
    after.count = 200
    let scenes = try scenes(
      before, after,
      edit: (
        opened(60, of: 200),
        { number, lines in
          if number % 4 == 0 { lines[4].rest = lines[4].rest.replacing("new", with: "url") }
        }
      ))
    #expect(texts(scenes) == [])
    #expect(situations(scenes)["coldURL"] == 50)
  }

  @Test func `without the reasons of connections nobody can tell`() throws {
    var before = MadeMigration(version: "1.0", hasScenes: false)
    before.count = 200
    var after = MadeMigration(version: "2.0", hasScenes: true)
    after.count = 200
    let scenes = try scenes(
      before, after,
      edit: (
        opened(60, of: 200), { _, lines in lines[4].rest = lines[4].rest.replacing(#""reason":"new","#, with: "") }
      ))
    #expect(texts(scenes) == ["entries cannotTell note cold launch by URL"])
  }

  @Test func `shortcuts that no longer reach a running app`() throws {
    let shortcut = MadeMigration.Line(20_050, "app.shortcutItem")
    let records = #""process.start","scene.willConnect","scene.shortcutItem""#
    let lost = try scenes(
      edit: ({ $1.append(shortcut) }, { _, lines in lines[0].rest += #","records":[\#(records)]"# }))
    #expect(texts(lost).contains("entries lost warning return by shortcut"))
    let unknown = try scenes(edit: ({ $1.append(shortcut) }, { _, _ in }))
    #expect(texts(unknown) == ["entries cannotTell note return by shortcut"])
  }

  // MARK: Models

  /// Something that comes on some models, and that the other models of the other side would seem to change.
  struct Mix: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What comes on the models that have it, in base and in head; what is planted on the others of head.
    var base, head, fault: Edit
    /// True if it comes on the old model, else on the new one.
    var isOfOld: Bool
    /// The row if the others of head have it as well.
    var row: String
  }

  private static func openURL(_ number: Int, _ lines: inout [MadeMigration.Line]) {
    if number % 5 < 3 { lines[0].rest = lines[0].rest.replacing("\"user\"", with: "\"url\"") }
  }

  private static func unhandled(_ lines: inout [MadeMigration.Line]) {
    for place in lines.indices where lines[place].event.hasSuffix(".didEnterBackground") {
      lines[place].rest = lines[place].rest.replacing("delegate", with: "notification")
    }
  }

  static let mixes: [Mix] = [
    Mix(
      testDescription: "an old model on which nobody handles the background",
      base: { unhandled(&$1) }, head: { unhandled(&$1) }, fault: { unhandled(&$1) }, isOfOld: true,
      row: "callbacks notHandled warning entering the background"),
    Mix(
      testDescription: "a new model that URLs open", base: openURL,
      head: { if $0 % 5 < 3 { $1[4].rest = $1[4].rest.replacing("new", with: "url") } }, fault: { _, _ in },
      isOfOld: false, row: "entries lost warning cold launch by URL"),
    Mix(
      testDescription: "an old model that wakes in the background",
      base: { if $0 % 2 == 0 { wake(&$1) } }, head: { if $0 % 2 == 0 { wake(&$1) } },
      fault: { if $0 % 2 == 0 { wake(&$1) } }, isOfOld: true, row: "background more note launches in the background"),
  ]

  /// A side of 200 launches, of which so many are of an old model.
  private func edit(old: Int, _ onOld: @escaping Edit, _ onNew: @escaping Edit) -> Edit {
    { number, lines in
      if number < old { onOld(number, &lines) } else { onNew(number, &lines) }
      if number < old { lines[0].rest = lines[0].rest.replacing("iPhone14,5", with: "iPhone10,3") }
    }
  }

  @Test(arguments: mixes)
  func `models that head has more of are no change, and a change within models is one`(_ mix: Mix) throws {
    var before = MadeMigration(version: "1.0", hasScenes: false)
    before.count = 200
    var after = MadeMigration(version: "2.0", hasScenes: true)
    after.count = 200
    let none: Edit = { _, _ in }
    let base = mix.isOfOld ? edit(old: 20, mix.base, none) : edit(old: 20, none, mix.base)
    let head = mix.isOfOld ? edit(old: 185, mix.head, none) : edit(old: 185, none, mix.head)
    #expect(texts(try scenes(before, after, edit: (base, head))) == [])
    // The old model of head is as before; the new one, which base mostly ran on, has changed.
    let changed = mix.isOfOld ? edit(old: 185, mix.head, mix.fault) : edit(old: 185, none, mix.fault)
    #expect(texts(try scenes(before, after, edit: (base, changed))) == [mix.row])
    // Where no launch of one side is like one of the other, nobody can tell.
    let other = edit(old: 200, mix.isOfOld ? mix.fault : none, none)
    let apart = try texts(scenes(before, after, edit: (edit(old: 0, none, mix.isOfOld ? none : mix.base), other)))
    let subject = mix.row.split(separator: " ").dropFirst(3).joined(separator: " ")
    #expect(apart == ["\(mix.row.prefix { $0 != " " }) cannotTell note \(subject)"])
  }

  // MARK: Sides

  @Test func `a head that is recorded by notifications alone cannot tell who handles them`() throws {
    let scenes = try scenes(
      MadeMigration(version: "1.0", hasScenes: false), MadeMigration(version: "2.0", hasScenes: true), ["--scenes"],
      edit: (
        { _, _ in },
        { _, lines in
          for place in lines.indices {
            lines[place].rest = lines[place].rest.replacing("delegate", with: "notification")
          }
        }
      ))
    #expect(texts(scenes) == ["callbacks cannotTell note callbacks of the scene delegate"])
  }

  @Test func `two sides with scenes have nothing to migrate`() throws {
    let base = MadeMigration(version: "1.0", hasScenes: true)
    let head = MadeMigration(version: "2.0", hasScenes: true)
    #expect(try scenes(base, head).isEmpty)
    let asked = try scenes(base, head, ["--scenes"])
    #expect(asked["state"] as? String == "nothingToMigrate")
    #expect(rows(asked).isEmpty)
    let table = try place.run("compare", "base.jsonl", "head.jsonl", "--scenes")
    #expect(table.output.contains("Nothing to migrate: base.jsonl has scenes already."))
  }

  @Test func `a forwarder is a note, once`() throws {
    let forwarded = try #require(Self.planted.first { $0.testDescription.contains("forwards") })
    _ = try scenes(edit: (forwarded.base, forwarded.head))
    let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json")
    let findings = outcome.document["findings"] as? [[String: Any]] ?? []
    let mixed = findings.filter { $0["rule"] as? String == "order.mixed" }
    #expect(mixed.map { $0["severity"] as? String } == ["note"])
  }

  // MARK: Forms

  @Test func `logs and stores give the same bytes`() throws {
    let refreshed = Self.work(20_050, "network", "refreshFeed")
    _ = try scenes(
      edit: (
        { $1 += [Self.register(at: 150), refreshed] },
        { $1 += [Self.register(at: 131), Self.work(315, "network", "refreshFeed"), refreshed] }
      ))
    let logs = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json")
    for name in ["base", "head"] {
      #expect(try place.run("ingest", "\(name).jsonl", "--store", "\(name).db").code == 0)
    }
    #expect(logs.output.contains("\"registration\""))
    if let folder = ProcessInfo.processInfo.environment["TRACETOOL_DOCUMENTS"] {
      try Data(logs.output.utf8).write(to: URL(fileURLWithPath: "\(folder)/compare-scenes.json"))
    }
    let stores = try place.run("compare", "base.db", "head.db", "--format", "json")
    #expect(stores.output.replacing(".db", with: ".jsonl") == logs.output)
  }

  @Test func `formats for people and CI systems, and the exit code`() throws {
    _ = try scenes(edit: ({ $1.append(Self.register(at: 150)) }, { $1.append(Self.register(at: 131)) }))
    func run(_ words: String...) throws -> Outcome { try place.run(["compare", "base.jsonl", "head.jsonl"] + words) }
    let table = try run().output
    #expect(
      table.contains(
        "Scene adoption: base.jsonl (app delegate, 40 launches) against head.jsonl (scenes, 40 launches)\n"))
    #expect(table.contains("\nregistration  found   error     0 of 40  40 of 40\n"), "\(table)")
    #expect(table.contains("  task 'refresh' was registered after the launch had finished\n"))
    #expect(table.contains("\nNot exercised in head.jsonl: cold launch by URL, "))
    let markdown = try run("--format", "markdown").output
    let line = "- registration found, error, 0 of 40 to 40 of 40: `task 'refresh' was registered"
    #expect(markdown.contains(line), "\(markdown)")
    let github = try run("--format", "github", "--fail-on", "findings")
    #expect(github.code == 1)
    let error = "::error title=scene adoption::registration found: task 'refresh'"
    #expect(github.output.contains(error), "\(github.output)")
    #expect(try run("--format", "github").output.contains("::warning title=scene adoption::registration found"))
  }
}
