import TraceAnalyzer
import TraceModel

extension BudgetID {
  /// A limit for people, as in `400.0 ms` or `80 MB`.
  func text(of limit: Int64) -> String {
    switch definition.unit {
    case .time: DurationText.of(limit)
    case .memory: "\(limit / 1_000_000) MB"
    }
  }
}
