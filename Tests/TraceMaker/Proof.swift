#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Logs of legal traces and of broken ones, with the findings that must be reported in each.
///
/// A function of its seed alone. The logs go to files as they are made.
struct Proof: Sendable, Codable {
  /// The traces of one app's recorder, in one file.
  struct Cohort: Sendable, Codable {
    var name: String
    var options: Options
  }

  /// A launch with a planted fault.
  struct Broken: Sendable, Codable {
    var sort: Fault
    var cohort: Int
    /// Lines from 1.
    var lines: Range<Int>
    /// Whether its numbers show that events were lost.
    var hasHole: Bool
    /// The findings that must be reported, by line; empty if the log is legal.
    var expected: Set<Verdict> = []
  }

  /// A rule with the line at which it is reported.
  struct Verdict: Hashable, Sendable, Codable, CustomStringConvertible {
    var line: Int
    var rule: String

    var description: String { "\(rule) at line \(line)" }
  }

  /// What `tracetool check --format ndjson` says.
  struct Finding: Sendable, Decodable {
    struct Source: Sendable, Decodable {
      var file: String
      var line: Int
    }

    var rule, severity, confidence, message: String
    var source: Source?
  }

  let seed: UInt64
  private(set) var cohorts: [Cohort] = []
  private(set) var legalCount = 0
  private(set) var broken: [Broken] = []
  /// Faults that the recognizer finds in legal traces: then it is wrong, or the simulator is.
  private(set) var doubts: [String] = []
  private(set) var spoken: Set<String> = []

  /// So many legal traces, and so many with a fault, each sort as often as any other.
  ///
  /// Each cohort's log goes to a file of its own in `folder`.
  init(seed: UInt64, traces: Int, to folder: String, cohortSize: Int = 100) throws {
    self.seed = seed
    var random = Random(seed: seed)
    while legalCount + broken.count < 2 * traces {
      let name = "\(legalCount < traces ? "legal" : "broken")-\(cohorts.count)"
      let records =
        legalCount < traces
        ? addLegal(name, min(cohortSize, traces - legalCount), &random)
        : addBroken(name, min(cohortSize, traces - broken.count), &random)
      let text = records.map { $0.jsonLine + "\n" }.joined()
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).jsonl"))
    }
  }

  private mutating func addLegal(
    _ name: String, _ count: Int, _ random: inout Random
  ) -> [Record] {
    let options = Options.drawn(name, isLegal: true, &random)
    var simulator = Simulator(seed: random.next(), options: options)
    let trace = simulator.trace(count)
    cohorts.append(Cohort(name: name, options: options))
    legalCount += count
    for (index, records) in trace.launches.enumerated() {
      let opinion = Recognizer.judge(records, leftOut: options.leftOut)
      // Without ids, what the log has lost leaves two of a kind that look like one.
      let isVague =
        !options.isWhole && !(options.hasSceneIDs && options.hasTaskIDs)
        || options.shufflesTies
      for fault in opinion.faults where !isVague {
        doubts.append(
          "\(name) \(options.leftOut.sorted()), launch \(index): \(fault.rule) at \(records[fault.index].jsonLine)"
        )
      }
      if options.isWhole { spoken.formUnion(opinion.spoken) }
    }
    return trace.lines
  }

  private mutating func addBroken(
    _ name: String, _ count: Int, _ random: inout Random
  ) -> [Record] {
    let options = Options.drawn(name, isLegal: false, &random)
    var simulator = Simulator(seed: random.next(), options: options)
    var lines: [Record] = []
    let sorts = Fault.proved.filter { $0.row.isShown(options) }
    var counts = Dictionary(grouping: broken, by: \.sort).mapValues(\.count)
    for number in 0..<count {
      let rarest = sorts.min { counts[$0, default: 0] < counts[$1, default: 0] }
      let sort = rarest ?? .dropped
      let launch = simulator.launch(sort, stage: 2 * number > count ? 1 : 0)
      let first = lines.count + 1
      lines += launch.records
      guard launch.isPlanted, !launch.records.isEmpty else { continue }
      counts[sort, default: 0] += 1
      let faults = Recognizer.judge(launch.records, leftOut: options.leftOut).faults
      var reported = Set(faults.map { Verdict(line: first + $0.index, rule: $0.rule) })
      for (index, record) in launch.records.enumerated() {
        guard let rule = record.timeRule(launch.records) else { continue }
        reported.insert(Verdict(line: first + index, rule: rule))
      }
      broken.append(
        Broken(
          sort: sort, cohort: cohorts.count, lines: first..<lines.count + 1,
          hasHole: launch.records.hasHole, expected: reported))
    }
    cohorts.append(Cohort(name: name, options: options))
    return lines
  }

  /// The words that a language allows in a row and that no legal trace had so.
  ///
  /// There it is laxer than what is simulated; but few traces cannot have had them all.
  var unspoken: [String] {
    guard legalCount >= 10_000 else { return [] }
    return Recognizer.languages.flatMap { family, language in
      language.pairs.map { "\(family) \($0)" }.filter { !spoken.contains($0) }
    }
    .sorted()
  }
}

