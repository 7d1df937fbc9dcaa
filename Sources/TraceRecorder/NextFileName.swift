/// The name of an empty file that a launch has opened ahead.
///
/// `.next-4711-1A2B3C4D` is the file that process 4711 goes on in when its present one is full, in the launch whose id
/// begins with `1A2B3C4D`. It gets a `TraceFileName` before the first line is written to it, so it never holds anything.
/// The dot hides it from whoever reads the folder.
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
