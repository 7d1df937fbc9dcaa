import TraceAnalyzer
import TraceModel

extension FindingGroup {
  /// True of a finding that is reported once for a version, however many launches show it.
  var isShareOfVersion: Bool { launches == 0 || worst.isReportedOnce }

  /// As in `in 46 launches (2.3 %), 60 times`; which launches of an app it is about, where none is named.
  func shareText(of all: Int64) -> Sentence { shareParts(of: all).joined(separator: " ") }

  /// The same, with each name by itself.
  func shareParts(of all: Int64) -> [Sentence] {
    if isShareOfVersion {
      let names = [worst.app, worst.appVersion].compactMap(\.self).map { "\(name: $0)" as Sentence }
      return names + (count > 1 ? ["and \(count: count - 1) more"] : [])
    }
    let share: Sentence = Units.share(Int64(launches), of: all).map { " (\(name: $0))" } ?? ""
    let times: Sentence = medians.isEmpty && count > launches ? ", \(count: count) times" : ""
    return ["in \(count: launches, "launch")\(share)\(times)"]
  }

  /// What was found, in its measured spread.
  var messageLines: [Sentence] {
    if medians.count > 1 { return [foldedText] }
    let others: Sentence = standsOut ? "; that is over the app's other groups" : ""
    let more: Sentence = fingerprints > 1 ? "; \(count: fingerprints - 1) more of this kind" : others
    let message = worst.message + worst.inferredText + more
    guard count > 1, let spread else { return [message] }
    // The message has the greatest measure and its budget.
    return [message, spread.text(of: count)]
  }

  /// Medians that are over their budget, in one sentence.
  private var foldedText: Sentence {
    guard let spread else { return worst.message }
    let all = medians[0].siblingCount
    let over = overMedians
    let groups: Sentence = over == all ? "all \(count: all)" : "\(count: over) of \(count: all)"
    let apart: Sentence =
      over == medians.count ? "" : " in \(count: medians.count), and \(count: over - medians.count) listed apart"
    let range: Sentence = "\(nanos: spread.shortest) to \(nanos: spread.longest)"
    // One phase is to blame if it is in most groups.
    let blamed = Dictionary(grouping: medians.compactMap(\.phase).filter(\.explains), by: \.phase).mapValues(\.count)
    let common = blamed.first { $0.value * 2 > medians.count }
    let phase: Sentence = common.map { "; \(name: $0.key) takes longer than usual" } ?? ""
    return "median launch time over the budget of \(spread.budgetText) in \(groups) groups of version, kind and model: "
      + "\(range)\(apart)\(phase)"
  }
}

extension FindingGroup.Spread {
  /// What is said of so many beside the one that measured most, as in `the longest of 4, whose median is 325 ms`.
  func text(of count: Int) -> Sentence {
    let several: Sentence = budgets.lowerBound == budgets.upperBound ? "" : ", and whose budgets are \(budgetText)"
    return "the \(isMemory ? "most" : "longest") of \(count: count), whose median is \(amount(median))\(several)"
  }

  /// The budget, or the least and the greatest of several.
  var budgetText: Sentence {
    let least = amount(budgets.lowerBound)
    return budgets.lowerBound == budgets.upperBound ? least : "\(least) to \(amount(budgets.upperBound))"
  }

  private func amount(_ value: Int64) -> Sentence {
    isMemory ? "\(count: value / 1_000_000) MB" : "\(nanos: value)"
  }
}
