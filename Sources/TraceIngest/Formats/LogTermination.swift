import TraceModel

/// What RunningBoard says of why it is to end a process.
///
///     <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression reportType:CrashLog
///       maxTerminationResistance:Interactive>
enum LogTermination {
  /// What stands behind an explanation.
  private static let ends = [" reportType:", " maxTerminationResistance:", " attrs:"]
  /// Its own domain, which it does not write.
  private static let runningBoard = "15"

  /// The domain and the code of the exit, and the explanation, under these names, as far as the text has them.
  static func fields(of context: ArraySlice<UInt8>) -> [String: String] {
    var fields: [String: String] = [:]
    fields["code"] = word(behind: "code:", in: context)
    fields["domain"] = word(behind: "domain:", in: context) ?? fields["code"].map { _ in runningBoard }
    let mark = Array("explanation:".utf8)
    guard let start = context.firstIndex(of: mark) else { return fields }
    let rest = context[start...].dropFirst(mark.count)
    let end = ends.compactMap { rest.firstIndex(of: $0.utf8) }.min() ?? rest.lastIndex(of: UInt8(ascii: ">"))
    let explanation = rest[..<(end ?? rest.endIndex)].string
    if explanation != "<no explanation given>" { fields["explanation"] = explanation }
    return fields
  }

  private static func word(behind mark: String, in text: ArraySlice<UInt8>) -> String? {
    guard let start = text.firstIndex(of: mark.utf8) else { return nil }
    return text[start...].dropFirst(mark.utf8.count).prefix { !" >".utf8.contains($0) }.string
  }
}
