import TraceModel

/// Stretches in which something keeps the app running, asked for overlaps.
struct Cover {
  /// By their begins; each ends where the latest of those so far does.
  private var spans: [Interval]

  init(_ spans: [Interval]) {
    self.spans = spans.sorted { $0.begin < $1.begin }
    for index in spans.indices.dropFirst() {
      self.spans[index].end = max(self.spans[index - 1].end, self.spans[index].end)
    }
  }

  /// Whether some stretch overlaps `span`.
  func overlaps(_ span: Interval) -> Bool {
    let before = spans.partitioningIndex { $0.begin >= span.end }
    return before > 0 && spans[before - 1].end > span.begin
  }
}
