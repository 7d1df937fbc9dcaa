import Foundation
import Testing
import TraceModel

@testable import tracemaker

/// Checks the verdicts on a few made traces; `Tests/Simulation/run.sh` does so with thousands.
@Suite(.tags(.large)) struct SimulationTests {
  @Test func `legal traces are silent, planted faults are found or invisible`() throws {
    let text = ProcessInfo.processInfo.environment["TRACETOOL_SEED"] ?? ""
    let place = Workplace()
    let logs = place.file("logs")
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    let traces = Built.isSanitized ? 40 : 240
    let proof = try Proof(seed: UInt64(text) ?? 4711, traces: traces, to: logs, cohortSize: 40)
    let output = try place.run("check", "--quiet", "--format", "ndjson", "logs").output
    let findings = try output.split(separator: "\n").map {
      try JSONDecoder().decode(Proof.Finding.self, from: Data($0.utf8))
    }
    let judgement = Judgement(proof, findings, rules: Set(RuleID.allCases.map(\.name)))
    print(judgement.text)
    #expect(judgement.falseAlarms == [], "seed \(proof.seed)")
    #expect(judgement.wrongs == [], "seed \(proof.seed)")
    #expect(proof.doubts == [], "seed \(proof.seed)")
  }

  @Test(arguments: [
    ("", "", true), ("", "a", true), ("", "b", false), ("a", "b", true), ("a b", "c", true),
    ("a", "c", false), ("a b c", "b", true), ("a b c", "d", true), ("a d", "a", false),
    ("a d", "d", true), ("a b", "d", false),
  ])
  func `a language knows what may follow`(_ said: String, _ word: String, _ isLegal: Bool) {
    let language = Language("a ( b c )* ( d | e )* f?")
    let places = said.split(separator: " ").reduce(Language.unborn) { places, word in
      language.step(places, String(word))
    }
    #expect(places != 0)
    #expect(word.isEmpty || (language.step(places, word) != 0) == isLegal)
  }
}
