import TraceModel

/// Inputs shared by all findings: what the numbers mean, the options, and what each recorder writes.
///
/// A class, so that all launches share it.
final class JudgingContext: Sendable {
  let symbols: Symbols
  let options: JudgingOptions
  let words: InternedNames
  let recorders: [Recorder.Key: Recorder]
  /// What no task of a shorter time exceeds: asked for each.
  let leastAssertion: Int64
  /// The platforms of launches, by all that tells them.
  private let platforms: [PlatformTexts: Platform]
  /// Which apps are extensions of others, where their launches don't say so.
  private let extensions: Extensions
  let tables = MachineTables()
  static let assertionBudgets: [BudgetID] = [.assertion, .assertionWarning]

  init(_ all: [LaunchSummary], _ symbols: inout Symbols, _ options: JudgingOptions) {
    words = InternedNames(&symbols)
    self.symbols = symbols
    self.options = options
    recorders = Recorder.all(all, symbols)
    let texts = symbols.texts
    var platforms: [PlatformTexts: Platform] = [:]
    for context in symbols.contexts.values where platforms[PlatformTexts(context)] == nil {
      platforms[PlatformTexts(context)] = Platform(context, texts)
    }
    self.platforms = platforms
    extensions = Extensions(all, symbols)
    leastAssertion = max(Self.assertionBudgets.compactMap { options.budgets[$0] }.min() ?? .max, 0)
  }

  /// Whether the machines and budgets hold for launches with this context.
  func judges(_ context: Context) -> Bool {
    !isExtension(context) && platform(of: context)?.isJudged != false
  }

  /// Whether a launch with this context is one of an extension, by its own word or by its app's id.
  func isExtension(_ context: Context) -> Bool {
    context.processKind == words.extensionKind || extensions.app(of: context.app) != nil
  }

  /// The platform that a launch with this context ran on, if that is known.
  func platform(of context: Context) -> Platform? { platforms[PlatformTexts(context)] }

  /// A text, or nothing where there is none.
  func text(_ id: TextID) -> String? { id.isNone ? nil : symbols.texts.string(id) }
}

/// What of a context tells its platform: most launches share it.
private struct PlatformTexts: Hashable {
  private let texts: SIMD4<Int32>
  private let isSimulator: Bool

  init(_ context: Context) {
    texts = SIMD4(
      context.platform.rawValue, context.osVersion.rawValue, context.deviceModel.rawValue, context.sdkVersion.rawValue)
    isSimulator = context.simulator == true
  }
}
