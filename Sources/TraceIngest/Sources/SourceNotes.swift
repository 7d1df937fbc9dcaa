/// Counts of what was found in a source beside its events, for messages.
package struct SourceNotes: Sendable {
  /// How many sorts of messages are counted separately: enough to find the most frequent ones.
  private static let mostSorts = 1000

  /// Messages that seem to be about the life cycle and match no pattern, with their counts; the key is the constant
  /// part of a message.
  package private(set) var unmatched: [String: Int64] = [:]
  /// Messages that are about an app's life cycle and give no event of their own, as a request for a process that is not
  /// in the log; the key is the constant part of a message.
  package private(set) var eventless: [String: Int64] = [:]
  /// The scheduler's decisions on when apps may work, with their counts; the key says what was decided on which work, and
  /// a count below 1 takes back what an earlier batch has counted.
  package private(set) var decisions: [String: Int64] = [:]
  /// How many messages are iOS' bookkeeping of an app's process, which changes none of its states.
  package private(set) var bookkeepingCount: Int64 = 0

  /// How many lines are of Android's log, which nothing is judged of.
  package private(set) var androidCount: Int64 = 0

  /// Records that hold sums or averages of many launches, with their counts by name: no launch can be made of them.
  package private(set) var aggregates: [String: Int64] = [:]

  /// Numbers of which something is unclear, with their counts and the first value of each, as it is written.
  package private(set) var doubts: [ValueDoubt: (count: Int64, value: String)] = [:]

  /// The crashes of which records tell in passing, with the number of records and the first value of each.
  package private(set) var crashes: [SaidCrash: (count: Int64, value: String)] = [:]

  /// How many records were cleaned before they were read.
  package private(set) var cleanedCount: Int64 = 0
  /// The steps that cleaned them.
  package private(set) var steps: Set<CleaningStep> = []

  /// No notes.
  package init() {}

  /// Counts a message of this sort that seems to be about the life cycle and matches no pattern.
  mutating func count(unmatched sort: String) { Self.count(sort, &unmatched) }

  /// Counts a message of this sort that gives no event of its own.
  mutating func count(eventless sort: String) { Self.count(sort, &eventless) }

  /// Counts a decision of the scheduler's.
  mutating func count(decision words: String) { Self.count(words, &decisions) }

  /// Counts one of the scheduler's decisions, counted before, with other words.
  mutating func recount(decision words: String, as others: String) {
    let known = decisions[words] ?? 0
    decisions[words] = known == 1 ? nil : known - 1
    count(decision: others)
  }

  /// Counts a message of iOS' bookkeeping of an app's process.
  mutating func countBookkeeping() { bookkeepingCount += 1 }

  /// Counts a line of Android's log.
  mutating func countAndroid() { androidCount += 1 }

  /// Counts a record of this name that holds sums or averages of many launches.
  mutating func count(aggregate name: String) { Self.count(name, &aggregates) }

  /// Counts a number of which something is unclear.
  mutating func count(_ doubt: ValueDoubt, _ value: String) { doubts[doubt, default: (0, value)].count += 1 }

  /// Counts a record that tells of a crash in passing.
  mutating func count(_ crash: SaidCrash, _ value: String) {
    let isRoom = crashes.count < Self.mostSorts || crashes[crash] != nil
    if isRoom { crashes[crash, default: (0, value)].count += 1 }
  }

  /// Counts a record that was cleaned by these steps.
  mutating func count(_ steps: Set<CleaningStep>) {
    cleanedCount += 1
    self.steps.formUnion(steps)
  }

  private static func count(_ sort: String, _ counts: inout [String: Int64]) {
    let isRoom = counts.count < mostSorts || counts[sort] != nil
    counts[isRoom ? sort : "others", default: 0] += 1
  }

  /// Adds the notes of another batch or source.
  package static func += (sum: inout SourceNotes, other: SourceNotes) {
    sum.unmatched.merge(other.unmatched, uniquingKeysWith: +)
    sum.eventless.merge(other.eventless, uniquingKeysWith: +)
    sum.decisions.merge(other.decisions, uniquingKeysWith: +)
    sum.decisions = sum.decisions.filter { $0.value != 0 }
    sum.bookkeepingCount += other.bookkeepingCount
    sum.androidCount += other.androidCount
    sum.aggregates.merge(other.aggregates, uniquingKeysWith: +)
    sum.doubts.merge(other.doubts) { ($0.count + $1.count, $0.value) }
    sum.crashes.merge(other.crashes) { ($0.count + $1.count, $0.value) }
    sum.cleanedCount += other.cleanedCount
    sum.steps.formUnion(other.steps)
  }
}

/// What is unclear about the numbers under a key.
package struct ValueDoubt: Hashable, Sendable {
  /// What it is.
  package enum Kind: String, Sendable {
    /// The value has another unit than the option says; that of the value counts.
    case otherUnit
    /// It is a length, and neither the value nor the option says its unit: it is not read.
    case noUnit
    /// Its comma may be a decimal mark or part thousands: it is not read.
    case mark
  }

  package let kind: Kind
  /// The name by which `--map` sets what the key holds, as in `launchDuration`.
  package let mapping: String
  package let key: String
}
