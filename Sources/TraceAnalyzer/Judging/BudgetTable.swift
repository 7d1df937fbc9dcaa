import TraceModel

/// The budgets of all launches: each distinct set of them once.
struct BudgetTable: Sendable {
  /// The parts of a context that conditions ask for.
  private struct Key: Hashable {
    let texts: SIMD4<Int32>
    let platform: Platform?
  }

  private static let kinds = LaunchKind.allCases

  /// The distinct sets.
  let sets: [Budgets]
  /// For the number of a context and a kind the place in `sets`; empty if all launches have the same budgets.
  private let places: [Int32]

  /// The budgets of launches with these contexts.
  init(_ options: JudgingOptions, _ symbols: Symbols, platform: (Context) -> Platform?) {
    guard options.budgets.areConditional else {
      sets = [options.budgets]
      places = []
      return
    }
    var rows: [Key: [Int32]] = [:]
    var known: [[Int]: Int32] = [:]
    var sets: [Budgets] = []
    let entries = options.budgets.entries
    places = symbols.contexts.values.flatMap { context -> [Int32] in
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
        if let place = known[fitting] { return place }
        let place = Int32(sets.count)
        sets.append(options.budgets.of(subject))
        known[fitting] = place
        return place
      }
      rows[key] = row
      return row
    }
    self.sets = sets.isEmpty ? [options.budgets] : sets
  }

  /// True if all launches have the same budgets.
  var isUniform: Bool { places.isEmpty }

  /// The place in `sets` of the budgets of launches with a context and a kind.
  ///
  /// Not to be asked if all have the same.
  func place(_ context: ContextID, _ kind: LaunchKind) -> Int {
    Int(places[Int(context.rawValue) * Self.kinds.count + (Self.kinds.firstIndex(of: kind) ?? 0)])
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
