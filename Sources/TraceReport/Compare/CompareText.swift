import TraceAnalyzer
import TraceModel

/// The sentences of a comparison that tables, comments and annotations share.
struct CompareText {
  let report: CompareReport

  /// Cut to 100 characters.
  private func name(_ side: CompareReport.Side) -> Sentence { .name(side.name, limit: 100) }
  private var base: Sentence { name(report.base) }
  private var head: Sentence { name(report.head) }

  /// Cut.
  var names: (base: Sentence, head: Sentence) { (base, head) }

  var heading: Sentence {
    func side(_ name: Sentence, _ side: CompareReport.Side) -> Sentence {
      let devices: Sentence = side.devices > 0 ? " on \(count: side.devices, "device")" : ""
      let launches: Sentence = "\(count: side.launches, "launch")\(devices)"
      let payloads = side.payloads.map { "\(count: $0, "payload") of MetricKit" as Sentence }
      let isOfPayloads = side.launches == 0 && payloads != nil
      return "\(name) (\([isOfPayloads ? nil : launches, payloads].compactMap(\.self).joined(separator: ", ")))"
    }
    return "\(side(base, report.base)) against \(side(head, report.head)), compared \(way)"
  }

  var way: Sentence { way(isByDevice: areByDevice) }

  /// As in `device by device` or `within models and systems`.
  private func way(isByDevice: Bool) -> Sentence {
    isByDevice ? "device by device" : strata.map { "within \(name: $0)" } ?? "as if of one model"
  }

  /// True if each row that has a difference compares each device with itself.
  private var areByDevice: Bool {
    let rows = report.rows.filter(\.hasDifference)
    return !rows.isEmpty && rows.allSatisfy(\.isByDevice)
  }

  /// The properties that compared launches share, as in `model and system`; nil if they need not be alike.
  private var stratum: String? { shared?.joined(separator: " and ") }

  /// As `stratum`, in the plural: `models and systems`.
  private var strata: String? { shared?.map { "\($0)s" }.joined(separator: " and ") }

  private var shared: [String]? {
    let areModelsKnown = report.base.models + report.head.models > 0
    let shared = ComparedProperty.allCases.filter { report.comparedAcross?.contains($0) != true }
    return areModelsKnown && !shared.isEmpty ? shared.map(\.rawValue) : nil
  }

  /// The number of rows with each verdict, as in `1 slower, 2 undecided`.
  var conclusion: Sentence {
    let counts: [(CompareVerdict, Int)] = CompareVerdict.allCases.map { verdict in
      (verdict, report.rows.count { $0.verdict == verdict })
    }
    let texts = counts.filter { $0.1 > 0 }.map { "\(count: $0.1) \(name: Self.words($0.0))" as Sentence }
    return texts.isEmpty ? "only findings were compared" : texts.joined(separator: ", ")
  }

  /// A row in one sentence, as in `cold launch: slower by 41.3 ms (+10 %), 95 % interval +22.1 … +60.3 ms`.
  func sentence(_ row: CompareRow) -> Sentence {
    let subject: Sentence = "\(subject(of: row)): \(name: Self.words(row.verdict))"
    guard let difference = Self.difference(row), let interval = Self.interval(row) else {
      return "\(subject); \(row.reasonText(base: base, head: head, stratum: stratum))"
    }
    let share: Sentence = Self.relativeDifference(row).map { " (\(name: $0))" } ?? ""
    let text: Sentence = "\(subject), \(name: difference)\(share), interval \(name: interval)"
    return row.verdict == .undecided ? "\(text); \(row.reasonText(base: base, head: head, stratum: stratum))" : text
  }

  /// As in `+41.3 ms` or `+1.2 points`.
  static func difference(_ row: CompareRow) -> String? {
    row.differenceNanos.map(DifferenceText.of) ?? row.shareDifference.map(ShareText.difference)
  }

  static func interval(_ row: CompareRow) -> String? {
    if row.differenceNanos != nil { return DifferenceText.interval(low: row.lowNanos, high: row.highNanos) }
    return row.shareDifference.map { _ in ShareText.interval(low: row.lowShare, high: row.highShare) }
  }

  /// The difference of times relative to the base, as in `+10 %`.
  static func relativeDifference(_ row: CompareRow) -> String? {
    guard let difference = row.differenceNanos, let base = row.base.nanos else { return nil }
    return DifferenceText.share(difference, of: base)
  }

