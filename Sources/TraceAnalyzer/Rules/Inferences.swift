/// A number of this project's, not Apple's, that decides what a log does not say.
package enum Inference: Int, Sendable, CaseIterable {
  case folded, forwarded, late, leaked, prewarmed, pushed, suspended, swiped

  /// In the order of the cases: the number in milliseconds, what it decides, and what it rests on.
  private static let table = """
    1000|Two sources that tell an event within this time tell it once.|far over a notification's delay, far under a \
    person's next act
    50|An app callback so soon after its scene's was sent on from it.|organicmaps 12967
    1000|An app told to come to the foreground so long after its launch was in the background.|launches to the \
    foreground go there at once
    2000|A task that lives so long after it expired is never ended.|twice what Apple DTS gives expiration handlers
    10000|A launch that paused so long before its foreground was prewarmed.|getsentry/sentry-cocoa 1897; iOS 15 and \
    later
    2000|A push so long before the foreground woke the app by itself.|people answer a notification at once
    10000|After so long without event and task iOS has suspended the app.|field logs: iOS suspends seconds after the \
    last task
    2000|A scene told to come so soon after a disconnect was swiped away.|Apple forum thread 732170
    """
  private static let rows = table.split(separator: "\n").map { $0.split(separator: "|") }
  private static let numbers = rows.map { (Int64($0[0]) ?? 0) * 1_000_000 }

  /// The number, in nanoseconds.
  package var nanos: Int64 { Self.numbers[rawValue] }
  /// What it decides, in one sentence.
  package var summary: String { String(Self.rows[rawValue][1]) }
  /// What the number rests on.
  package var evidence: String { String(Self.rows[rawValue][2]) }
}
