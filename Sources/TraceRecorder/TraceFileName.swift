/// The name of a trace file.
///
/// `trace-00000012-1790000000-4711-1A2B3C4D.jsonl` is the twelfth file of its folder, begun 1,790,000,000 s after 1970 by
/// process 4711 in the launch whose id begins with `1A2B3C4D`. Before `.jsonl` stands `-background` as long as that launch
/// has not come to the foreground. Files are ordered by number and not by time, since clocks are set back.
struct TraceFileName: Comparable, Hashable, Sendable {
  /// One more than the highest number that its recorder knew of in the folder when the file began.
  let number: Int
  /// The wall clock as the file began, in seconds since 1970.
  let time: Int
  /// The id of the process that wrote it.
  let process: Int32
  /// The first eight characters of its launch's id.
  let launch: String
  /// True if that launch had not come to the foreground.
  let isBackground: Bool

  init(number: Int, time: Int, process: Int32, launch: String, isBackground: Bool) {
    self.number = number
    self.time = max(time, 0)
    self.process = process
    self.launch = launch
    self.isBackground = isBackground
  }

  /// Parses a file name; nil if no recorder gives such a name.
  init?(_ name: ArraySlice<UInt8>) {
    var parser = FileNameParser(name)
    guard let number = parser.traceNumber(), parser.skip(FileNameParser.dash),
      let time = parser.number(), parser.skip(FileNameParser.dash), let process = parser.process(),
      parser.skip(FileNameParser.dash),
      let launch = parser.launch()
    else { return nil }
    let isBackground = parser.skip(FileNameParser.background)
    guard parser.skip(FileNameParser.ending), parser.isAtEnd else { return nil }
    self.init(number: number, time: time, process: process, launch: launch, isBackground: isBackground)
  }

  /// The number of a trace, as it begins its name; nil if the name is that of no trace.
  static func number(of name: ArraySlice<UInt8>) -> Int? {
    var parser = FileNameParser(name)
    return parser.traceNumber()
  }

  /// The name as it stands in the folder.
  var text: String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(8 - digits.utf8.count, 0))
    return "trace-\(zeros)\(digits)-\(time)-\(process)-\(launch)\(isBackground ? "-background" : "").jsonl"
  }

  /// The name of the same file once its launch has come to the foreground.
  var inForeground: Self {
    Self(number: number, time: time, process: process, launch: launch, isBackground: false)
  }

  static func < (a: Self, b: Self) -> Bool { (a.number, a.process, a.launch) < (b.number, b.process, b.launch) }
}

/// The name of an empty file that a launch has opened ahead.
///
/// `.next-4711-1A2B3C4D` is the file that process 4711 goes on in when its present one is full, in the launch whose id
/// begins with `1A2B3C4D`. It gets a `TraceFileName` before the first line is written to it, so it never holds
/// anything. The dot hides it from programs that list the folder.
struct NextFileName {
  let process: Int32
  /// The first eight characters of the launch's id.
  let launch: String

  /// The name as it stands in the folder.
  var text: String { ".next-\(process)-\(launch)" }
}

extension NextFileName {
  /// Parses a file name; nil if no recorder gives such a name.
  init?(_ name: ArraySlice<UInt8>) {
    var parser = FileNameParser(name)
    guard parser.skip(FileNameParser.next), let process = parser.process(), parser.skip(FileNameParser.dash),
      let launch = parser.launch(), parser.isAtEnd
    else { return nil }
    self.init(process: process, launch: launch)
  }
}

/// Reads the parts of a file name, of which a folder may hold thousands, without asking for memory.
private struct FileNameParser {
  private static let trace = Array("trace-".utf8)
  static let next = Array(".next-".utf8)
  static let dash = [UInt8(ascii: "-")]
  static let background = Array("-background".utf8)
  static let ending = Array(".jsonl".utf8)

  /// What has not been read yet.
  private var rest: ArraySlice<UInt8>

  init(_ name: ArraySlice<UInt8>) { rest = name }

  var isAtEnd: Bool { rest.isEmpty }

  /// Goes behind a text, if it stands here.
  mutating func skip(_ text: [UInt8]) -> Bool {
    if !rest.starts(with: text) { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// Reads a number of at least so many digits, of which more have no zero in front.
  mutating func number(leastDigits: Int = 1) -> Int? {
    let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
    // With fewer than 16 digits there is room to count on.
    if digits.count < leastDigits || digits.count > 15 { return nil }
    if digits.count > leastDigits && digits.first == UInt8(ascii: "0") { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Reads what begins the name of a trace.
  mutating func traceNumber() -> Int? { skip(Self.trace) ? number(leastDigits: 8).flatMap { $0 > 0 ? $0 : nil } : nil }

  mutating func process() -> Int32? { number().flatMap { $0 > 0 ? Int32(exactly: $0) : nil } }

  /// Reads the first eight characters of a launch's id.
  mutating func launch() -> String? {
    let launch = rest.prefix(8)
    // The bit tells small letters from capital ones.
    let isLaunch = launch.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || ($0 | 0x20) &- UInt8(ascii: "a") < 6 }
    if launch.count < 8 || !isLaunch { return nil }
    rest = rest.dropFirst(8)
    return String(decoding: launch, as: UTF8.self)
  }
}
