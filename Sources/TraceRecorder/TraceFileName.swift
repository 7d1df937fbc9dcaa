/// What the file of a trace is called.
///
/// `trace-00000012-4711-1A2B3C4D.jsonl` is the twelfth that was made in its folder, by process 4711 in the launch whose
/// id begins with `1A2B3C4D`. The number, and no clock, says which is older: clocks are set back.
struct TraceFileName: Comparable {
  /// One more than the greatest that was there when the file was made.
  let number: Int
  /// The process that writes it, or did.
  let process: Int32
  /// How the id of its launch begins.
  let launch: String

  init(number: Int, process: Int32, launch: String) {
    self.number = number
    self.process = process
    self.launch = launch
  }

  /// The name that is spelled so; nothing if no recorder gives such a name.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    // No more digits than leave room to count on.
    guard parts.count == 4, parts[1].utf8.count < 16, let number = Int(parts[1]), number > 0,
      let process = Int32(parts[2]), process > 0
    else { return nil }
    let launch = parts[3].prefix { $0.isASCII && $0.isHexDigit }
    self.init(number: number, process: process, launch: String(launch))
    if launch.utf8.count != 8 || self.text != text { return nil }
  }

  /// As it stands in the folder.
  var text: String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(8 - digits.utf8.count, 0))
    return "trace-\(zeros)\(digits)-\(process)-\(launch).jsonl"
  }

  static func < (a: Self, b: Self) -> Bool { (a.number, a.process, a.launch) < (b.number, b.process, b.launch) }
}
