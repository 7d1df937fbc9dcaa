import TraceModel

@testable import TraceAnalyzer

/// Builds summaries as replay would, with as little as a test needs to say.
struct Launchpad {
  var symbols = Symbols()
  var summaries: [LaunchSummary] = []

  /// 2026-11-20T10:00:00Z.
  static let start: Int64 = 1_795_168_800_000_000_000

  /// Adds a launch; milestones are milliseconds after its first instant.
  mutating func add(
    _ name: String, at offset: Int64 = 0, _ milestones: [Milestones.Name: Int64] = [:],
    context describe: (inout Context, (String) -> TextID) -> Void = { _, _ in },
    summary adjust: (inout LaunchSummary, (String) -> TextID) -> Void = { _, _ in }
  ) {
    var texts = symbols.texts
    let text: (String) -> TextID = { texts.intern($0) }
    var key = StreamKey()
    key.launch = text(name)
    var context = Context()
    describe(&context, text)
    var summary = LaunchSummary()
    summary.firstInstant = Self.start + offset
    for (milestone, millis) in milestones {
      summary.milestones[milestone] = summary.firstInstant + millis * 1_000_000
    }
    adjust(&summary, text)
    symbols.texts = texts
    summary.stream = StreamID(rawValue: symbols.streams.intern(key))
    summary.context = ContextID(rawValue: symbols.contexts.intern(context))
    summaries.append(summary)
  }

  func launches() -> [Launch] { Launch.all(summaries, symbols) }
}

/// A generator with a seed that a failing test can print (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
