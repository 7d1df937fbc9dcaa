package import TraceModel

/// The findings of a check, worst first, as numbers; the texts of a finding are made when it is asked for.
///
/// There may be a million, mostly only counted: as numbers one has some 100 bytes, as a `Finding` 1 kB.
///
/// ```swift
/// report.findings.launchCount(at: report.findings.indices)  // makes no text
/// report.findings[0].message  // makes those of the worst
/// ```
package struct Findings: RandomAccessCollection, Sendable, Encodable {
  enum Decision: Sendable, Equatable {
    case accepted(Acceptance)
    /// The finding counts all the same; the remark is added to its message.
    case counts(remark: Sentence)
  }

  /// A finding about several launches, as a median is, or about none, with the indices of the launches that have it.
  struct OverallFinding: Sendable {
    var finding: Finding
    var launches: [Int32]
  }

  private(set) var numbers: [FindingNumbers] = []
  private(set) var overall: [OverallFinding] = []
  private var causes: [String] = []
  private var decisions: [Decision] = []
  /// Makes the texts of findings about one launch; nil if there are none of these.
  private let judgement: Judgement?

  init(of judgement: Judgement? = nil) { self.judgement = judgement }

  package var startIndex: Int { 0 }
  package var endIndex: Int { numbers.count }

  package subscript(index: Int) -> Finding {
    let numbers = numbers[index]
    var finding = texts(of: numbers)
    if numbers.decision < 0 { return finding }
    switch decisions[Int(numbers.decision)] {
    case .accepted(let acceptance): finding.accepted = acceptance
    case .counts(let remark): finding.message += remark
    }
    return finding
  }

  private func texts(of numbers: FindingNumbers) -> Finding {
    if case .overall(let index) = numbers.origin { return overall[Int(index)].finding }
    if let finding = judgement?.finding(numbers) { return finding }
    // The reader of the details reports the reason.
    return Finding(
      rule: numbers.rule, severity: numbers.severity, doubts: numbers.doubts, message: "its launch can't be read",
      fingerprint: numbers.fingerprint.hex)
  }

  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for finding in self { try list.encode(finding) }
  }

  // MARK: Adding

  mutating func add(_ finding: FindingNumbers, cause: String?) {
    numbers.append(finding)
    guard let cause, cause != Catalogue.cause(of: finding.rule) else { return }
    numbers[numbers.count - 1].cause = number(of: cause)
  }

  mutating func add(_ finding: Finding, _ own: FindingNumbers, in launches: [Int32]) {
    var own = own
    own.origin = .overall(Int32(overall.count))
    overall.append(OverallFinding(finding: finding, launches: launches))
    add(own, cause: finding.cause?.plain)
  }

  mutating func add(_ other: Findings) {
    numbers.reserveCapacity(numbers.count + other.count)
    let newCauses = other.causes.map { number(of: $0) }
    for var finding in other.numbers {
      if finding.cause >= 0 { finding.cause = newCauses[Int(finding.cause)] }
      if case .overall(let index) = finding.origin { finding.origin = .overall(index + Int32(overall.count)) }
      numbers.append(finding)
    }
    overall += other.overall
  }

  /// Causes are few: rules name most of them.
  private mutating func number(of cause: String) -> Int32 {
    if let known = causes.firstIndex(of: cause) { return Int32(known) }
    causes.append(cause)
    return Int32(causes.count - 1)
  }

  mutating func decide(_ decision: Decision, at index: Int) {
    let known = decisions.lastIndex(of: decision)
    if known == nil { decisions.append(decision) }
    numbers[index].decision = Int32(known ?? decisions.count - 1)
  }

  // MARK: Choosing

  func choosing(_ isChosen: (FindingNumbers) -> Bool) -> Findings {
    var chosen = self
    chosen.numbers = numbers.filter(isChosen)
    return chosen
  }

  /// The findings at these indices, in their order.
  func only(_ indices: [Int]) -> Findings {
    var chosen = self
    chosen.numbers = indices.map { numbers[$0] }
    return chosen
  }

  /// The findings that are not accepted.
  package var counting: Findings { choosing { !isAccepted($0) } }

  /// How many were accepted.
  package var acceptedCount: Int { numbers.count(where: isAccepted) }

  func isAccepted(_ finding: FindingNumbers) -> Bool {
    guard finding.decision >= 0, case .accepted = decisions[Int(finding.decision)] else { return false }
    return true
  }

  /// True if a certain finding that is not accepted is at least as bad as `severity`.
  package func fail(on severity: Severity) -> Bool { fail(on: severity, at: indices) }

  /// The same of the findings at these indices.
  func fail(on severity: Severity, at indices: some Sequence<Int>) -> Bool {
    indices.contains { numbers[$0].isFailing(on: severity) && !isAccepted(numbers[$0]) }
  }

  /// The fingerprints, each once, in their order.
  package var fingerprints: [String] {
    Set(numbers.map(\.fingerprint.value)).sorted().map { Fingerprint(value: $0).hex }
  }

  /// How many different fingerprints the findings at these indices have.
  func fingerprintCount(at indices: some Sequence<Int>) -> Int {
    var fingerprints: Set<Fingerprint> = []
    var last: Fingerprint?
    for fingerprint in indices.lazy.map({ numbers[$0].fingerprint }) where fingerprint != last {
      fingerprints.insert(fingerprint)
      // Findings with one fingerprint stand together.
      last = fingerprint
    }
    return fingerprints.count
  }

  /// The findings whose fingerprint begins with this text.
  package func named(_ beginning: String) -> [Finding] {
    // Mostly findings of one fingerprint follow each other.
    var last: (fingerprint: Fingerprint, isNamed: Bool)?
    return indices.filter { index in
      let fingerprint = numbers[index].fingerprint
      if let last, last.fingerprint == fingerprint { return last.isNamed }
      let isNamed = fingerprint.hex.hasPrefix(beginning)
      last = (fingerprint, isNamed)
      return isNamed
    }.map { self[$0] }
  }

  // MARK: Looking at one

  /// The launches of a finding that is about their median; nil for another one.
  func median(at index: Int) -> MedianGroup? {
    guard case .overall(let index) = numbers[index].origin else { return nil }
    return overall[Int(index)].finding.median
  }

  /// The indices of the launches that have a finding: of a median those over the budget.
  func launches(at index: Int) -> [Int32] {
    if case .overall(let index) = numbers[index].origin { return overall[Int(index)].launches }
    return [numbers[index].launch]
  }

  /// How sure a rule is in each launch in which it found something, by the launch's index.
  package func launches(with rule: RuleID) -> [Int32: Confidence] {
    var found: [Int32: Confidence] = [:]
    for finding in numbers where finding.rule == rule && finding.launch >= 0 {
      if found[finding.launch] != .certain { found[finding.launch] = finding.confidence }
    }
    return found
  }

  /// Nil if the log does not say it.
  func appVersion(at index: Int) -> String? {
    if case .overall(let index) = numbers[index].origin { return overall[Int(index)].finding.appVersion }
    let version = judgement?.launch(at: numbers[index].launch).context.appVersion
    return version.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The line of the log that shows it; nil if no single line does.
  func source(at index: Int) -> SourceLine? {
    if case .overall(let index) = numbers[index].origin { return overall[Int(index)].finding.source }
    let location = numbers[index].location
    return location.line == 0 ? nil : judgement?.judging.line(at: location)
  }

  /// How many launches have one of the findings at these indices.
  package func launchCount(at indices: some Collection<Int>) -> Int {
    var launches = LaunchCounter()
    for index in indices {
      if case .overall(let index) = numbers[index].origin {
        for launch in overall[Int(index)].launches { launches.add(launch) }
      } else {
        launches.add(numbers[index].launch)
      }
    }
    return launches.count
  }
}

