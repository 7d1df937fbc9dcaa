import TraceAnalyzer
import TraceModel

extension JudgingOptions {
  /// The options that change what is a finding.
  static var options: [Option<Self>] {
    [
      .value(
        "--budget", "NAME=VALUE", "Set a budget, as in background.assertion=25s; may be repeated",
        as: .text(beginningWith: BudgetID.allCases.map { "\($0.name)=" })
      ) { judging, text in
        let (name, value) = try Values.pair(text, "NAME=VALUE")
        let budget = try Values.choice(name, BudgetID.allCases.map { ($0.name, $0) })
        judging.budgets.set(budget, to: try Values.limit(of: budget, value))
      },
      .value(
        "--include", "LIST", "Judge the times of these launches as well", as: .list(of: .choice)
      ) { judging, environments in judging.include = Set(environments) },
    ]
  }
}
