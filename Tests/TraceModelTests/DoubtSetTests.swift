import Testing
import TraceModel

/// Why a finding is only possible.
@Suite(.tags(.small)) struct DoubtSetTests {
  @Test func `a finding is certain until something is in doubt, and again once that is answered`() {
    var doubts = DoubtSet()
    #expect(doubts.isEmpty && doubts.confidence == .certain && doubts.text.isEmpty)
    doubts.insert(.hole)
    doubts.insert(.clockStepsBack)
    #expect(doubts.confidence == .possible)
    #expect(doubts.text == "the clock steps back, and the log has a hole before it")
    #expect(doubts == [.clockStepsBack, .hole])
    #expect(doubts.subtracting([.hole]).causes == [.clockStepsBack])
    doubts.remove(.clockStepsBack)
    #expect(doubts.union([.logEnds]).causes == [.hole, .logEnds])
  }

  @Test(arguments: DoubtSet.Cause.allCases)
  func `each cause has a bit and words of its own`(_ cause: DoubtSet.Cause) {
    let alone: DoubtSet = [cause]
    #expect(alone.causes == [cause])
    #expect(alone.text == cause.text && !cause.text.isEmpty)
    #expect(DoubtSet.Cause.allCases.count { $0.text == cause.text } == 1)
  }
}
