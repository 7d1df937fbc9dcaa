import Testing
import TraceModel

@testable import TraceAnalyzer

/// Launches that began on a locked device, and what they asked for then.
@Suite(.tags(.small)) struct LockedAccessTests {
  private static let begun = "0 s process.start\n0.5 s app.willFinishLaunching\n0.6 s app.didFinishLaunching\n"
  private static let unlocked = "\n4 s app.protectedDataDidBecomeAvailable"

  static let traces = [
    Row("data that is saved", "1 s data.save name=cart" + unlocked, ["4 error possible"]),
    Row("data that is changed in memory", "1 s data.change name=cart" + unlocked, []),
    Row("state that is decoded", "1 s app.decodeState" + unlocked, ["4 warning possible"]),
    Row(
      "data of the strictest class",
      "1 s data.save name=cart attributes={\"protection\":\"NSFileProtectionComplete\"}" + unlocked,
      ["4 error certain"]),
    Row(
      "data whose class the log names with other work",
      "1 s work.begin kind=disk name=cart attributes={\"protection\":\"complete\"}\n2 s data.save name=cart" + unlocked,
      ["5 error certain"]),
    Row(
      "a keychain item that is there while the device is unlocked",
      "1 s work.begin kind=keychain name=token attributes={\"accessible\":\"whenUnlockedThisDeviceOnly\"}" + unlocked,
      ["4 warning certain"]),
    Row(
      "a keychain item that is there after the first unlock",
      "1 s work.begin kind=keychain name=token attributes={\"kSecAttrAccessible\":\"ck\"}" + unlocked),
    Row(
      "a class that is no class of protection",
      "1 s work.begin kind=disk name=index attributes={\"status\":\"complete\"}" + unlocked, ["4 warning possible"]),
    Row(
      "a class under which some files can be written",
      "1 s data.save name=cart attributes={\"protection\":\"completeUnlessOpen\"}" + unlocked, ["4 error possible"]),
    Row(
      "of several the one that is certain",
      "1 s data.save name=cart\n2 s work.begin kind=disk name=index attributes={\"protection\":\"complete\"}"
        + unlocked,
      ["5 warning certain"]),
    Row(
      "setup that makes data anew",
      "1 s work.begin kind=keychain name=token\n2 s work.begin kind=setup name=account"
        + unlocked, ["5 error possible"]),
    Row("setup alone", "1 s work.begin kind=setup name=theme" + unlocked),
    Row("work of another kind", "1 s work.begin kind=network name=config" + unlocked),
    Row(
      "a mark that says that it is unlocked",
      "0.7 s app.didFinishLaunching phase=end attributes={\"protectedData\":true}\n1 s work.begin kind=disk" + unlocked),
    Row("in use before", "1 s app.didBecomeActive\n2 s work.begin kind=keychain" + unlocked),
    Row(
      "unlocked so late that a lock in between may not be recorded",
      "1 s work.begin kind=keychain\n60 s app.protectedDataDidBecomeAvailable", ["4 warning possible"]),
    Row(
      "unlocked late, where locks are recorded",
      "1 s work.begin kind=keychain\n60 s app.protectedDataDidBecomeAvailable\n"
        + "90 s app.protectedDataWillBecomeUnavailable", ["4 warning possible"]),
  ]

  @Test(arguments: traces)
  func `what the app asked for before the device was unlocked`(_ row: Row) {
    let found = Timeline(Self.begun + row.text).report().findings.filter { $0.rule == .`launch.locked-access` }
    #expect(found.map { "\($0.source?.line ?? 0) \($0.severity.name) \($0.confidence.name)" } == row.expected)
  }

  @Test func `an early access is not reported twice`() {
    let early = "0 s process.start\n0.1 s work.begin kind=keychain name=token\n0.5 s app.willFinishLaunching"
    func rules(_ text: String) -> [String] {
      Timeline(text).report().findings.map(\.rule.name).filter { $0.hasPrefix("launch.") && $0.hasSuffix("access") }
    }
    #expect(rules(early) == ["launch.early-access"])
    #expect(rules(early + Self.unlocked) == ["launch.locked-access"])
  }

  @Test func `a lock while the app is used is none as it began`() throws {
    let text = """
      0 s process.start
      1 s app.didBecomeActive
      2 s app.protectedDataWillBecomeUnavailable
      9 s app.protectedDataDidBecomeAvailable
      """
    #expect(try Timeline(text).launch().lock == .unknown)
    let background = "0 s process.start\n2 s app.protectedDataWillBecomeUnavailable\n9 s work.begin kind=keychain"
    #expect(try Timeline(background).launch().lock == .unlocked)
    #expect(try Timeline("4 s app.protectedDataDidBecomeAvailable").launch().lock == .unknown)
  }

  @Test func `how many launches began locked`() throws {
    let locked = 31
    let others = 381
    let reads = 12
    var timeline = Timeline()
    for number in 0..<(locked + others) {
      let work = number < reads ? "1 s work.begin kind=keychain\n" : ""
      let sign = number < locked ? "4 s app.protectedDataDidBecomeAvailable" : "5 s app.didBecomeActive"
      timeline.add(Self.begun + work + sign, .init(launch: "L\(number)"))
    }
    let (summaries, symbols) = timeline.replayed()
    let report = try #require(LockedLaunches(Launch.all(summaries, symbols)))
    #expect((report.launches, report.beganLocked, report.keychainRead) == (412, 31, 12))
  }

  @Test func `a log that says nothing of protected data is no share of locked launches`() throws {
    let (summaries, symbols) = Timeline(Self.begun + "1 s work.begin kind=keychain").replayed()
    #expect(LockedLaunches(Launch.all(summaries, symbols)) == nil)
  }
}
