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

/// Where a launch is no measure of what users see: left out unless asked for.
package enum ExcludedEnvironment: String, Sendable, CaseIterable { case simulator, debugger }

/// The line of a configuration that makes a setting.
package struct SettingLocation: Sendable, Hashable {
  /// The path of the file, as it was found or named.
  package var path: String
  /// The line in it, from 1.
  package var line: Int

  /// A line of a file.
  package init(path: String, line: Int) {
    self.path = path
    self.line = line
  }

  /// As in `.tracetool.json:12`.
  package var text: String { "\(path):\(line)" }
}
