extension [Launch] {
  /// Why launches do not count, and how many do not for it.
  var reasons: [String: Int] { GroupTimes(map(\.classified)).reasons }
}

extension Launch {
  var isCounted: Bool { time.notCounted == nil && time.nanos != nil }

  /// Its time, if that counts and has these ends.
  func nanos(_ anchors: Anchors?) -> Int64? { isCounted && time.anchors == anchors ? time.nanos : nil }
}
