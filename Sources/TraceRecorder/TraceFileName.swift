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

  private static let ending = ".jsonl"
  private static let background = "-background"

  init(number: Int, time: Int, process: Int32, launch: String, isBackground: Bool) {
    self.number = number
    self.time = max(time, 0)
    self.process = process
    self.launch = launch
    self.isBackground = isBackground
  }

  /// Parses a file name; nil if no recorder gives such a name.
  init?(_ text: String) {
    guard text.hasSuffix(Self.ending) else { return nil }
    let stem = text.dropLast(Self.ending.utf8.count)
    let isBackground = stem.hasSuffix(Self.background)
    let parts = stem.dropLast(isBackground ? Self.background.utf8.count : 0)
      .split(separator: "-", omittingEmptySubsequences: false)
    // With fewer than 16 digits there is room to count on.
    guard parts.count == 5, parts[1].utf8.count < 16, let number = Int(parts[1]), number > 0, parts[2].utf8.count < 16,
      let time = Int(parts[2]), let process = Int32(parts[3]), process > 0, Self.isLaunch(parts[4])
    else { return nil }
    self.init(number: number, time: time, process: process, launch: String(parts[4]), isBackground: isBackground)
    if self.text != text { return nil }
  }

  /// True for the first eight characters of a launch's id.
  static func isLaunch(_ text: Substring) -> Bool {
    text.utf8.count == 8 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The name as it stands in the folder.
  var text: String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(8 - digits.utf8.count, 0))
    return "trace-\(zeros)\(digits)-\(time)-\(process)-\(launch)\(isBackground ? Self.background : "")\(Self.ending)"
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

  init(process: Int32, launch: String) {
    self.process = process
    self.launch = launch
  }

  /// Parses a file name; nil if no recorder gives such a name.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let process = Int32(parts[1]), process > 0, TraceFileName.isLaunch(parts[2]) else {
      return nil
    }
    self.init(process: process, launch: String(parts[2]))
    if self.text != text { return nil }
  }

  /// The name as it stands in the folder.
  var text: String { ".next-\(process)-\(launch)" }
}
