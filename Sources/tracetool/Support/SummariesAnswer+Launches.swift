import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

extension SummariesAnswer {
  /// The summaries of the selected launches.
  init(_ launches: Launches, _ selection: Selection, _ classes: DeviceClasses) {
    self.init { put in
      var launches = launches
      let selected = selection == Selection() ? nil : Self.selected(selection, classes, of: &launches)
      try SummaryLines(launches, of: selected).forEachLine(put)
    }
  }

  /// The summaries of the selected launches, and of earlier ones on which their kinds rest.
  private static func selected(
    _ selection: Selection, _ classes: DeviceClasses, of launches: inout Launches
  ) -> [LaunchSummary] {
    let all = Launch.all(launches.summaries, launches.symbols, earlier: true, classes: classes)
    let own = selection.filter(all.filter { !$0.isEarlier }).map(\.summary)
    let kept = Set(own.map { LaunchKey($0) })
    let earlier = EarlierLaunches(all, launches.symbols).needed(by: kept, isGrowing: false)
    return own + earlier.map { $0.standIn(&launches.symbols) }
  }

  static func deliver(_ query: LaunchQuery, _ invocation: Invocation) throws -> ExitCode {
    try query.selection.checkDeviceClass(query.judging.deviceClasses)
    let launches = try LaunchDataset.launches(query, invocation, scope: .all)
    for failure in launches.diagnostics.failures { invocation.complain(failure.sentence) }
    invocation.report(launches.diagnostics, ReadingAdvice(launches, query.logs.reading, invocation))
    return try deliver(launches, query.selection, query.judging.deviceClasses, invocation)
  }

  /// Writes the summaries of the selected launches; returns how the command ends, without a judgement.
  ///
  /// - Throws: A data `Failure` behind the trailer, if there is no launch.
  static func deliver(
    _ launches: Launches, _ selection: Selection, _ classes: DeviceClasses, _ invocation: Invocation
  ) throws -> ExitCode {
    try invocation.deliver(SummariesAnswer(launches, selection, classes))
    // Not the code of damaged data: a script must be able to tell an input without events from a damaged one.
    if !launches.diagnostics.failures.isEmpty { return .inputOutput }
    if launches.summaries.allSatisfy({ $0.eventCount == 0 }) {
      throw Failure.data("there is no event in what was read, and no summary but the trailer was written")
    }
    return .fine
  }
}
