/// Android's log, as `logcat` prints it: recognized only to say that tracetool reads the logs of iOS.
enum Logcat {
  /// Source: *logcat command-line tool*, Android developer documentation: the formats threadtime and brief.
  static func isLogcat(_ lines: [String]) -> Bool {
    let lines = lines.filter { !$0.isEmpty }
    let known = lines.count { $0.hasPrefix("--------- beginning of ") || isThreadtime($0) || isBrief($0) }
    return known > 0 && 2 * known >= lines.count
  }

  /// As in `08-21 10:15:30.123  1234  1250 I ActivityManager: text`, also with a year.
  private static func isThreadtime(_ line: String) -> Bool {
    // Most lines are no such lines, and to cut each into words took a third of the time of opening a log.
    guard line.utf8.first?.isDigit == true else { return false }
    let words = line.split(separator: " ", maxSplits: 6)
    guard words.count > 5, [5, 10].contains(words[0].utf8.count), words[0].utf8.dropLast(2).last == 0x2D,
      words[1].utf8.count >= 12, words[1].utf8.dropFirst(2).first == 0x3A
    else { return false }
    return UInt32(words[2]) != nil && UInt32(words[3]) != nil && isLevel(words[4])
  }

  /// As in `I/ActivityManager( 1234): text`.
  private static func isBrief(_ line: String) -> Bool {
    guard isLevel(line.prefix(1)), line.dropFirst().first == "/", let open = line.firstIndex(of: "(") else {
      return false
    }
    let rest = line[open...].dropFirst().drop { $0 == " " }
    return rest.first?.isNumber == true && rest.drop(while: \.isNumber).hasPrefix("):")
  }

  private static func isLevel(_ word: Substring) -> Bool { ["V", "D", "I", "W", "E", "F", "A", "S"].contains(word) }
}