  /// The time or the share of one side, as in `418 ms` or `4.1 %`.
  static func value(_ side: CompareRow.Side) -> String? {
    side.nanos.map(DurationText.of) ?? side.share.map(ShareText.of)
  }

  /// As in `cold launch`, `resume` or `cold p90, deviceModel iPhone12,1`.
  func subject(of row: CompareRow) -> Sentence {
    let kind: Sentence = row.isOfResumes && !row.isOfMetricKit ? "" : "\(name: row.kind) "
    return "\(kind)\(name: row.measure)\(row.by.map { ", \(Self.words($0))" as Sentence }.joined())"
  }

  /// As in `deviceModel iPhone12,1`, or `deviceModel unknown` if the logs do not name it.
  static func words(_ value: GroupValue) -> Sentence {
    "\(name: value.dimension) \(value.value.isEmpty ? "unknown" : .name(value.value, limit: 100))"
  }

  func detail(_ row: CompareRow) -> Sentence {
    var parts: [Sentence] = []
    if row.percent == nil { parts.append(sizes(of: row)) }
    // The heading says how the others are compared.
    let isByDevice = row.isByDevice
    if row.percent == nil, row.hasDifference, isByDevice != areByDevice {
      parts.append(way(isByDevice: isByDevice))
    }
    if row.percent == nil, row.reason != .unfinished, let unfinished = row.unfinishedText { parts.append(unfinished) }
    if row.hasDifference, row.verdict == .same { parts.append("same within \(name: row.marginText)") }
    if row.verdict == .undecided { parts.append(row.reasonText(base: base, head: head, stratum: stratum)) }
    return parts.joined(separator: "; ")
  }

  /// As in `412 launches of 88 devices against 389 of 91`.
  private func sizes(of row: CompareRow) -> Sentence {
    let base = Self.size(row.base, row.noun)
    let head = Self.size(row.head)
    let areClustered = [row.base, row.head].contains { $0.units < $0.comparedLaunches }
    guard row.comparedBy == "models", areClustered else { return "\(base) against \(head)" }
    return "\(base) of \(count: row.base.units, unit(of: row)) against \(head) of \(count: row.head.units)"
  }

  /// As in `412 launches`, or `60 of 115 launches` if the other side has no launches like the remaining 55.
  private static func size(_ side: CompareRow.Side, _ noun: StaticString? = nil) -> Sentence {
    let all: Sentence = "\(count: side.launches, noun)"
    let isWhole = side.comparedLaunches == side.launches || side.comparedLaunches == 0
    return isWhole ? all : "\(count: side.comparedLaunches) of \(all)"
  }

  /// The draws of a row that are fewer than its launches.
  private func unit(of row: CompareRow) -> StaticString {
    row.isOfMetricKit ? "payload" : report.base.devices + report.head.devices > 0 ? "device" : "launch"
  }

  /// A note if one side has more launches in the background, by `leastBackgroundShare` of all.
  private var background: Sentence? {
    let key = NotCounted.background.rawValue
    let sides = [report.base, report.head]
    let counts = sides.map { $0.notCounted[key] ?? 0 }
    let shares = zip(counts, sides).map { Double($0) / Double(max(1, $1.launches)) }
    if (shares[0] - shares[1]).magnitude < Self.leastBackgroundShare { return nil }
    return
      "\(count: counts[0], "launch") of \(base) and \(count: counts[1]) of \(head) were launched in the background,"
      + " and have no launch time."
  }

  /// This project's number.
  private static let leastBackgroundShare = 0.05

  private static let mostValues = 5