struct LaunchCounter {
  /// A bit for each launch, by its index, that is set if it was counted.
  private var words: [UInt64] = []
  private(set) var count = 0

  /// Counts a launch, unless it was counted before, or the index is below 0.
  mutating func add(_ launch: Int32) {
    if launch < 0 { return }
    let word = Int(launch >> 6)
    if word >= words.count { words += [UInt64](repeating: 0, count: Swift.max(word + 1 - words.count, words.count)) }
    let bit: UInt64 = 1 << UInt64(launch & 63)
    if words[word] & bit != 0 { return }
    words[word] |= bit
    count += 1
  }
}

extension Findings {
  /// Compared first: the worst is the lowest.
  private struct Rank {
    /// Severity, confidence and rule.
    var rank: UInt32
    var fingerprint: UInt64
    var index: Int32

    func isSame(_ other: Rank) -> Bool { rank == other.rank && fingerprint == other.fingerprint }
  }

  /// The alphabetical rank of the name of each rule, by `RuleID.rawValue`.
  private static let ruleRanks: [UInt32] = {
    let names = RuleID.allCases.map(\.name).sorted()
    return RuleID.allCases.map { UInt32(names.firstIndex(of: $0.name) ?? 0) }
  }()

  /// Sorts into the total order: severity, confidence, rule, fingerprint, then time, launch and line.
  mutating func sort() {
    var ranks = numbers.enumerated().map { index, finding in
      let confidence: UInt32 = finding.doubts.isEmpty ? 0 : 1
      let severity = UInt32(Severity.error.rawValue - finding.severity.rawValue)
      return Rank(
        rank: severity << 16 | confidence << 15 | Self.ruleRanks[Int(finding.rule.rawValue)],
        fingerprint: finding.fingerprint.value, index: Int32(index))
    }
    ranks.sort { $0.rank == $1.rank ? $0.fingerprint < $1.fingerprint : $0.rank < $1.rank }
    var start = 0
    while start < ranks.count {
      var end = start + 1
      while end < ranks.count, ranks[end].isSame(ranks[start]) { end += 1 }
      // The findings of many launches mostly stand in the order of time already, which one look at each shows.
      ranks[start..<end].sort { precedes(Int($0.index), Int($1.index)) }
      start = end
    }
    numbers.rearrange(ranks.map { Int($0.index) })
  }

  /// Orders findings of one fingerprint.
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    let first = numbers[a]
    let second = numbers[b]
    // An unknown instant comes before all others.
    if first.location.time != second.location.time { return first.location.time < second.location.time }
    let names = [first, second].map { name(ofLaunchAt: $0.launch) }
    if names[0] != names[1] { return names[0] < names[1] }
    if first.location.seq != second.location.seq { return first.location.seq < second.location.seq }
    let lines = [first, second].map(\.location.lineNumber)
    if lines[0] != lines[1] { return lines[0] < lines[1] }
    let texts = [texts(of: first), texts(of: second)].map { ($0.message.plain, $0.appVersion ?? "") }
    return texts[0] < texts[1]
  }

  private func name(ofLaunchAt index: Int32) -> String {
    index < 0 ? "" : judgement?.launch(at: index).name ?? ""
  }
}
