/// One side of a comparison: launches under a name.
package struct ComparedSide: Sendable {
  /// As the user called it: a version, a path or a selection.
  package var name: String
  /// In their total order.
  package var launches: [Launch]
  /// The findings in them.
  package var report: CheckReport
  /// By the launches' places, as `LaunchOverruns` has them; empty where shares are not asked for.
  package var overBudget: [Bool?]

  /// A side with its launches and findings.
  package init(name: String, launches: [Launch], report: CheckReport, overBudget: [Bool?] = []) {
    self.name = name
    self.launches = launches
    self.report = report
    self.overBudget = overBudget
  }
}