extension Options {
  /// A recorder, drawn at random; of broken traces one that says what it records.
  fileprivate static func drawn(
    _ name: String, isLegal: Bool, _ random: inout Random
  ) -> Options {
    var options = Options()
    func maybe(_ chance: Double) -> Bool { random.chance(chance) }
    options.isRich = true
    options.app = "com.example.\(name)"
    options.model = maybe(0.7) ? .scenes : .app
    options.windows = options.model == .scenes ? random.pick([1, 2, 2, 3]) : 1
    options.style = random.pick(Style.allCases)
    options.naming = random.pick(Naming.allCases)
    options.hasSources = maybe(0.4)
    options.hasSeq = maybe(0.7)
    options.hasLaunch = maybe(0.7)
    options.hasUptime = maybe(0.3)
    options.clock = random.pick(Clock.allCases)
    options.repeatsContext = maybe(0.3)
    options.hasNotifications = maybe(0.5)
    options.hasEchoes = options.naming != .notifications && maybe(0.3)
    options.hasViews = maybe(0.7)
    options.hasSuspensions = maybe(0.5)
    options.hasRequests = maybe(0.3)
    options.hasThreads = maybe(0.5)
    options.hasTaskIDs = maybe(0.8)
    options.devices = Int(random.number(1, 8))
    if options.hasSeq, maybe(0.4) { options.holes = 0.3 }
    if maybe(0.3) { options.cutFront = 0.3 }
    if maybe(0.3) { options.cutBack = 0.3 }
    if maybe(0.3) {
      options.leftOut = Set((0...random.number(0, 1)).map { _ in random.pick(often) })
    }
    options.hasRecords = !isLegal || maybe(0.5)
    // A fault may cut a launch in two, and each must say what it records.
    if !isLegal, !options.hasLaunch { options.repeatsContext = true }
    options.hasSceneIDs = !isLegal || maybe(0.9)
    options.interleaves = isLegal && maybe(0.3)
    options.shufflesTies = isLegal && !options.hasSeq && maybe(0.3)
    if !options.leftOut.isEmpty, !options.hasRecords { options.versions = ["1.0"] }
    // Many events of one second in no order can show no fault.
    if !isLegal, options.clock == .seconds { options.clock = .text }
    return options
  }

  /// What most launches hold.
  private static let often = [
    "process.start", "process.main", "app.didFinishLaunching", "scene.willConnect",
    "scene.willEnterForeground", "scene.didActivate", "scene.willDeactivate",
    "scene.didEnterBackground", "app.willEnterForeground", "app.didBecomeActive",
    "app.willResignActive", "app.didEnterBackground", "view.didLoad", "view.willAppear",
    "view.isAppearing", "view.didAppear", "view.willDisappear", "view.didDisappear", "task.begin",
    "task.end", "process.suspend", "process.resume",
  ]

  /// Whether nothing of a launch is lost.
  var isWhole: Bool { leftOut.isEmpty && holes + cutFront + cutBack == 0 }
}

extension [Record] {
  fileprivate var hasHole: Bool {
    guard let first = first?.seq, let last = last?.seq else { return false }
    return last - first >= count
  }
}

extension Record {
  /// The rule that must report the fault in this line; nil if the recorded events do not show it.
  fileprivate func timeRule(_ launch: [Record]) -> String? {
    let isShown =
      switch fault {
      case .offMain: reporter == "delegate" && launch.contains { $0.thread == "main" }
      case .handlerOverrun: phase == "begin" || duration != nil
      default: true
      }
    return isShown ? fault?.row.rule : nil
  }
}
