import Testing
import TraceModel

@testable import TraceAnalyzer

/// A part of all launches has the kinds that they have among all.
@Suite(.tags(.small)) struct EarlierLaunchTests {
  private static let day: Int64 = 86_400_000_000_000

  /// Launches of an app and its extension on one device, and of the app on another one.
  private static func pad() -> Launchpad {
    var pad = Launchpad()
    let shop = "com.example.shop"
    let rows: [(name: String, day: Int64, app: String, device: String, version: String, kinds: [EventKind])] = [
      ("first", 0, shop, "D1", "1", [.processStart, .sceneDidActivate]),
      ("push", 1, shop + ".push", "D1", "1", [.processStart, .dataSave]),
      ("second", 2, shop, "D1", "1", [.processStart]),
      ("elsewhere", 3, shop, "D2", "1", [.processStart]),
      ("third", 4, shop, "D1", "2", [.processStart]),
      ("nowhere", 5, shop, "", "2", [.processStart]),
    ]
    for row in rows {
      pad.add(
        row.name, at: row.day * day,
        context: { context, text in
          context.app = text(row.app)
          context.appVersion = text(row.version)
          if !row.device.isEmpty { context.device = text(row.device) }
        }, summary: { summary, _ in summary.kinds = KindSet(row.kinds) })
    }
    return pad
  }

  private static let whole = ["unclassified", "extension", "warm", "unclassified", "cold", "unclassified"]

  /// Which launches are kept, by their places, and which a line stays for.
  @Test(arguments: [
    ([2], ["first"]), ([4], ["second"]), ([1], ["nowhere"]), ([0, 1, 2], []), ([3], []), ([5], []),
    ([1, 4], ["second"]),
    ([2, 4], ["first"]), ([0, 1, 2, 3, 4, 5], []),
  ])
  func `what is kept has the kind that it has among all`(kept: [Int], earlier: [String]) {
    let pad = Self.pad()
    let all = Launch.all(pad.summaries, pad.symbols, earlier: true)
    #expect(all.map(\.kind.name) == Self.whole)
    let keys = Set(kept.map { LaunchKey(pad.summaries[$0]) })
    let needed = EarlierLaunches(all, pad.symbols).needed(by: keys, isGrowing: false)
    var symbols = pad.symbols
    let names = needed.map { symbols.streamName($0.summary.stream) }
    #expect(names == earlier)
    let part = needed.map { $0.standIn(&symbols) } + kept.map { pad.summaries[$0] }
    #expect(Launch.all(part, symbols).map(\.kind.name) == kept.map { Self.whole[$0] })
    // A part of that part needs the same again.
    let again = EarlierLaunches(Launch.all(part, symbols, earlier: true), symbols).needed(by: keys, isGrowing: false)
    #expect(again.map { symbols.streamName($0.summary.stream) } == names)
  }

  @Test func `of a store that grows the last launch of each device is known`() {
    let pad = Self.pad()
    let all = Launch.all(pad.summaries, pad.symbols, earlier: true)
    let needed = EarlierLaunches(all, pad.symbols).needed(by: [], isGrowing: true)
    #expect(needed.map { pad.symbols.streamName($0.summary.stream) } == ["elsewhere", "third"])
  }

  @Test func `an event stands for a launch as its summary does`() {
    var pad = Self.pad()
    let all = Launch.all(pad.summaries, pad.symbols, earlier: true)
    let needed = EarlierLaunches(all, pad.symbols).needed(by: [LaunchKey(pad.summaries[2])], isGrowing: false)
    for launch in needed {
      let event = launch.event(&pad.symbols)
      let words = InternedNames(&pad.symbols)
      let replayed = StreamReplay().launches(
        of: event.stream, events: [event], fills: [], words: words, symbols: pad.symbols)
      #expect(replayed.map { $0.summary(&pad.symbols) } == [launch.standIn(&pad.symbols)])
    }
    #expect(!needed.isEmpty)
  }
}

extension EarlierLaunch {
  /// The summary that such an event gives when it is read.
  fileprivate func standIn(_ symbols: inout Symbols) -> LaunchSummary {
    var standIn = LaunchSummary()
    standIn.stream = summary.stream
    standIn.ordinal = summary.ordinal
    standIn.context = summary.context
    standIn.firstInstant = summary.firstInstant
    standIn.lastInstant = summary.firstInstant
    standIn.eventCount = 1
    standIn.kinds = [.launchEarlier]
    standIn.nature = .earlier
    if isOfApp { standIn.natureReason = symbols.texts.intern(LaunchNature.ofApp) }
    return standIn
  }
}
