import TraceAnalyzer
import TraceModel

extension CompareOptions {
  /// The options that choose what is compared, and the least differences that matter.
  static var options: [Option<Self>] {
    [
      .value(
        "--margin", "SHARE,TIME",
        "The smallest difference that counts: a share of the base's value, and for times a duration as well", \.margin,
        as: .margin),
      .value(
        "--percentiles", "LIST", "Percentiles of launch times to compare as well, as in 90,95, or 'none'",
        \.percentiles,
        as: .percentiles),
      .value(
        "--measure", "LIST", "Times or shares to compare, as in launch,resume,phase.appInit; 'shares' is all shares",
        \.measures, as: .measures),
      .value(
        "--by", "DIMENSION", "Compare launches of each value of this dimension as well", \.dimension,
        as: .dimension(among: Dimension.allCases.filter { $0 != .kind && $0 != .version })),
      .flag("--scenes", "Compare the adoption of scenes between any two sides", \.comparesScenes),
    ]
  }
}

extension ArgumentType where Value == Margin {
  /// A share, a duration, or both with a comma between them; a missing one keeps its default.
  fileprivate static var margin: Self {
    Self(
      read: { text in
        var margin = CompareOptions.standardMargin
        let values = text.split(separator: ",", omittingEmptySubsequences: false)
        let shares = values.filter { $0.last == "%" }
        let lacksUnit = values.contains { $0.last?.isNumber ?? true }
        if lacksUnit || shares.count > 1 || values.count - shares.count > 1 {
          throw Failure.usage("needs a share, a duration or both, as in 5%,10ms, not '\(name: text)'")
        }
        for value in values {
          if value.last == "%" {
            margin.partsPerMillion = try Values.share(String(value))
          } else {
            margin.leastNanos = try Values.duration(String(value))
          }
        }
        return margin
      }, text: { "\(Values.text(share: $0.partsPerMillion)),\(Unit.text($0.leastNanos, in: Unit.durations))" })
  }
}

extension ArgumentType where Value == [Int] {
  /// Percentiles with commas between them, each once and rising.
  fileprivate static var percentiles: Self {
    Self(
      read: { text in
        if text == "none" { return [] }
        return try Set(Values.list(text, Values.percentile)).sorted()
      }, text: { $0.isEmpty ? "none" : $0.map { "\($0)" }.joined(separator: ",") })
  }
}

extension ArgumentType where Value == [CompareMeasure] {
  /// Measures with commas between them, each once and in order.
  fileprivate static var measures: Self {
    Self(
      read: { text in
        let chosen = try Set(Values.list(text) { try Values.choice($0, named) }.joined())
        return CompareMeasure.all.filter(chosen.contains)
      }, text: { $0.map(\.name).joined(separator: ",") }, completion: .listOf(named.map(\.0)))
  }

  /// Measures by name, and all shares under one.
  private static var named: [(String, [CompareMeasure])] {
    CompareMeasure.all.map { ($0.name, [$0]) } + [("shares", CompareMeasure.shares)]
  }
}
