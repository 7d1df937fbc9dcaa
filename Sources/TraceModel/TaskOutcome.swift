/// How a background task ended.
public enum TaskOutcome: UInt8, Named, Sendable, CaseIterable {
  case ended, expired, endedTwice, overwritten, leaked, open
}
