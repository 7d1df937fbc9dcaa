import TraceAnalyzer
import TraceModel

/// Texts of one row of a comparison.
extension CompareRow {
  var isByDevice: Bool { comparedBy == "devices" }

  /// The least difference that matters, as in `21.0 ms`.
  var marginText: String {
    guard let share = marginShare else { return DurationText.of(marginNanos ?? 0) }
    return ShareText.points(share)
  }

  /// What a row counts: launches, resumes, or ends that MetricKit counted.
  var noun: StaticString {
    kind == MetricRow.backgroundExit ? "end" : isOfResumes ? "resume" : "launch"
  }

  /// As in `6 and 7 launches`, or `6 and 7 devices` if those are the draws.
  private var countsText: Sentence {
    let areDevices = comparedBy == "models" && [base, head].contains { $0.units < $0.comparedLaunches }
    let counts = [base, head].map { areDevices ? $0.units : $0.comparedLaunches }
    let draw: StaticString = isOfMetricKit ? "payload" : "device"
    return "\(count: counts[0]) and \(count: counts[1], areDevices ? draw : noun)"
  }

  /// Why a row is undecided, and what would decide it.
  func reasonText(base baseName: Sentence, head headName: Sentence, stratum: String?) -> Sentence {
    let margin: Sentence = "\(name: marginText)"
    let noun: Sentence = "\(name: "\(noun)")"
    let nouns: Sentence = noun == "launch" ? "launches" : "\(noun)s"
    let draws: Sentence = isOfMetricKit ? "payloads" : "devices"
    switch reason {
    case nil: return ""
    case .noLaunches:
      let isBase = base.launches == 0
      let side = isBase ? baseName : headName
      if isOfMetricKit { return "MetricKit counted none of \(side)" }
      if isOfResumes { return "\(side) has no resume whose time is known" }
      return "\(side) has no \(name: kind) launch \(isShare ? "that counts" : "with this time")"
    case .notRecorded:
      return "\(base.launches == 0 ? baseName : headName) does not record what it takes to show it"
    case .tooFewAlike:
      let isNone = base.comparedLaunches == 0
      guard let stratum else { return "a side has fewer than five \(nouns)" }
      return isNone
        ? "no \(name: stratum) has five \(nouns) on both sides"
        : "less than half of a side is of a \(name: stratum) with five \(nouns) on both sides"
    case .tooFewDevices:
      if lowNanos != nil || highNanos != nil || degreesOfFreedom != nil {
        return "\(countsText) are too few to bound the difference"
      }
      if base.units > 2, head.units > 2 {
        return "\(isByDevice ? "a few launches" : "one or two \(draws)") count for most of a side"
      }
      return "\(count: base.units) and \(count: head.units) \(draws) are too few:"
        + " three a side with about as many launches each are the least"
    case .tooFewLaunches:
      let worth = [base, head].map { Int($0.effectiveSize ?? 0) }
      return "\(name: measure) needs \(count: neededLaunches ?? 0) independent launches a side,"
        + " these show as much as \(count: worth[0]) and \(count: worth[1])"
    case .tooWide:
      guard let needed = neededLaunches else { return "over 100 times as many \(nouns) would show \(margin)" }
      return "about \(count: needed) \(nouns) a side would show \(margin)"
    case .coarseClock:
      let slack: Sentence = "\(nanos: clockSlackNanos ?? 0)"
      if isOfMetricKit {
        return
          "in its bucket a \(noun) may be \(slack) longer or shorter than is counted; \(margin) would matter"
      }
      return
        "by the clocks of the logs a \(noun) may look \(slack) longer or shorter than it was; \(margin) would matter"
    case .unfinished:
      return "\(unfinishedText ?? ""): it would not hold if they were the slowest"
    case .nearMargin: return "it may be less or more than \(margin), the least that matters"
    case .otherShape:
      let change = DifferenceText.of((head.nanos ?? 0) - (base.nanos ?? 0))
      let advice: Sentence = measure == CompareMeasure.launch.name ? ": compare --percentiles 25,50,75" : ""
      return "the medians differ by \(name: change), most \(nouns) by less\(advice)"
    }
  }

  /// As in `0 and 86 more resumes have no end`; nil unless one side has more of them.
  var unfinishedText: Sentence? {
    guard let base = base.unfinished, let head = head.unfinished else { return nil }
    return "\(count: base) and \(count: head) more \(isOfResumes ? "resumes" : "launches") have no end"
  }
}
