package import TraceModel

/// Inputs shared by all findings: what the numbers mean, the options, and what each recorder writes.
///
/// A class, so that all launches share it.
package final class JudgingContext: Sendable {
  let symbols: Symbols
  let options: JudgingOptions
  let words: InternedNames
  let recorders: [RecorderProfile.Key: RecorderProfile]
  /// The lowest limit of an assertion, which no shorter task exceeds: asked for each task.
  let leastAssertion: Int64
  /// The platforms of launches, by the texts that decide them.
  private let platforms: [PlatformTexts: Platform]
  /// The budgets of launches, by what is known of them.
  private let budgetTable: BudgetTable
  /// Which apps are extensions of others, where their launches don't say so.
  private let extensions: Extensions
  let firstUnlocks: FirstUnlocks
  let tables = MachineTables.standard
  static let assertionBudgets: [BudgetID] = [.assertion, .assertionWarning]

  /// The inputs for launches, of which some may be judged.
  ///
  /// - Parameters:
  ///   - all: The summaries from which it is learned what a recorder writes.
  ///   - symbols: What the numbers in them mean.
  ///   - options: How launches are judged.
  package convenience init(_ all: [LaunchSummary], of symbols: Symbols, _ options: JudgingOptions) {
    self.init(HeldKinds(all, symbols), of: symbols, options)
  }

  /// The same, of what all launches hold.
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

  /// The budgets that hold for a launch.
  func budgets(of launch: Launch) -> Budgets { budgetSets[budgetIndex(of: launch)] }

  /// The distinct sets of budgets that launches have; one for all of them unless a configuration has conditions.
  var budgetSets: [Budgets] { budgetTable.sets }

  /// The index in `budgetSets` of the budgets that hold for a launch.
  func budgetIndex(of launch: Launch) -> Int { budgetIndex(launch.contextID, launch.kind) }

  /// The same of launches with a context and a kind.
  func budgetIndex(_ context: ContextID, _ kind: LaunchKind) -> Int {
    budgetTable.isUniform ? 0 : budgetTable.index(context, kind)
  }

  /// True if the machines and budgets apply to launches with this context.
  func judges(_ context: Context) -> Bool {
    !isExtension(context) && platform(of: context)?.isJudged != false
  }

  /// True if a launch with this context is one of an extension: it says so, or the app's id shows it.
  func isExtension(_ context: Context) -> Bool {
    context.processKind == words.extensionKind || extensions.app(of: context.app) != nil
  }

  /// The platform that a launch with this context ran on, if that is known.
  func platform(of context: Context) -> Platform? { platforms[PlatformTexts(context)] }

  /// The inference that the kind of a launch rests on.
  func kindInference(of launch: Launch) -> Inference? {
    launch.natureReason == words.suspected ? .prewarmed : nil
  }

  /// A text, or nothing where there is none.
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

  /// The distinct sets.
  let sets: [Budgets]
  /// The index in `sets` for each context and kind; empty if all launches have the same budgets.
  private let indices: [Int32]

  /// The budgets of launches with these contexts.
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

  /// True if all launches have the same budgets.
  var isUniform: Bool { indices.isEmpty }

  /// The index in `sets` of the budgets of launches with a context and a kind.
  ///
  /// Not to be asked if all have the same.
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
