package import TraceModel

/// The limits for the time and memory of work: the standard ones, unless others were set.
package struct Budgets: Sendable, Equatable {
  /// What was set, in its order: of the entries that hold for a launch, the last that sets a budget counts.
  package private(set) var entries: [BudgetEntry] = []
  /// The indices of the entries that count for a launch without known fields.
  private var indices: [BudgetID: Int] = [:]

  /// The standard budgets.
  package init() {}

  /// Adds an entry after all others.
  package mutating func add(_ entry: BudgetEntry) {
    if entry.condition.terms.isEmpty { indices[entry.budget] = entries.count }
    entries.append(entry)
  }

  /// Sets a limit for all launches, in nanoseconds or bytes as the budget's unit says; unless set as well, the warning
  /// before an assertion's time is up moves with that time.
  package mutating func set(_ budget: BudgetID, to limit: Int64) { add(BudgetEntry(budget, limit)) }

  /// True if an entry has a condition.
  package var areConditional: Bool { entries.contains { !$0.condition.terms.isEmpty } }

  /// The budgets of one launch: those of the entries that hold for it.
  package func of(_ subject: BudgetSubject) -> Budgets {
    var budgets = Budgets()
    for entry in entries where entry.condition.fits(subject) {
      budgets.add(BudgetEntry(entry.budget, entry.limit, at: entry.location))
    }
    return budgets
  }

  /// The entry that sets a budget; nil for a standard one.
  package func entry(of budget: BudgetID) -> BudgetEntry? {
    if let index = indices[budget] { return entries[index] }
    return budget == .assertionWarning ? entry(of: .assertion) : nil
  }

  /// The limit of a budget, in nanoseconds or bytes; nil for a phase that was given none.
  package subscript(budget: BudgetID) -> Int64? {
    if let index = indices[budget] { return entries[index].limit }
    if budget == .assertionWarning, let assertion = indices[.assertion] { return entries[assertion].limit / 6 * 5 }
    return budget.definition.limit
  }

  /// The limit of a budget on one major version of iOS; a limit that was set holds on all versions.
  ///
  /// Before 13 iOS granted an app's assertions more: about 180 s from 7 on, 600 s before (Apple DTS, *UIApplication
  /// Background Task Notes*).
  package subscript(budget: BudgetID, system system: Int?) -> Int64? {
    let limit = self[budget]
    guard let system, system < 13, budget == .assertion || budget == .assertionWarning,
      let limit, limit == budget.definition.limit
    else { return limit }
    return limit + (system < 7 ? 570 : 150) * 1_000_000_000
  }
}

/// One limit that was set by the user.
package struct BudgetEntry: Sendable, Equatable {
  package let budget: BudgetID
  /// Nanoseconds or bytes, as the budget's unit says.
  package let limit: Int64
  /// The launches that it holds for.
  package let condition: LaunchCondition
  /// Where it is set; nil for the command line.
  package let location: SettingLocation?

  /// A limit for the launches that a condition names, all unless given.
  package init(
    _ budget: BudgetID, _ limit: Int64, when condition: LaunchCondition = LaunchCondition(),
    at location: SettingLocation? = nil
  ) {
    self.budget = budget
    self.limit = limit
    self.condition = condition
    self.location = location
  }
}

/// The values of a launch that decide which budgets hold for it; empty if its log does not have them.
package struct BudgetSubject: Sendable {
  package var app = ""
  package var appVersion = ""
  /// The version of the system alone, as in `18.2.1`.
  package var os = ""
  package var deviceModel = ""
  package var deviceClass = ""
  package var kind = ""
  package var platform = ""

  /// A launch without known fields.
  package init() {}

  /// The value of a field; empty for fields that no budget asks for.
  package func value(of field: LaunchCondition.Field) -> String {
    switch field {
    case .app: app
    case .appVersion: appVersion
    case .os: os
    case .deviceModel: deviceModel
    case .deviceClass: deviceClass
    case .kind: kind
    case .platform: platform
    case .appBuild, .device, .launch: ""
    }
  }
}
