import Testing
import TraceIngest

@testable import tracetool

@Suite(.tags(.small)) struct ValuesTests {
  @Test(
    arguments: [
      ("400ms", 400_000_000), ("0.25ms", 250_000), ("25s", 25_000_000_000),
      ("1.000000001s", 1_000_000_001), ("10min", 600_000_000_000), ("0s", 0), ("25", nil),
      ("s", nil), ("-1s", nil), ("1e3s", nil), ("1 s", nil), ("9999999999999s", nil),
      ("1..2s", nil),
    ] as [(String, Int64?)])
  func `a duration has a unit and is exact`(_ text: String, _ nanos: Int64?) {
    #expect((try? Values.duration(text)) == nanos)
  }

  @Test(arguments: [
    ("0", 0, false), ("0", 1, true), ("3", 3, false), ("1%", 1, false), ("1%", 2, true),
  ])
  func `too many rejects are more than the limit`(
    _ limit: String, _ rejected: Int64, _ isExceeded: Bool
  ) throws {
    let command = try #require(try ParsingTests.command("ingest --max-rejects \(limit) x") as? IngestCommand)
    var intake = IngestCounts()
    intake.records = 100
    intake.rejected = rejected
    let passes = (try? command.query.logs.check(intake)) != nil
    #expect(passes != isExceeded)
  }
}
