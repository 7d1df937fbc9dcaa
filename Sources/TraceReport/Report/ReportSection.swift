package import TraceAnalyzer
package import TraceModel

/// One section of a report: a question about launches, and its answer.
///
/// A new section is one file with a type that conforms, and its entry in `ReportSections.all`, from which the command
/// line takes its option and what help says. Encoded, a section is the members of its JSON document.
package protocol ReportSection: Encodable, SendableMetatype {
  /// The name of its option and of its document, as in `launch-times`.
  static var name: String { get }
  /// What it answers, as help says it.
  static var help: String { get }
  /// True if `--by` groups its rows.
  static var isGrouped: Bool { get }
  /// True if it is one table, which a spreadsheet can hold.
  static var isOneTable: Bool { get }

  /// How much of each launch the section looks at.
  static func detail(_ options: ReportOptions) -> ReportDetail
  /// True if what MetricKit counted belongs to it.
  static func takesMetrics(_ options: ReportOptions) -> Bool

  /// The answer.
  init(_ question: ReportQuestion)

  /// Its tables, at least one; the first is the one for spreadsheets.
  var tables: [Table] { get }
}

extension ReportSection {
  package static var isGrouped: Bool { true }
  package static var isOneTable: Bool { true }
  package static func takesMetrics(_ options: ReportOptions) -> Bool { false }
}

/// How much of each launch must be read, from the least to the most.
package enum ReportDetail: Comparable, Sendable {
  /// Its kind and its time, by its app, its version and its kind.
  case times
  /// The launch without what happened in it.
  case launch
  /// What rules look at.
  case judged
  /// Everything: tasks, stays and handlers too.
  case all
}

/// How a report was asked for.
package struct ReportOptions: Sendable {
  /// What launches are grouped by; empty for what each section does by default.
  package var dimensions: [Dimension] = []
  /// True if launches are listed one by one.
  package var listsEach = false
  /// How many of the slowest launches are listed, if they are; nil for all.
  package var limit: Int?

  /// The options of a report that was asked for without any.
  package init() {}

  /// What launches of one kind are grouped by, beside the app and a step.
  package var groups: [Dimension] { dimensions.filter { !$0.isStep && $0 != .kind && $0 != .app } }
  /// The step by which launches are grouped; nil if they are not.
  package var step: Dimension? { dimensions.first(where: \.isStep) }
}

/// What sections are made of: the selected launches, and how the report was asked for.
package struct ReportQuestion {
  /// The selected launches; empty if only `timed` was read.
  package let launches: [Launch]
  /// All launches, if only their times were read.
  package let timed: TimedLaunches?
  /// The texts of the launches.
  package let texts: TextTable
  package let options: ReportOptions
  /// What the rules found.
  let judged: () -> CheckReport
  /// Runs independent closures, on all cores say.
  private let run: (_ computations: [@Sendable () -> Void]) -> Void

  /// A question about these launches; `judged` is asked for only by sections that show findings.
  package init(
    _ launches: [Launch], timed: TimedLaunches? = nil, _ texts: TextTable, _ options: ReportOptions,
    judged: @escaping () -> CheckReport, run: @escaping (_ computations: [@Sendable () -> Void]) -> Void
  ) {
    self.launches = launches
    self.timed = timed
    self.texts = texts
    self.options = options
    self.judged = judged
    self.run = run
  }

  /// The trend of the launches; nil if they are grouped by no step.
  var trend: LaunchTrend? { options.step.map { trend(by: $0) } }

  /// The trend of the launches by a step, and by what else they are grouped by.
  package func trend(by step: Dimension) -> LaunchTrend {
    LaunchTrend(launches, by: step, and: options.dimensions, run: run)
  }
}
