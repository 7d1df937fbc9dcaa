import TraceAnalyzer

extension CompareOptions {
  /// The options that say what is compared, and how much matters.
  static var options: [Option<Self>] {
    [
      .value(
        "--margin", "SHARE", "A smaller part of the base's time does not matter", \.margin.partsPerMillion, as: .share),
      .value("--at-least", "DURATION", "A shorter time never matters", \.margin.leastNanos, as: .duration),
      .value(
        "--percentiles", "LIST", "Percentiles to compare as well, as in 90,95, or 'none'", \.percentiles,
        as: .percentiles),
      .value(
        "--measure", "LIST", "Times to compare, as in launch,phase.appInit, or shares", \.measures, as: .measures),
      .value("--weigh", "WHAT", "Count each of the launches, or each of the devices, once", \.weighing, as: .choice),
      .value(
        "--by", "DIMENSION", "Compare launches of each value of this dimension as well", \.dimension,
        as: .choice(among: Dimension.allCases.filter { $0 != .kind })),
      .flag("--scenes", "Compare the adoption of scenes, whatever the sides live by", \.comparesScenes),
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
