/// Spans of time on as few lanes as hold them, so that on each lane any two nest or do not overlap.
///
/// Viewers of traces draw a lane as a stack: Perfetto drops one of two spans that overlap and do not nest, and counts
/// it as `slice_drop_overlapping_complete_event`.
enum Lanes {
  /// The lane of each span, from 0: the first lane in which every span that still runs holds it.
  ///
  /// ```
  /// Lanes.numbers(of: [0..<10, 2..<5, 4..<12])  // [0, 0, 1]
  /// ```
  ///
  /// Spans that begin together are placed longest first, and then in their order.
  static func numbers(of spans: [Range<Int64>]) -> [Int] {
    let order = spans.indices.sorted { a, b in
      (spans[a].lowerBound, spans[b].upperBound, a) < (spans[b].lowerBound, spans[a].upperBound, b)
    }
    var numbers = [Int](repeating: 0, count: spans.count)
    // For each lane the ends of the running spans, the innermost last.
    var lanes: [[Int64]] = []
    for index in order {
      let span = spans[index]
      var number = 0
      while number < lanes.count {
        while let end = lanes[number].last, end <= span.lowerBound { lanes[number].removeLast() }
        if lanes[number].last.map({ $0 >= span.upperBound }) ?? true { break }
        number += 1
      }
      if number == lanes.count { lanes.append([]) }
      lanes[number].append(span.upperBound)
      numbers[index] = number
    }
    return numbers
  }
}
