import Testing

@testable import TraceAnalyzer

/// Which rules look at an event is kept as bits: one rule more than bits would never run.
@Suite(.tags(.small)) struct PatternMaskTests {
  @Test func `each of as many rules as there are bits has its own`() {
    let masks = (0..<64).map { number in PatternRules.mask(of: 64) { $0 == number } }
    #expect(Set(masks).count == 64 && masks.allSatisfy { $0.nonzeroBitCount == 1 })
    #expect(Catalogue.patternRules.count <= 64)
  }

  @Test func `one rule more stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = PatternRules.mask(of: 65) { _ in true } }
  }
}
