package import TraceModel

/// What all findings share, by reference: the meaning of numbers, the options, and what each recorder writes.
package final class JudgingContext: Sendable {
  let symbols: Symbols
  let options: JudgingOptions
  let words: InternedNames
  let recorders: [RecorderProfile.Key: RecorderProfile]
  /// The lowest limit of an assertion, which no shorter task exceeds: asked for each task.
  let leastAssertion: Int64
  /// By the texts that decide them.
  private let platforms: [PlatformTexts: Platform]
  /// The budgets of launches, by what is known of them.
  private let budgetTable: BudgetTable
  private let extensions: Extensions
  let firstUnlocks: FirstUnlocks
  let tables = MachineTables.standard
  static let assertionBudgets: [BudgetID] = [.assertion, .assertionWarning]

  /// The inputs for launches that may be a selection of `all`, from which it is learned what a recorder writes.
  package convenience init(_ all: [LaunchSummary], of symbols: Symbols, _ options: JudgingOptions) {
    self.init(HeldKinds(all, symbols), of: symbols, options)
  }

  /// The inputs, by what all launches hold.
  package init(_ held: HeldKinds, of symbols: Symbols, _ options: JudgingOptions) {
    var symbols = symbols
    words = InternedNames(&symbols)
    self.symbols = symbols
    self.options = options
    recorders = held.recorders
    let texts = symbols.texts
    var platforms: [PlatformTexts: Platform] = [:]
    // Launches that follow each other mostly ran on one.
    var last: PlatformTexts?
    for context in symbols.contexts.values where last != PlatformTexts(context) {
      last = PlatformTexts(context)
      if platforms[PlatformTexts(context)] == nil { platforms[PlatformTexts(context)] = Platform(context, texts) }
    }
    self.platforms = platforms
    extensions = held.extensions
    firstUnlocks = held.firstUnlocks
    budgetTable = BudgetTable(options, symbols) { platforms[PlatformTexts($0)] }
    let limits = budgetTable.sets.flatMap { budgets in Self.assertionBudgets.compactMap { budgets[$0] } }
    leastAssertion = max(limits.min() ?? .max, 0)
  }

  func budgets(of launch: Launch) -> Budgets { budgetSets[budgetIndex(of: launch)] }

  /// The distinct sets of budgets; one for all launches unless a configuration has conditions.
  var budgetSets: [Budgets] { budgetTable.sets }

  /// The index in `budgetSets` of the budgets that hold for a launch.
  func budgetIndex(of launch: Launch) -> Int { budgetIndex(launch.contextID, launch.kind) }

  func budgetIndex(_ context: ContextID, _ kind: LaunchKind) -> Int {
    budgetTable.isUniform ? 0 : budgetTable.index(context, kind)
  }

  /// True if the machines and budgets apply to launches with this context.
  func judges(_ context: Context) -> Bool {
    !isExtension(context) && platform(of: context)?.isJudged != false
  }

  /// True if a launch with this context is an extension's: it says so, or the app's id shows it.
  func isExtension(_ context: Context) -> Bool {
    context.processKind == words.extensionKind || extensions.app(of: context.app) != nil
  }

  /// The platform that a launch with this context ran on, nil if unknown.
  func platform(of context: Context) -> Platform? { platforms[PlatformTexts(context)] }

  func kindInference(of launch: Launch) -> Inference? {
    launch.natureReason == words.suspected ? .prewarmed : nil
  }

  func text(_ id: TextID) -> String? { id.isNone ? nil : symbols.texts.string(id) }
}

/// The part of a context that decides its platform: most launches share it.
private struct PlatformTexts: Hashable {
  private let texts: SIMD4<Int32>
  private let isSimulator: Bool

  init(_ context: Context) {
    texts = SIMD4(
      context.platform.rawValue, context.osVersion.rawValue, context.deviceModel.rawValue, context.sdkVersion.rawValue)
    isSimulator = context.simulator == true
  }
}

/// The budgets of all launches: each distinct set of them once.
private struct BudgetTable: Sendable {
  /// The parts of a context that conditions ask for.
  private struct Key: Hashable {
    let texts: SIMD4<Int32>
    let platform: Platform?
  }

  private static let kinds = LaunchKind.allCases

  let sets: [Budgets]
  /// The index in `sets` for each context and kind; empty if all launches share their budgets.
  private let indices: [Int32]

  init(_ options: JudgingOptions, _ symbols: Symbols, platform: (Context) -> Platform?) {
    guard options.budgets.areConditional else {
      sets = [options.budgets]
      indices = []
      return
    }
    var rows: [Key: [Int32]] = [:]
    var known: [[Int]: Int32] = [:]
    var sets: [Budgets] = []
    let entries = options.budgets.entries
    indices = symbols.contexts.values.flatMap { context -> [Int32] in
      let key = Key(
        texts: SIMD4(
          context.app.rawValue, context.appVersion.rawValue, context.osVersion.rawValue, context.deviceModel.rawValue),
        platform: platform(context))
      if let row = rows[key] { return row }
      var subject = BudgetSubject(context, symbols.texts, options.deviceClasses)
      subject.platform = key.platform?.name ?? ""
      let row = Self.kinds.map { kind -> Int32 in
        subject.kind = kind.name
        let fitting = entries.indices.filter { entries[$0].condition.fits(subject) }
        if let index = known[fitting] { return index }
        let index = Int32(sets.count)
        sets.append(options.budgets.of(subject))
        known[fitting] = index
        return index
      }
      rows[key] = row
      return row
    }
    self.sets = sets.isEmpty ? [options.budgets] : sets
  }

  var isUniform: Bool { indices.isEmpty }

  /// The index in `sets` of the budgets of launches with a context and a kind; unless `isUniform`.
  func index(_ context: ContextID, _ kind: LaunchKind) -> Int {
    Int(indices[Int(context.rawValue) * Self.kinds.count + (Self.kinds.firstIndex(of: kind) ?? 0)])
  }
}

extension BudgetSubject {
  /// What a context says of its launches, but for platform and kind.
  fileprivate init(_ context: Context, _ texts: TextTable, _ classes: DeviceClasses) {
    app = texts.string(context.app)
    appVersion = texts.string(context.appVersion)
    os = Normalised.version(texts.string(context.osVersion))
    deviceModel = texts.string(context.deviceModel)
    deviceClass = classes.name(of: deviceModel)
  }
}
