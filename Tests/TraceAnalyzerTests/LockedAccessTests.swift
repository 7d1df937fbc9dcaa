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
      "a keychain item that is there after the first unlock, of which nothing is known",
      "1 s work.begin kind=keychain name=token attributes={\"kSecAttrAccessible\":\"ck\"}" + unlocked,
      ["4 warning possible"]),
    Row(
      "a file of the default class",
      "1 s data.save name=cart attributes={\"protection\":\"completeUntilFirstUserAuthentication\"}" + unlocked,
      ["4 error possible"]),
    Row(
      "a file without protection, whatever its access says",
      "1 s work.begin kind=disk name=cart attributes={\"protection\":\"none\"}\n1.1 s work.end kind=disk name=cart success=false"
        + unlocked),
    Row(
      "an access that succeeds",
      "1 s work.begin kind=keychain name=token\n1.1 s work.end kind=keychain name=token success=true" + unlocked),
    Row(
      "an access that fails",
      "1 s work.begin kind=keychain name=token\n1.1 s work.end kind=keychain name=token success=false" + unlocked,
      ["4 warning certain"]),
    Row(
      "an item that does not exist",
      "1 s work.begin kind=keychain name=token\n"
        + "1.1 s work.end kind=keychain name=token success=false attributes={\"status\":-25300}" + unlocked,
      ["4 warning possible"]),
    Row(
      "an item of after the first unlock that the system refuses",
      "1 s work.begin kind=keychain name=token attributes={\"accessible\":\"afterFirstUnlock\"}\n"
        + "1.1 s work.end kind=keychain name=token attributes={\"status\":-25308}" + unlocked, ["4 warning certain"]),
    Row(
      "a file that the system refuses, and the unlock may be missing",
      "1 s work.begin kind=disk name=cart\n1.1 s work.end kind=disk name=cart attributes={\"errno\":1}\n"
        + "60 s app.protectedDataDidBecomeAvailable", ["4 warning certain"]),
    Row(
      "of two accesses the one that fails",
      "1 s work.begin kind=keychain name=a\n1.1 s work.end kind=keychain name=a success=true\n"
        + "2 s work.begin kind=keychain name=b\n2.1 s work.end kind=keychain name=b success=false" + unlocked,
      ["6 warning certain"]),
    Row(
      "setup after an access of the strictest class",
      "1 s work.begin kind=disk name=db attributes={\"protection\":\"complete\"}\n2 s work.begin kind=setup name=account"
        + unlocked, ["5 error certain"]),
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

  private static let woken = """
    0 s process.start
    1 s app.didFinishLaunching
    2 s app.didBecomeActive
    3 s app.willResignActive
    4 s app.didEnterBackground
    5 s app.protectedDataWillBecomeUnavailable
    6 s process.suspend

    """
  private static let whenUnlocked = " work.begin kind=keychain name=t attributes={\"accessible\":\"whenUnlocked\"}"

  static let wakes = [
    Row(
      "a push to a process that was locked meanwhile",
      "60 s app.didReceiveRemoteNotification\n61 s" + whenUnlocked + "\n90 s app.protectedDataDidBecomeAvailable",
      ["9 warning certain"]),
    Row(
      "where an unlock may be unrecorded", "60 s app.performFetch\n61 s" + whenUnlocked, ["9 warning possible"]),
    Row(
      "a resume by iOS", "60 s process.resume\n61 s" + whenUnlocked + "\n90 s app.protectedDataDidBecomeAvailable",
      ["9 warning certain"]),
    Row(
      "a task",
      "60 s task.begin kind=appRefresh task=r\n61 s" + whenUnlocked
        + "\n90 s app.protectedDataDidBecomeAvailable", ["9 warning certain"]),
    Row(
      "data that is there once the device was unlocked",
      "60 s app.performFetch\n61 s work.begin kind=keychain name=t attributes={\"accessible\":\"afterFirstUnlock\"}"
        + "\n90 s app.protectedDataDidBecomeAvailable"),
    Row(
      "unlocked before",
      "50 s app.protectedDataDidBecomeAvailable\n60 s app.didReceiveRemoteNotification\n61 s" + whenUnlocked),
    Row("used again", "50 s app.willEnterForeground\n51 s app.didBecomeActive\n61 s" + whenUnlocked),
    Row("as long as a locked device still gives its data", "9 s app.didReceiveRemoteNotification\n10 s" + whenUnlocked),
    Row("no wake", "61 s" + whenUnlocked + "\n90 s app.protectedDataDidBecomeAvailable"),
  ]

  @Test(arguments: wakes)
  func `what the app asked for when iOS woke it on a locked device`(_ row: Row) {
    let found = Timeline(Self.woken + row.text).report().findings.filter { $0.rule == .`launch.locked-access` }
    #expect(found.map { "\($0.source?.line ?? 0) \($0.severity.name) \($0.confidence.name)" } == row.expected)
  }

  /// A launch that begins locked and reads an item of after the first unlock.
  private static let reading = """
    0 s process.start device=D boot=B attributes={"protectedData":false}
    0.5 s app.didFinishLaunching device=D boot=B
    1 s work.begin kind=keychain name=token attributes={"accessible":"afterFirstUnlock"} device=D boot=B
    """

  static let boots = [
    Row("no other launch of the boot", "", ["possible"]),
    Row("an activation before", "0 s app.didFinishLaunching device=D boot=B\n1 s app.didBecomeActive device=D boot=B"),
    Row("an activation later", "9000 s app.didBecomeActive device=D boot=B", ["possible"]),
    Row("an activation in another boot", "1 s app.didBecomeActive device=D boot=A", ["possible"]),
    Row("an activation on another device", "1 s app.didBecomeActive device=E boot=B", ["possible"]),
    Row("a mark before", "0 s process.start device=D boot=B attributes={\"protectedData\":true}"),
    Row(
      "a mark that the device was unlocked once", "0 s process.start device=D boot=B attributes={\"firstUnlock\":true}"),
    Row(
      "an unlock before, in a process that lives on",
      "0 s process.start device=D boot=B attributes={\"protectedData\":false}\n"
        + "5 s app.protectedDataDidBecomeAvailable device=D boot=B\n9000 s memory.sample device=D boot=B"),
    Row(
      "an unlock later, in a process that began before",
      "0 s process.start device=D boot=B attributes={\"protectedData\":false}\n"
        + "5000 s app.protectedDataDidBecomeAvailable device=D boot=B\n9000 s memory.sample device=D boot=B",
      ["possible"]),
    Row("locked again before", "0 s app.protectedDataWillBecomeUnavailable device=D boot=B"),
  ]

  @Test(arguments: boots, [false, true])
  func `a device that another app shows unlocked before gives what is there after that`(_ row: Row, hasUptime: Bool) {
    var timeline = Timeline()
    timeline.add(row.text, .init(hasUptime: hasUptime, launch: "other", app: "com.example.other"))
    timeline.add(Self.reading, .init(hasUptime: hasUptime, launch: "L", shift: 3_600_000_000_000))
    let found = timeline.report().findings.filter { $0.rule == .`launch.locked-access` }
    #expect(found.map(\.confidence.name) == row.expected)
  }

  @Test func `the app's mark says that the device was not unlocked since it was started`() {
    func confidence(_ mark: String) -> [String] {
      let text = Self.reading.replacing("\"protectedData\":false", with: mark)
      return Timeline(text).report().findings.filter { $0.rule == .`launch.locked-access` }.map(\.confidence.name)
    }
    #expect(confidence("\"firstUnlock\":false") == ["certain"])
    #expect(confidence("\"protectedData\":false,\"firstUnlock\":false") == ["certain"])
    #expect(confidence("\"protectedData\":false,\"firstUnlock\":true") == [])
    #expect(confidence("\"firstUnlock\":true") == [])
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
