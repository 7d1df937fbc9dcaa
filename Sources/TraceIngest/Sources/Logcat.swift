import TraceModel

/// Android's log, as `logcat`, Android Studio and Flutter print it.
///
/// Frameworks print the same words of a life cycle on both platforms, and a line of the other one is not judged.
///
/// Source: *logcat command-line tool*, Android developer documentation (the formats brief, tag, process, time, threadtime
/// and long); the two forms of Android Studio.
enum Logcat {
  private static let space = UInt8(ascii: " ")
  private static let levels = Set("VDIWEFA".utf8)
  private static let heading = Array("--------- beginning of ".utf8)
  /// What Metro prints of an app that it builds for either platform.
  private static let bundled = (android: Array("Android Bundled ".utf8), iOS: Array("iOS Bundled ".utf8))
  /// Tags of Android's own, before which people cut the level off.
  private static let tags = ["AndroidRuntime", "ActivityManager", "ActivityTaskManager"].map { Array($0.utf8) }
  /// The longest tag, and how many words behind a time may precede the level: this project's numbers.
  private static let longestTag = 64
  private static let levelReach = 6

  /// True if a text is Android's: at least half of its lines are, or no other one tells of a life cycle.
  static func isLogcat(_ lines: [String]) -> Bool {
    let filled = lines.map { Array($0.utf8)[...] }.filter { !$0.allSatisfy(JSONScanner.isSpace) }
    let others = filled.filter { !isLine($0) && !isLine(LineMarks.bare($0)) }
    if others.count == filled.count { return isBundled(filled) }
    return 2 * others.count <= filled.count || isBundled(filled) || !others.contains { AppSaying.isNamed(in: $0) }
  }

  /// True for the text of lines that belong to Android's log although nothing in them says so: those below a heading of
  /// their own each (the format long), or of an app that Metro has built for Android alone.
  static func isWhole(_ lines: [String]) -> Bool {
    lines.contains { isHeading(Array($0.utf8)[...]) } || isBundled(lines.map { Array($0.utf8)[...] })
  }

  private static func isBundled(_ lines: [ArraySlice<UInt8>]) -> Bool {
    func has(_ mark: [UInt8]) -> Bool { lines.contains { $0.drop { $0 == space }.starts(with: mark) } }
    return has(bundled.android) && !has(bundled.iOS)
  }

  /// True for a line of Android's log, also behind the mark of `flutter run -v`.
  static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == space || $0 == UInt8(ascii: "\t") }
    guard let first = text.first else { return false }
    switch first {
    case UInt8(ascii: "-"): return text.starts(with: heading)
    case UInt8(ascii: "["):
      if isHeading(text) { return true }
      guard let end = text.prefix(24).firstIndex(of: UInt8(ascii: "]")) else { return false }
      let mark = text[..<end].dropFirst().drop { $0 == space }
      guard mark.isEmpty || mark.first == UInt8(ascii: "+") else { return false }
      return isTagged(text[(end + 1)...].drop { $0 == space })
    case _ where first.isDigit: return isTimed(text)
    default: return isTagged(text)
    }
  }

  /// True for `I/flutter ( 1234): text`, `I/flutter: text`, `I( 1234) text` and `AndroidRuntime: text`.
  private static func isTagged(_ text: ArraySlice<UInt8>) -> Bool {
    guard let level = text.first, level.isLetter, let mark = text.dropFirst().first else { return false }
    if mark == UInt8(ascii: "(") { return levels.contains(level) && isNumbered(text.dropFirst()) }
    guard mark == UInt8(ascii: "/") else {
      return level == UInt8(ascii: "A")
        && tags.contains { tag in
          text.starts(with: tag) && ":(".utf8.contains(text.dropFirst(tag.count).drop { $0 == space }.first ?? 0)
        }
    }
    guard levels.contains(level) else { return false }
    let name = text.dropFirst(2)
    let tag = name.prefix(longestTag).prefix { $0.isLetter || $0.isDigit || "._-$".utf8.contains($0) }
    guard tag.count > 1, tag.first?.isLetter == true else { return false }
    let rest = name[tag.endIndex...].drop { $0 == space }
    return rest.first == UInt8(ascii: ":") || isNumbered(rest)
  }

  /// True if a process id in parentheses is at the start of a text, as in `( 1234): text`.
  private static func isNumbered(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "(") else { return false }
    let digits = text.dropFirst().drop { $0 == space }
    let rest = digits.drop(while: \.isDigit)
    return rest.startIndex > digits.startIndex && "):".utf8.contains(rest.first ?? 0)
  }

  /// True for a line that begins with a time, which a level and a tag follow, or the ids of a process and a thread before
  /// a level: `08-21 10:15:30.123  1234  1250 I ActivityManager: text`, with a year, `1234-1250/com.example.shop I/flutter:
  /// text`, `1234-1250  flutter  com.example.shop  I  text`.
  private static func isTimed(_ text: ArraySlice<UInt8>) -> Bool {
    // Most lines are not like this: the day has no year, or is followed by the time.
    var rest = text
    let day = rest.prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
    if [5, 10].contains(day.count), day.dropLast(2).last == UInt8(ascii: "-") {
      rest = rest[day.endIndex...].drop { $0 == space }
    }
    let clock = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    guard clock.count >= 8, clock.dropFirst(2).first == UInt8(ascii: ":") else { return false }
    rest = rest[clock.endIndex...].drop { $0 == space }
    guard let first = rest.first else { return false }
    if first.isLetter { return isTagged(rest) }
    let digits = rest.prefix(while: \.isDigit)
    guard !digits.isEmpty, let mark = rest[digits.endIndex...].first else { return false }
    let isPair = mark == UInt8(ascii: "-") && rest[digits.endIndex...].dropFirst().first?.isDigit == true
    guard isPair || mark == space else { return false }
    let words = rest.split(maxSplits: levelReach) { $0 == space || $0 == UInt8(ascii: "\t") }
    if isPair, words.first?.contains(UInt8(ascii: "/")) == true { return true }
    if !isPair, words.dropFirst().first?.allSatisfy(\.isDigit) != true { return false }
    return words.prefix(levelReach).contains { $0.count == 1 && $0.first.map(levels.contains) == true }
  }

  /// True for the heading of a message in the format long: `[ 08-21 10:15:30.123  1234: 1250 I/flutter ]`.
  private static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "[ ".utf8), line.dropFirst(2).first?.isDigit == true,
      let end = line.lastIndex(of: UInt8(ascii: "]")), let mark = line[..<end].lastIndex(of: UInt8(ascii: "/")),
      mark > line.startIndex + 8
    else { return false }
    return levels.contains(line[mark - 1]) && line[mark - 2] == space
  }
}
