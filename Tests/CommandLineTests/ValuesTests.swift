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

  @Test(
    arguments: [
      ("3.2s", 3_200_000_000), ("7min30s", 450_000_000_000), ("8 min 16 s", 496_000_000_000),
      ("1h2min", 3_720_000_000_000), ("10:00:33", 33_000_000_000), ("09:59", 86_340_000_000_000),
      ("2026-11-20T10:01:00Z", 60_000_000_000), ("7", nil), ("7 hours", nil), ("", nil), ("25:00", nil),
    ] as [(String, Int64?)])
  func `a time in a launch is one since its start, a time of day or an instant`(_ text: String, _ nanos: Int64?) {
    // 2026-11-20T10:00:00Z
    #expect((try? Values.moment(text))?.nanoseconds(since: 1_795_168_800_000_000_000) == nanos)
  }

  @Test func `each setting has a description and an example`() throws {
    #expect(SettingSchema.names.contains("rules.quirks") && SettingSchema.names.contains("budgets.launch"))
    for name in SettingSchema.names {
      let setting = try #require(SettingSchema(name), "\(name)")
      #expect(!setting.description.isEmpty && setting.example != nil, "\(name)")
    }
    #expect(SettingSchema("rules.quirks")?.example == #"{"rules": {"quirks": true}}"#)
    #expect(SettingSchema("rules.order.scene")?.values.first == "off")
    #expect(SettingSchema("budgets.launch.watchdog")?.example == #"{"budgets": [{"launch.watchdog": "400ms"}]}"#)
    #expect(SettingSchema("rules.") == nil && SettingSchema("quirks") == nil)
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
