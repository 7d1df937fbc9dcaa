import TraceModel

/// Which recorders write that an app becomes active or comes to the foreground, so that a launch without it was none to
/// the foreground.
///
/// A recorder is an app, its version and the input format. One launch with an activation shows it, and so does a log of the
/// project's own whose `records` name one. What people copy as text shows nothing: lines of it are missing.
struct RecordedActivations {
  /// The kinds of events that come at each launch to the foreground.
  private static let kinds: KindSet = [
    .appDidBecomeActive, .sceneDidActivate, .sceneWillEnterForeground, .logSceneForeground,
  ]

  private let symbols: Symbols
  private var recorders: Set<SIMD4<Int32>> = []

  /// What the recorders of these launches write; looked for only where a launch asks for it.
  init(_ summaries: [LaunchSummary], _ symbols: Symbols) {
    self.symbols = symbols
    let all = summaries.span  // Summaries are large: what is needed of one is read in its place.
    guard all.indices.contains(where: { all[$0].nature == .unseen }) else { return }
    for place in all.indices where all[place].kinds.bits & Self.kinds.bits != 0 {
      recorders.insert(Self.key(symbols.context(all[place].context)))
    }
  }

  private static func key(_ context: Context) -> SIMD4<Int32> {
    SIMD4(context.app.rawValue, context.appVersion.rawValue, context.format.rawValue, 0)
  }

  /// True if the recorder of launches in this context writes activations.
  func areRecorded(in id: ContextID) -> Bool {
    let context = symbols.context(id)
    let format = symbols.texts.string(context.format)
    if InputFormat(format)?.losesLines == true { return false }
    guard InputFormat.isOwn(format), !context.records.isNone else { return recorders.contains(Self.key(context)) }
    return symbols.texts.string(context.records).split(separator: ",").contains { name in
      EventNames.meaning(of: String(name)).map { Self.kinds.contains($0.kind) } ?? false
    }
  }
}
