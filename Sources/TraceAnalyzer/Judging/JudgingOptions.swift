/// What to judge, and against which limits.
package struct JudgingOptions: Sendable {
  package var budgets = Budgets()
  /// The classes of devices that conditions of budgets name.
  package var deviceClasses = DeviceClasses()
  /// The severity of the findings of each rule, or that they are left out.
  package var rules = RuleSettings()
  /// Launches in the Simulator or under a debugger are held to budgets as well.
  package var include: Set<ExcludedEnvironment> = []
  /// Steps that are legal but surprise are reported as well.
  package var reportsQuirks = false

  /// The standard options.
  package init() {}
}
