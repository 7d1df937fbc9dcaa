/// The name of a trace file.
///
/// `trace-00000012-4711-1A2B3C4D.jsonl` is the twelfth file of its folder, written by process 4711 in the launch whose
/// id begins with `1A2B3C4D`. Files are ordered by number and not by a clock, since clocks are set back.
struct TraceFileName: Comparable {
  /// One more than the highest number that its recorder knew of in the folder when the file began.
  let number: Int
  /// The id of the process that wrote it.
  let process: Int32
  /// The first eight characters of its launch's id.
  let launch: String

  init(number: Int, process: Int32, launch: String) {
    self.number = number
    self.process = process
    self.launch = launch
  }

  /// Parses a file name; nil if no recorder gives such a name.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    // With fewer than 16 digits there is room to count on.
    guard parts.count == 4, parts[1].utf8.count < 16, let number = Int(parts[1]), number > 0,
      let process = Int32(parts[2]), process > 0
    else { return nil }
    let launch = parts[3].prefix { $0 != "." }
    self.init(number: number, process: process, launch: String(launch))
    if !Self.isLaunch(launch) || self.text != text { return nil }
  }

  /// True for the first eight characters of a launch's id.
  static func isLaunch(_ text: Substring) -> Bool {
    text.utf8.count == 8 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The name as it stands in the folder.
  var text: String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(8 - digits.utf8.count, 0))
    return "trace-\(zeros)\(digits)-\(process)-\(launch).jsonl"
  }

  static func < (a: Self, b: Self) -> Bool { (a.number, a.process, a.launch) < (b.number, b.process, b.launch) }
}
