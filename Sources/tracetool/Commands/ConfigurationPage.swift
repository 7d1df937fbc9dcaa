import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

/// The pages of `tracetool explain config`: the settings in force, and where each was made.
enum ConfigurationPage {
  static let topic = "config"

  static func table(_ settings: SettingsInForce, _ invocation: Invocation) -> Table {
    let defaults = settings.defaults
    let store = SettingRow(
      name: "store", value: invocation.store, origin: settings.origin("--store", else: defaults.store.origin))
    return table("Settings", [store] + ConfigurationSections.all.flatMap { $0.rows(settings) }, [fileNote(settings)])
  }

  private static func table(_ heading: Sentence, _ rows: [SettingRow], _ notes: [Sentence]) -> Table {
    Table(
      heading, ["setting", "value", "from"],
      rows.map { [.name($0.name), .name($0.value), .name($0.origin.text)] }, notes: notes)
  }

  /// The page of a setting or of several under one key, as in `rules.quirks` or `rules`: its meaning, its form, and its
  /// value in force; nil for another name.
  static func page(of name: String, _ settings: SettingsInForce, _ invocation: Invocation) -> Table? {
    guard let setting = SettingSchema(name) else { return nil }
    let rows = ConfigurationSections.all.flatMap { $0.rows(settings) }.filter { row in
      row.name == name || row.name.hasPrefix("\(name).") || row.name.hasPrefix("\(name) ")
    }
    let values: [Sentence] = setting.values.isEmpty ? [] : ["one of \(name: setting.values.joined(separator: ", "))"]
    let example: Sentence? = setting.example.map { "as in \(name: ConfigurationFile.name): \(name: $0)" }
    return table(
      "\(name: name): \(name: setting.description)", rows,
      values + [example].compactMap(\.self) + ["'tracetool explain --schema config' prints the schema of all settings"])
  }

  /// Which configuration was read, and why that one.
  private static func fileNote(_ settings: SettingsInForce) -> Sentence {
    guard let path = settings.defaults.configurationPath else {
      return
        "no configuration was read; without --config, \(name: ConfigurationFile.name) is searched for from this folder "
        + "up to that of the repository"
    }
    switch settings.origin(Invocation.configurationOptionName, else: settings.defaults.configuration.origin) {
    case .builtIn, .file: return "the configuration is \(name: path)"
    case .environment(let name): return "the configuration is \(name: path), which $\(name: name) names"
    case .option(let name): return "the configuration is \(name: path), which \(name: name) names"
    }
  }

  /// The budgets of the launch whose id begins with this one, and what sets each.
  ///
  /// - Throws: A data `Failure` if several launches begin so.
  static func budgets(of id: String, _ dataset: LaunchDataset) throws -> Table {
    let exact = dataset.selected.first { Normalised.id($0.name) == Normalised.id(id) }
    guard let launch = exact ?? (dataset.selected.count == 1 ? dataset.selected.first : nil) else {
      let names = dataset.selected.prefix(5).map(\.name).joined(separator: ", ")
      let count = Units.count(dataset.selected.count, "launch")
      throw Failure.data("\(name: count) begin with '\(name: id)'; name more of one: \(name: names)")
    }
    let budgets = dataset.judgement.budgets(of: launch)
    let context = launch.context
    let system = Normalised.major(context.osVersion)
    let rows = BudgetID.allCases.compactMap { budget -> [Cell]? in
      budgets[budget, system: system].map { limit in
        let origin = budgets.entry(of: budget)?.origin ?? .builtIn
        return [.name(budget.name), .name(budget.text(of: limit)), .name(origin.text)]
      }
    }
    let described = [
      context.app, context.appVersion, context.deviceModel, context.deviceClass,
      context.osVersion.isEmpty ? "" : "iOS \(context.osVersion)", launch.kind.name,
    ].filter { !$0.isEmpty }
    return Table(
      "Budgets of launch \(name: launch.name) (\(name: described.joined(separator: ", ")))",
      ["budget", "limit", "from"],
      rows)
  }
}
