import TraceAnalyzer
import TraceModel

/// The sentences on the adoption of scenes that tables, comments and annotations share.
struct SceneText {
  let scenes: SceneAdoption
  /// The names of both sides.
  let base, head: Sentence

  /// The texts of a comparison; nil if it is no migration.
  init?(_ report: CompareReport) {
    guard let scenes = report.scenes else { return nil }
    self.scenes = scenes
    base = .name(report.base.name, limit: 100)
    head = .name(report.head.name, limit: 100)
  }

  /// Both sides, and whether each uses scenes or the app delegate.
  var heading: Sentence { "Scene adoption: \(side(base, scenes.base)) against \(side(head, scenes.head))" }

  private func side(_ name: Sentence, _ side: SceneAdoption.Side) -> Sentence {
    let isApp = side.appBased > side.sceneBased
    let model: Sentence = isApp ? "app delegate, " : side.sceneBased > side.appBased ? "scenes, " : ""
    return "\(name) (\(model)\(count: side.launches, "launch"))"
  }

  /// As in `cold launch by URL: 4.1 % to 0 %, difference -6.5 … -2.3 points`.
  func sentence(_ row: SceneRow) -> Sentence {
    var texts = [row.subject]
    if let base = row.base, let head = row.head, let low = row.lowShare, let high = row.highShare {
      let interval: Sentence = "difference \(name: Self.points(low)) … \(name: Self.points(high)) points"
      // The interval is that within models, which the plain shares of all launches need not show.
      let isPlain = (Self.share(head) - Self.share(base) - (row.shareDifference ?? 0)).magnitude < 0.005
      texts.append(
        "\(name: Self.percent(base)) to \(name: Self.percent(head)), \(interval)\(isPlain ? "" : " within models and systems")"
      )
    }
    if let detail = row.detail { texts.append(detail) }
    return texts.joined(separator: ": ")
  }

  /// A share of launches in words, as in `17 of 412`.
  static func words(_ share: SceneRow.Share?) -> Sentence {
    share.map { "\(count: $0.count) of \(count: $0.of)" } ?? ""
  }

  /// A verdict in words.
  static func words(_ verdict: SceneRow.Verdict) -> Sentence {
    switch verdict {
    case .found: "found"
    case .notHandled: "not handled"
    case .lost: "lost"
    case .fewer: "fewer"
    case .more: "more"
    case .late: "late"
    case .repeated: "repeated"
    case .twice: "twice"
    case .cannotTell: "cannot tell"
    }
  }

  /// The sentences below the rows.
  var notes: [Sentence] {
    switch scenes.state {
    case .nothingToMigrate: return ["Nothing to migrate: \(base) has scenes already."]
    case .compared:
      let rest = scenes.notExercised.map(\.words)
      let none: [Sentence] = scenes.rows.isEmpty ? ["Nothing was lost or is late, as far as these launches show."] : []
      return none + (rest.isEmpty ? [] : ["Not exercised in \(head): \(rest.joined(separator: ", "))."])
    }
  }

  private static func percent(_ share: SceneRow.Share) -> String {
    "\(points(Self.share(share))) %"
  }

  private static func share(_ share: SceneRow.Share) -> Double {
    share.of == 0 ? 0 : Double(share.count) / Double(share.of)
  }

  /// A share in hundredths with one digit, as in `-6.5`.
  private static func points(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded(.toNearestOrEven))
    let size = tenths.magnitude
    let sign = tenths < 0 ? "-" : ""
    return size.isMultiple(of: 10) ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
  }
}
