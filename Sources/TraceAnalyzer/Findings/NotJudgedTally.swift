import TraceModel

/// Counts of steps that were not judged.
struct NotJudgedTally: Sendable {
  private struct Key: Hashable {
    var cause: String
    var system: String?
  }

  /// By `UnjudgedCause.rawValue`; and the others, of which there are few.
  private var own = [Int64](repeating: 0, count: UnjudgedCause.allCases.count)
  private var others: [Key: Int64] = [:]

  mutating func add(_ steps: UnjudgedSteps) {
    for cause in UnjudgedCause.allCases { own[Int(cause.rawValue)] &+= Int64(steps[cause]) }
  }

  mutating func add(_ steps: Int64, _ cause: String, system: String? = nil) {
    others[Key(cause: cause, system: system), default: 0] &+= steps
  }

  static func += (sum: inout Self, part: Self) {
    for place in sum.own.indices { sum.own[place] &+= part.own[place] }
    sum.others.merge(part.others) { $0 &+ $1 }
  }

  /// Those of which there are some, the most frequent first.
  var list: [NotJudged] {
    let own = UnjudgedCause.allCases.map { NotJudged(cause: "\($0)", steps: self.own[Int($0.rawValue)]) }
    let all = own + others.map { NotJudged(cause: $0.key.cause, steps: $0.value, system: $0.key.system) }
    return all.filter { $0.steps > 0 }.sorted { a, b in
      (b.steps, a.cause, a.system ?? "") < (a.steps, b.cause, b.system ?? "")
    }
  }
}
