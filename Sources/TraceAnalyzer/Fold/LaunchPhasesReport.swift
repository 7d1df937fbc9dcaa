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
        pieces[piece.place, default: ([], 0)].nanos.append(piece.nanos)
        if piece.isApproximate { pieces[piece.place]?.approximate += 1 }
        if piece.nanos == 0, piece.isOnWholeSeconds { unmeasured.insert(piece.place) }
      }
      return LaunchPhase.names.enumerated().compactMap { place, name -> MeasureRow? in
        guard let pieces = pieces[place] else { return nil }
        let by = group.by + [GroupValue(dimension: "phase", value: name)]
        var row = MeasureRow(by: by, pieces.nanos)
        row.approximateCount = pieces.approximate
        row.isOnWholeSeconds = unmeasured.contains(place) ? true : nil
        return row
      }
    }
  }
}
