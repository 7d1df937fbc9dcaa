import TraceAnalyzer
import TraceModel

extension FindingGroup {
  /// True of a finding that is reported once for a version, however many launches show it.
  var isShareOfVersion: Bool { launches == 0 || worst.isReportedOnce }

  /// As in `in 46 launches (2.3 %), 60 times`; which launches of an app it is about, where none is named.
  func shareText(of all: Int64) -> String { shareParts(of: all).joined(separator: " ") }

  /// The same, with each name by itself.
  func shareParts(of all: Int64) -> [String] {
    if isShareOfVersion {
      let more = count > 1 ? "and \(Units.count(count - 1)) more" : nil
      return [worst.app, worst.appVersion, more].compactMap(\.self)
    }
    let share = Units.share(Int64(launches), of: all).map { " (\($0))" } ?? ""
    let times = medians.isEmpty && count > launches ? ", \(Units.count(count)) times" : ""
    return ["in \(Units.count(launches, "launch"))\(share)\(times)"]
  }

  /// What was found, in its measured spread.
  var messageLines: [String] {
    if medians.count > 1 { return [foldedText] }
    let others = standsOut ? "; that is over the app's other groups" : ""
    let more = fingerprints > 1 ? "; \(Units.count(fingerprints - 1)) more of this kind" : others
    let message = worst.message + worst.inferredText + more
    guard count > 1, let spread else { return [message] }
    // The message has the greatest measure and its budget.
    return [message, spread.text(of: count)]
  }

  /// Medians that are over their budget, in one sentence.
  private var foldedText: String {
    guard let spread else { return worst.message }
    let all = medians[0].siblingCount
    let over = overMedians
    let groups = over == all ? "all \(Units.count(all))" : "\(Units.count(over)) of \(Units.count(all))"
    let apart =
      over == medians.count
      ? "" : " in \(Units.count(medians.count)), and \(Units.count(over - medians.count)) listed apart"
    let range = "\(DurationText.of(spread.shortest)) to \(DurationText.of(spread.longest))"
    // One phase is to blame if it is in most groups.
    let blamed = Dictionary(grouping: medians.compactMap(\.phase).filter(\.explains), by: \.phase).mapValues(\.count)
    let common = blamed.first { $0.value * 2 > medians.count }
    let phase = common.map { "; \($0.key) takes longer than usual" } ?? ""
    return "median launch time over the budget of \(spread.budgetText) in \(groups) groups of version, kind and model: "
      + "\(range)\(apart)\(phase)"
  }
}

extension FindingGroup.Spread {
  /// What is said of so many beside the one that measured most, as in `the longest of 4, whose median is 325 ms`.
  func text(of count: Int) -> String {
    let several = budgets.lowerBound == budgets.upperBound ? "" : ", and whose budgets are \(budgetText)"
    return "the \(isMemory ? "most" : "longest") of \(Units.count(count)), whose median is \(amount(median))\(several)"
  }

  /// The budget, or the least and the greatest of several.
  var budgetText: String {
    let least = amount(budgets.lowerBound)
    return budgets.lowerBound == budgets.upperBound ? least : "\(least) to \(amount(budgets.upperBound))"
  }

  private func amount(_ value: Int64) -> String {
    isMemory ? "\(Units.count(value / 1_000_000)) MB" : DurationText.of(value)
  }
}
