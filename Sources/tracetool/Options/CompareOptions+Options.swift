import TraceAnalyzer

extension CompareOptions {
  /// The options that choose what is compared, and the least differences that matter.
  static var options: [Option<Self>] {
    [
      .value(
        "--margin", "SHARE", "The least difference that matters, as a share of the base's value",
        \.margin.partsPerMillion, as: .share),
      .value(
        "--at-least", "DURATION", "The least difference of times that matters", \.margin.leastNanos, as: .duration),
      .value(
        "--percentiles", "LIST", "Percentiles of launch times to compare as well, as in 90,95, or 'none'",
        \.percentiles,
        as: .percentiles),
      .value(
        "--measure", "LIST", "Times or shares to compare, as in launch,resume,phase.appInit; 'shares' is all shares",
        \.measures, as: .measures),
      .value("--weigh", "WHAT", "Count each launch once, or each device", \.weighing, as: .choice),
      .value(
        "--by", "DIMENSION", "Compare launches of each value of this dimension as well", \.dimension,
        as: .choice(among: Dimension.allCases.filter { $0 != .kind })),
      .flag("--scenes", "Compare the adoption of scenes between any two sides", \.comparesScenes),
    ]
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
  /// Measures with commas between them, each once and in their order.
  fileprivate static var measures: Self {
    Self(
      read: { text in
        let chosen = try Set(Values.list(text) { try Values.choice($0, named) }.joined())
        return CompareMeasure.all.filter(chosen.contains)
      }, text: { $0.map(\.name).joined(separator: ",") }, completion: .listOf(named.map(\.0)))
  }

  /// Each measure by its name, and all shares by one.
  private static var named: [(String, [CompareMeasure])] {
    CompareMeasure.all.map { ($0.name, [$0]) } + [("shares", CompareMeasure.shares)]
  }
}
