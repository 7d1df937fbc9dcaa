import TraceAnalyzer

extension BudgetEntry {
  /// Where the limit is set.
  var origin: SettingOrigin { place.map { .file($0) } ?? .option("--budget") }
}
