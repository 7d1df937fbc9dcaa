import Testing
import TraceAnalyzer
import TraceModel

/// Same in, same out: the order in which events arrive changes nothing.
@Suite(.tags(.small)) struct ArrivalTests {
  /// Linear congruential: a seed names one order for ever.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let rows =
    LegalRunTests.rows + OrderTests.resynchronizing + OrderTests.holes + OrderTests.clocks
    + EventSourceTests.folding + EventSourceTests.scenes + EventSourceTests.tasks + LaunchTests.natures
    + LaunchTests.milestones + BackgroundTests.stays + BackgroundTests.tasks

  @Test func `events in any order of arrival give the same summaries`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("ArrivalTests seed \(seed)")
    var dice = Dice(state: seed)
    for row in Self.rows {
      for way in LegalRunTests.ways {
        let timeline = Timeline(row.text, way)
        let shuffled = timeline.reordered { $0.shuffled(using: &dice) }
        #expect(shuffled.summaries() == timeline.summaries(), "\(row.title), seed \(seed), \(way)")
      }
    }
  }

  @Test func `events that nobody knows change no candidate`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("ArrivalTests seed \(seed)")
    var dice = Dice(state: seed)
    for row in Self.rows {
      let timeline = Timeline(row.text)
      let added = timeline.reordered { events in
        events.flatMap { event in
          guard Bool.random(using: &dice) else { return [event] }
          var other = event
          other.signature = Timeline.unknown
          other.lost = 0
          return [event, other]
        }
      }
      #expect(
        added.summaries().map(\.candidates) == timeline.summaries().map(\.candidates),
        "\(row.title), seed \(seed)")
    }
  }
}
