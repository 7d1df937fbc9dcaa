import TraceModel

@testable import TraceAnalyzer

extension Findings {
  /// Findings of which the texts alone are known, in this order; launches with one name are one.
  init(_ all: [Finding]) {
    self.init()
    var symbols = Symbols()
    var launches: [String: Int32] = [:]
    func place(of name: String) -> Int32 {
      let place = launches[name] ?? Int32(launches.count)
      launches[name] = place
      return place
    }
    for finding in all {
      var draft = FindingDraft(message: finding.message, severity: finding.severity, doubts: finding.doubts)
      draft.isReportedOnce = finding.isReportedOnce
      if let measured = finding.measured, let limit = finding.limit {
        let budget = BudgetID.allCases.first { $0.name == finding.budget }
        draft.overrun = BudgetOverrun(budget: budget ?? .callback, measured: measured, limit: limit)
      }
      let fingerprint = Fingerprint(value: UInt64(finding.fingerprint, radix: 16) ?? 0)
      let app = finding.app.map { symbols.texts.intern($0) } ?? .none
      var numbers = FindingNumbers(finding.rule, draft, fingerprint, app: app, from: .overall(0))
      if let name = finding.launch { numbers.launch = place(of: name) }
      if let time = finding.time.flatMap({ Timestamp.parse(Array($0.utf8).span)?.nanoseconds }) {
        numbers.location.time = time
      }
      add(finding, numbers, in: finding.launches.map(place))
      if let acceptance = finding.accepted { decide(.accepted(acceptance), at: count - 1) }
    }
  }
}

extension Launch {
  /// Launches of which nothing but their names is known.
  static func named(_ names: [String]) -> [Launch] {
    var symbols = Symbols()
    _ = symbols.contexts.intern(Context())
    let summaries = names.enumerated().map { index, name in
      var key = StreamKey()
      key.launch = symbols.texts.intern(name)
      var summary = LaunchSummary()
      summary.stream = StreamID(rawValue: symbols.streams.intern(key))
      summary.firstInstant = Int64(index)
      return summary
    }
    return Launch.all(summaries, symbols, noise: true)
  }
}
