import Testing

@testable import TraceIngest
@testable import TraceModel

/// One way to write a time, and what it is in nanoseconds; nothing if it is none.
struct TimeForm: Sendable, CustomTestStringConvertible {
  var json: String
  var nanoseconds: Int64?
  var isAssumed: Bool

  init(_ json: String, _ nanoseconds: Int64?, assumed: Bool = false) {
    self.json = json
    self.nanoseconds = nanoseconds
    isAssumed = assumed
  }

  var testDescription: String { json }

  static let whole: Int64 = 1_763_632_800_000_000_000

  static let words: [TimeForm] = [
    TimeForm(#""2025-11-20T10:00:00Z""#, whole),
    TimeForm(#""2025-11-20T10:00:00.1Z""#, whole + 100_000_000),
    TimeForm(#""2025-11-20T10:00:00.123456789Z""#, whole + 123_456_789),
    TimeForm(#""2025-11-20T10:00:00.1234567899999Z""#, whole + 123_456_789),
    TimeForm(#""2025-11-20t10:00:00z""#, whole),
    TimeForm(#""2025-11-20 10:00:00Z""#, whole),
    TimeForm(#""2025-11-20 10:00:00 Z""#, whole),
    TimeForm(#""2025-11-20T12:00:00+02:00""#, whole),
    TimeForm(#""2025-11-20T12:00:00+0200""#, whole),
    TimeForm(#""2025-11-20T12:00:00+02""#, whole),
    TimeForm(#""2025-11-20 12:00:00.5 +0200""#, whole + 500_000_000),
    TimeForm(#""2025-11-20T04:30:00-05:30""#, whole),
    TimeForm(#""2025-11-20T10:00:00-00:00""#, whole),
    TimeForm(#""2025-11-20T10:00:00""#, whole, assumed: true),
    TimeForm(#""2025-11-20T10:00:00.25""#, whole + 250_000_000, assumed: true),
    TimeForm(#""2016-12-31T23:59:60Z""#, 1_483_228_799_999_999_999),
    TimeForm(#""2016-12-31T23:59:60.4Z""#, 1_483_228_799_999_999_999),
    TimeForm(#""2024-02-29T00:00:00Z""#, 1_709_164_800_000_000_000),
    TimeForm(#""2000-02-29T00:00:00Z""#, 951_782_400_000_000_000),
    TimeForm(#""1970-01-01T00:00:00Z""#, 0),
    TimeForm(#""1969-12-31T23:59:59.999999999Z""#, -1),
    TimeForm(#""1677-09-21T00:12:43.145224193Z""#, Int64.min + 1),
    TimeForm(#""2262-04-11T23:47:16.854775807Z""#, Int64.max),
    TimeForm(#""2025-11-20T10:00:00\u005a""#, whole),
    TimeForm(#""20.11.2025 10:00:00""#, whole, assumed: true),
    TimeForm(#""20.11.2025, 10:00""#, whole, assumed: true),
    TimeForm(#""20.11.2025 10:00:00,25 Z""#, whole + 250_000_000),
    TimeForm(#""1.2.2024 10:00:00Z""#, 1_706_781_600_000_000_000),
    // No times.
    TimeForm(#""11.20.2025 10:00:00Z""#, nil),
    TimeForm(#""20.11.25 10:00:00Z""#, nil),
    TimeForm(#""20.11.2025""#, nil),
    TimeForm(#""20/11/2025 10:00:00Z""#, whole),
    TimeForm(#""1677-09-21T00:12:43.145224192Z""#, nil),
    TimeForm(#""1677-09-21T00:12:43.145224191Z""#, nil),
    TimeForm(#""2262-04-11T23:47:16.854775808Z""#, nil),
    TimeForm(#""9999-12-31T23:59:59Z""#, nil),
    TimeForm(#""2025-02-29T00:00:00Z""#, nil),
    TimeForm(#""1900-02-29T00:00:00Z""#, nil),
    TimeForm(#""2025-13-01T00:00:00Z""#, nil),
    TimeForm(#""2025-00-01T00:00:00Z""#, nil),
    TimeForm(#""2025-04-31T00:00:00Z""#, nil),
    TimeForm(#""2025-04-00T00:00:00Z""#, nil),
    TimeForm(#""2025-11-20T24:00:00Z""#, nil),
    TimeForm(#""2025-11-20T10:60:00Z""#, nil),
    TimeForm(#""2025-11-20T10:00:61Z""#, nil),
    TimeForm(#""2025-11-20T10:00:00.Z""#, nil),
    TimeForm(#""2025-11-20""#, nil),
    TimeForm(#""2025-11-20T10:00:00ZZ""#, nil),
    TimeForm(#""2025-11-20T10:00:00+24:00""#, nil),
    TimeForm(#""2025-11-20T10:00:00+02:60""#, nil),
    TimeForm(#""2025-11-20T10:00:00+02:""#, nil),
    TimeForm(#""2025-11-20T10:00:00+02:0""#, nil),
    TimeForm(#""yesterday""#, nil),
    TimeForm("true", nil),
    TimeForm("{}", nil),
  ]

  static let numbers: [TimeForm] = [
    TimeForm("1763632800", whole),
    TimeForm("1763632800.0", whole),
    TimeForm("1763632800.000000001", whole + 1),
    TimeForm("1763632800.0000000019", whole + 1),
    TimeForm("1763632800000", whole),
    TimeForm("1763632800000.25", whole + 250_000),
    TimeForm("1763632800000000", whole),
    TimeForm("1763632800000000.123", whole + 123),
    TimeForm("1763632800000000000", whole),
    TimeForm("1763632800123456789", whole + 123_456_789),
    TimeForm("1763632800123456789.9", whole + 123_456_789),
    TimeForm("1.7636328e9", whole),
    TimeForm("1.7636328E+12", whole),
    TimeForm("17636328e+11", whole),
    TimeForm("17636328000000000000000e-4", whole),
    TimeForm("1000000000", 1_000_000_000_000_000_000),
    TimeForm("9223372036854775807", Int64.max),
    TimeForm(#""1763632800""#, whole),
    TimeForm(#""1763632800.5""#, whole + 500_000_000),
    TimeForm(#""1763632800,500""#, whole + 500_000_000),
    TimeForm(#""1763632800000,25""#, whole + 250_000),
    TimeForm(#""1763632800123456789""#, whole + 123_456_789),
    // No times.
    TimeForm("0", nil),
    TimeForm("12", nil),
    TimeForm("999999999", nil),
    TimeForm("9999999999", nil),
    TimeForm("17636328000", nil),
    TimeForm("17636328000000", nil),
    TimeForm("9223372036854775808", nil),
    TimeForm("17636328000000000000", nil),
    TimeForm("-1763632800", nil),
    TimeForm("1e400", nil),
    TimeForm("1e99999999999999999999", nil),
    TimeForm(#""1763632800x""#, nil),
    TimeForm(#""0x68d1e1a0""#, nil),
  ]
}

extension TimeForm {
  /// What programs write that do not write RFC 3339.
  static let written: [TimeForm] = [
    TimeForm(#""2025-11-20 10:00:00.000000 UTC""#, whole), TimeForm(#""2025-11-20 10:00:00 GMT""#, whole),
    TimeForm(#""2025-11-20T10:00Z""#, whole), TimeForm(#""2025-11-20T12:00:00+2""#, whole),
    TimeForm(#""2025-11-20T10:00:00Z ""#, whole), TimeForm(#"" 2025-11-20T10:00:00Z""#, whole),
    TimeForm(#""2025-11-20 10:00:00,25 UTC""#, whole + 250_000_000),
    TimeForm(#""2025/11/20 10:00:00,250""#, whole + 250_000_000, assumed: true),
    TimeForm(#""2025.11.20 10:00:00""#, whole, assumed: true),
    TimeForm(#""2025-11-20 1:05:00 PM UTC""#, whole + 11_100_000_000_000),
    TimeForm(#""20251120T100000Z""#, whole), TimeForm(#""20251120T120000.5+0200""#, whole + 500_000_000),
    TimeForm(#""20251120T10:00:00Z""#, whole), TimeForm(#""20251120100000""#, whole, assumed: true),
    TimeForm(#""Thu, 20 Nov 2025 10:00:00 +0000""#, whole), TimeForm(#""20 Nov 2025 12:00:00 +0200""#, whole),
    TimeForm(#""Thu, 20 Nov 2025 10:00:00 GMT""#, whole), TimeForm(#""Thursday, 20-Nov-25 10:00:00 GMT""#, whole),
    TimeForm(#""Thu Nov 20 10:00:00 2025""#, whole, assumed: true), TimeForm(#""Thu Nov 20 10:00:00 UTC 2025""#, whole),
    TimeForm(#""Thu Nov 20 2025 12:00:00 GMT+0200 (Central European Time)""#, whole),
    TimeForm(#""20/Nov/2025:12:00:00 +0200""#, whole),
    TimeForm(#""Nov 20, 2025 @ 10:00:00.125""#, whole + 125_000_000, assumed: true),
    TimeForm(#""Nov 20, 2025, 10:00:00 AM UTC""#, whole),
    TimeForm(#""November 20, 2025 at 12:00:00\u202fPM UTC+2""#, whole),
    TimeForm(#""20 nov. 2025 à 10:00:00""#, whole, assumed: true),
    TimeForm(#""20. November 2025 um 10:00:00 Z""#, whole),
    TimeForm(#""2025. 11. 20. 오전 10:00:00""#, whole, assumed: true),
    TimeForm(#""2025年11月20日 10:00:00""#, whole, assumed: true),
    TimeForm(#""11/11/2025 10:00:00Z""#, 1_762_855_200_000_000_000),
    TimeForm(#""12/11/2025 10:00:00""#, nil), TimeForm(#""20/11/2025 10:00:00""#, whole, assumed: true),
    TimeForm(#""Nov 20 10:00:00""#, nil), TimeForm(#""Thu Nov 20 10:00:00 CST 2025""#, nil),
    TimeForm(#""20 Nov 2025""#, nil), TimeForm(#""2025-11/20 10:00:00Z""#, nil),
    TimeForm(#""Nov 31, 2025 @ 10:00:00""#, nil), TimeForm(#""2025-11-20 13:00:00 PM""#, nil),
    TimeForm(#""2025-11-20 10:00:00 and more""#, nil), TimeForm(#""20251320T100000Z""#, nil),
  ]
}

@Suite(.tags(.medium)) struct TimestampTests {
  @Test(arguments: TimeForm.words + TimeForm.numbers + TimeForm.written)
  func `a time is read exactly or not at all`(_ form: TimeForm) throws {
    let reading = try Reading("{\"event\":\"process.main\",\"time\":\(form.json)}\n")
    guard let nanoseconds = form.nanoseconds else {
      #expect(reading.batch.rejects.map(\.reason) == [.noTime])
      return
    }
    #expect(reading.batch.events.map(\.time) == [nanoseconds])
    #expect(reading.batch.counts.zoneAssumed == (form.isAssumed ? 1 : 0))
    #expect(reading.batch.counts.misfits == 0)
  }

  @Test func `a time without an offset is in the zone that was reported`() throws {
    var options = IngestOptions()
    options.zoneOffsetSeconds = 7200
    let reading = try Reading(
      #"{"event":"process.main","time":"2025-11-20T12:00:00"}"#, options: options)
    #expect(reading.batch.events.map(\.time) == [TimeForm.whole])
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000000000Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
    (Int64.max, "2262-04-11T23:47:16.854775807Z"),
    (Int64.min + 1, "1677-09-21T00:12:43.145224193Z"),
    (1_709_164_800_000_000_001, "2024-02-29T00:00:00.000000001Z"),
  ])
  func `an instant is printed with nine digits`(_ nanoseconds: Int64, _ text: String) {
    #expect(Timestamp.rfc3339(nanoseconds) == text)
  }

  @Test func `what is printed is read as the same instant`() {
    var random = SplitMix(seed: 11)
    for _ in 0..<20_000 {
      let instant = max(Int64(bitPattern: random.next()), Int64.min + 1)
      let text = Array(Timestamp.rfc3339(instant).utf8)
      #expect(Timestamp.parse(text.span)?.nanoseconds == instant, "seed 11, \(instant)")
    }
  }
}

/// A random sequence that a seed gives again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
