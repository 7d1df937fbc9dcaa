import Testing

@testable import TraceIngest

/// What a log without end adds is forgotten at last.
@Suite(.tags(.small)) struct RecentMapTests {
  @Test func `the latest elements stay, and old ones go`() {
    var set = RecentSet<Int>()
    for element in 0..<(3 * RecentSet<Int>.most) { set.insert(element) }
    #expect(!set.contains(0))
    #expect(set.contains(2 * RecentSet<Int>.most))
    #expect(set.contains(3 * RecentSet<Int>.most - 1))
    #expect(set.count <= 2 * RecentSet<Int>.most)
    set[2 * RecentSet<Int>.most] = nil
    #expect(!set.contains(2 * RecentSet<Int>.most))
  }

  @Test func `a long log of jobs and of kills of other programs is held within the bound`() {
    var interpreter = UnifiedLogInterpreter((1, 1), losesLines: true)
    var batch = EventBatch()
    let line = LineReader.Line(range: 0..<0, offset: 0, length: 0, isOpen: false)
    var transcript = Transcript(appendingTo: &batch, record: line, keepsAll: false)
    let most = RecentMap<Int64, String>.most
    for number in 1...(3 * most) {
      for (process, text) in [
        ("SpringBoard", "Application 'UIKitApplication:com.example.a\(number)[0x\(number)]' exited voluntarily."),
        ("tccd", "Terminating com.example.b[\(number)] because access to the kTCCServiceCamera service changed"),
        ("kernel", "memorystatus: Tunnel [\(number)] exceeded mem limit: ActiveHard 50 MB (fatal)"),
      ] {
        var message = LogMessage(text: Array(text.utf8)[...])
        message.process = process
        message.uptime = Int64(number) * 1_000_000
        interpreter.read(message, into: &transcript) { _ in }
      }
    }
    #expect(most...(2 * most) ~= interpreter.processes.jobs.count)
    #expect(interpreter.causes.count <= 2 * most)
  }
}