  var notes: [Sentence] {
    // A row on a value of a dimension would only repeat them.
    let rows = report.rows.filter { $0.by.isEmpty && $0.measure == CompareMeasure.launch.name }
    var notes: [Sentence] = []
    for row in rows where row.verdict == .slower || row.verdict == .faster {
      if let superiority = row.superiority {
        let shared = row.comparedBy == "devices" ? "device" : stratum
        let like: Sentence = shared.map { " on the same \(name: $0)" } ?? ""
        let pairs = Int((superiority * 100).rounded(.toNearestOrEven))
        notes.append(
          "\("aeiou".contains(row.kind.prefix(1)) ? "An" : "A") \(name: row.kind) launch of \(head) takes longer than one of \(base)\(like)"
            + " in \(pairs) of 100 pairs.")
      }
      if let text = phases(of: row) { notes.append(text) }
    }
    for row in rows {
      if let note = adjustment(of: row) { notes.append(note) }
    }
    if report.rows.contains(where: { $0.isNotInterleaved == true }) {
      notes.append(
        "On each device one version ran after the other: what else changed in between counts as a difference, too."
          + (report.rows.contains(where: \.hasFewDevicesInTurn)
            ? " Fewer than six devices do not show how much that is." : ""))
    }
    let nameless = [(report.base.devices, base), (report.head.devices, head)].filter { $0.0 == 0 }.map(\.1)
    if report.rows.contains(where: { $0.isOfMetricKit && $0.hasDifference }) {
      notes.append(
        "A payload of MetricKit names no device: each counts as one, and the intervals are too narrow where a device"
          + " sent several. Ends are compared with '--measure backgroundKilled', hangs not at all.")
    }
    if report.rows.contains(where: { !$0.isOfMetricKit && $0.hasDifference }), !nameless.isEmpty {
      notes.append(
        "The logs of \(nameless.joined(separator: " and ")) name no device: if devices launched several times, the"
          + " intervals are too narrow.")
    }
    if !rows.isEmpty {
      notes += [background, uncounted(base, report.base), uncounted(head, report.head)].compactMap(\.self)
    }
    for (name, copies) in [(base, report.base.copies), (head, report.head.copies)] {
      guard let copies else { continue }
      let verb: Sentence = copies == 1 ? "is a copy of another" : "are copies of others"
      notes.append("\(count: copies, "launch") of \(name) \(verb) under another id: each counts once.")
    }
    if let missing = report.missingMeasures {
      notes.append("Not compared, as the logs of neither side show it: \(name: missing.joined(separator: ", ")).")
    }
    if let note = Anchor.note(rows.map(\.from)) { notes.append("\(note.capitalized).") }
    if let values = valuesOfOneSide { notes.append(values) }
    if let apps = report.apps {
      notes.append(
        "\(count: apps, "app") are on both sides: '--where app=ID' compares one alone, "
          + "and '--by app' each of them.")
    }
    if let shared = report.sharedLaunches {
      notes.append("\(count: shared, "launch") \(shared == 1 ? "is" : "are") on both sides.")
    }
    return notes
  }

  /// At most five values are named.
  private var valuesOfOneSide: Sentence? {
    guard let values = report.valuesOfOneSide else { return nil }
    let shown = values.prefix(Self.mostValues).map(Self.words)
    let more: Sentence = values.count > shown.count ? " and \(count: values.count - shown.count) more" : ""
    return "On one side alone, and not compared: \(shown.joined(separator: ", "))\(more)."
  }

  /// A tenth or more of a side's launches came to the foreground without a time that counts: the rest may differ.
  private func uncounted(_ name: Sentence, _ side: CompareReport.Side) -> Sentence? {
    let unseen = [NotCounted.background, .extension].map(\.rawValue)
    let reasons = side.notCounted.filter { !unseen.contains($0.key) }
    let count = reasons.values.reduce(0, +)
    if count == 0 || count * 10 < side.launches { return nil }
    return "\(count: count) of \(count: side.launches, "launch") of \(name) have no time that counts:"
      + " \(name: Units.list(reasons))."
  }

  /// The phases that explain a row, and what all add up to, as in `together +41.0 ms: appInit +38.0 ms`.
  private func phases(of row: CompareRow) -> Sentence? {
    let phases = row.phases ?? []
    let named = phases.filter(\.explains).map { "\($0.phase) \(DifferenceText.of($0.excessNanos ?? 0))" }
    if named.isEmpty { return nil }
    let whole = DifferenceText.of(phases.reduce(0) { $0 &+ ($1.excessNanos ?? 0) })
    return "Phases around the median of \(name: row.kind) launches, together \(name: whole): "
      + "\(name: named.joined(separator: ", "))."
  }

  /// A warning if other models and systems, not the code, make a difference that matters.
  private func adjustment(of row: CompareRow) -> Sentence? {
    guard let plain = row.unadjustedNanos, let margin = row.marginNanos, let first = row.base.nanos,
      let second = row.head.nanos
    else { return nil }
    // Both are differences of medians: of all launches, and of launches in the proportions of base's models.
    let excess = Int128(plain) - (Int128(second) - Int128(first))
    guard excess.magnitude >= margin.magnitude, let strata else { return nil }
    return "\(head) ran on other \(name: strata): the medians of all \(name: row.kind) launches differ by"
      + " \(name: DifferenceText.of(plain))."
  }

  func name(_ side: TransitionChange.Side) -> Sentence { side == .base ? base : head }
}
