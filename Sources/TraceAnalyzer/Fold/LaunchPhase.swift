import TraceModel

/// One piece of a launch time, between two milestones that the launch has.
package struct LaunchPhase: Sendable, Equatable {
  /// The index of its name.
  package var index: Int
  package var nanos: Int64
  /// An edge of it is not really known.
  package var isApproximate: Bool
  /// Both of its ends are whole seconds: a length of 0 means less than one.
  package var isOnWholeSeconds = false

  package var name: String { Self.names[index] }

  /// In the order in which phases follow each other.
  package static let names = LaunchPhaseName.allCases.map(\.name)
}

extension LaunchPhase: Encodable {
  private enum Key: String, CodingKey { case phase, nanos, isApproximate }

  /// The phase by its name, as indices may change.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .phase)
    try container.encode(nanos, forKey: .nanos)
    try container.encode(isApproximate, forKey: .isApproximate)
  }
}

/// How long each phase of a launch took, for `report --launch-phases`.
package struct LaunchPhasesReport: Sendable, Encodable {
  package var coverage: LaunchCoverage
  /// One row a group and phase, of launches with the most frequent pair of anchors.
  package var phases: [MeasureRow]

  /// The report on `launches`, which are of one input; without dimensions it is one row a phase.
  package init(_ launches: [Launch], by dimensions: [Dimension] = []) {
    let measured = TimedLaunches(launches).measured()
    coverage = measured.coverage
    let counted = measured.launches.objects.filter { $0.nanos(measured.headline) != nil }
    phases = counted.grouped(by: dimensions).flatMap { group in
      var pieces: [Int: (nanos: [Int64], approximate: Int)] = [:]
      var unmeasured: Set<Int> = []
      for piece in group.launches.lazy.flatMap(\.phases) {
        pieces[piece.index, default: ([], 0)].nanos.append(piece.nanos)
        if piece.isApproximate { pieces[piece.index]?.approximate += 1 }
        if piece.nanos == 0, piece.isOnWholeSeconds { unmeasured.insert(piece.index) }
      }
      return LaunchPhase.names.enumerated().compactMap { index, name -> MeasureRow? in
        guard let pieces = pieces[index] else { return nil }
        let by = group.by + [GroupValue(dimension: "phase", value: name)]
        var row = MeasureRow(by: by, pieces.nanos)
        row.approximateCount = pieces.approximate
        row.isOnWholeSeconds = unmeasured.contains(index) ? true : nil
        return row
      }
    }
  }
}
