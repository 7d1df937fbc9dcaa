import Testing
import TraceModel

/// What iOS' words and numbers for the end of a process mean.
@Suite(.tags(.small)) struct TerminationTests {
  @Test(
    arguments: [
      // The number of the domain decides, by whatever name or in whatever form it is written.
      ("FRONTBOARD", 0x8bad_f00d, .watchdog), ("SPRINGBOARD", 0x8bad_f00d, .watchdog), ("10", 0x8bad_f00d, .watchdog),
      ("frontboard(10)", 0x8bad_f00d, .watchdog), ("<0xA>", 0x8bad_f00d, .watchdog), (nil, 0x8bad_f00d, .watchdog),
      ("RUNNINGBOARD", 0x8bad_f00d, .backgroundTask), ("ASSERTIOND", 0x8bad_f00d, .backgroundTask),
      ("assertiond(15)", 0x8bad_f00d, .backgroundTask), ("<0xF>", 0x8bad_f00d, .backgroundTask),
      ("WATCHDOG", 1, .watchdog), ("22", 0x8bad_f00d, .watchdog),
      // Signals.
      ("SIGNAL", 6, .crash), ("signal(2)", 11, .crash), ("2", 9, nil), ("SIGNAL", 15, nil),
      // Jetsam.
      ("JETSAM", 2, .memoryLimit), ("1", 7, .memoryLimit), ("jetsam", 8, .diskSpace), ("jetsam(1)", 9, .idle),
      ("JETSAM", 17, .idle), ("JETSAM", 14, .memoryPressure), ("JETSAM", 100, .cpu),
      ("JETSAM", nil, .memory),
      // Codes that mean one thing in any domain.
      ("RUNNINGBOARD", 0x2182_baad, .backgroundTask), ("15", 0x2182_bad2, .backgroundTask),
      ("15", 0x2182_bad3, .urlSession), ("15", 0x2182_bad4, .fetch), ("15", 0xdead_10cc, .fileLock),
      ("10", 0xdead_10cc, .fileLock), ("10", 0xdead_fa11, .user), ("10", 0xfbfb_fbfb, .tool),
      ("10", 0xbaad_ca11, .voip),
      ("CALLKIT", 0xbaad_ca11, .voip), ("15", 0xbadd_d15c, .cacheDelete), ("10", 0x2bad_45ec, .security),
      ("15", 0xc000_10ff, .thermal), ("15", 0xbada_5e47, .tooManyTasks), ("15", 0xd00d_2bad, .tooManyTasks),
      ("15", 0xb10c_ca11, .resources), ("15", 0x05ca_1ded, .conditionsChanged), ("15", 0xdead_6502, .conditionsChanged),
      ("10", 0x5bc1_ea41, .languageChanged), ("10", 0xc51b_ad01, .cpu), ("10", 0xc51b_ad02, .watchdog),
      ("WATCHKIT", 0xc51b_ad03, .systemBusy), ("CODESIGNING", 2, .codeSigning), ("DYLD", 1, .crash),
      // What no source explains has no reason.
      ("FRONTBOARD", 1, nil), ("SANDBOX", 4, nil), (nil, nil, nil), ("", 0, nil),
    ] as [(String?, UInt64?, ExitReason?)])
  func `a domain and a code have one reason`(domain: String?, code: UInt64?, reason: ExitReason?) {
    #expect(Termination(domain: domain, code: code).reason == reason)
  }

  @Test(
    arguments: [
      ("shop:812 has active assertions beyond permitted time: …", .backgroundTask),
      ("Terminating process for: BG Kill Demo", .killDemo), ("com.apple.cache_delete is purging", .cacheDelete),
    ] as [(String, ExitReason)])
  func `words of iOS decide before its numbers`(explanation: String, reason: ExitReason) {
    let termination = Termination(domain: "10", code: Termination.watchdogCode, explanation: explanation)
    #expect(termination.reason == reason)
  }

  @Test func `the watchdog's code from RunningBoard is certain only with its words`() {
    #expect(!Termination(domain: "15", code: Termination.watchdogCode).isCertain)
    let words = "has active assertions beyond permitted time"
    #expect(Termination(domain: "15", code: Termination.watchdogCode, explanation: words).isCertain)
    #expect(Termination(domain: "10", code: Termination.watchdogCode).isCertain)
  }

  @Test(
    arguments: [
      ("0x8badf00d", .watchdog), ("0xdead10cc", .fileLock), ("0xbad22222", .voip), ("per-process-limit", .memoryLimit),
      ("highwater", .memoryLimit), ("vm-pageshortage", .memoryPressure), ("idle-exit", .idle), ("watchdog", nil),
      ("0x", nil), ("home", nil), ("", nil),
    ] as [(String, ExitReason?)])
  func `a log may write a reason as a code or in Jetsam's words`(text: String, reason: ExitReason?) {
    #expect(Termination.reason(written: text) == reason)
  }

  @Test(arguments: ExitReason.allCases)
  func `an end that is reported has a cause, and one that the app could have avoided a remedy`(_ reason: ExitReason) {
    let facts = reason.facts
    #expect(facts.meaning.hasSuffix(".") && !facts.source.isEmpty)
    #expect((facts.cause != nil) == (facts.fault != .none) && (facts.remedy != nil) == (facts.fault == .app))
    if facts.isOfBackground { #expect(facts.fault == .app) }
  }
}
