/// How much longer a phase takes in launches around the median.
package struct PhaseChange: Sendable, Equatable, Encodable {
  /// The phase's name, as in `preMain`.
  package var phase: String
  /// The weighted means in nanoseconds; a launch that lacks the phase counts as 0.
  package var baseNanos, headNanos: Int64
  /// Head less base.
  package var differenceNanos: Int64
  /// True if it is a tenth or more of what the launches differ by, and in the same direction.
  package var explains: Bool

  /// The phases of the launches whose time lies between the 40th and the 60th percentile of their side.
  ///
  /// The means add up to those of these launches, as phases do of a launch. Around the median no single slow launch
  /// decides which phase it is.
  static func all(
    _ alike: AlikeLaunches, _ samples: (base: WeightedSample, head: WeightedSample), _ sides: [[Launch]]
  ) -> [PhaseChange] {
    let base = means(alike.baseEntries, alike.base, samples.base, sides[0])
    let head = means(alike.headEntries, alike.head, samples.head, sides[1])
    let whole = zip(base, head).reduce(0) { $0 + $1.1 - $1.0 }
    return LaunchPhase.names.indices.compactMap { place in
      if base[place] == 0, head[place] == 0 { return nil }
      let difference = head[place] - base[place]
      return PhaseChange(
        phase: LaunchPhase.names[place], baseNanos: Int64(base[place].rounded()),
        headNanos: Int64(head[place].rounded()), differenceNanos: Int64(difference.rounded()),
        explains: whole != 0 && difference / whole >= 0.1)
    }
  }

  /// The weighted mean of each phase, by the phase's place.
  private static func means(
    _ entries: [CompareEntry], _ observations: [Observation], _ sample: WeightedSample, _ launches: [Launch]
  ) -> [Double] {
    let low = sample.quantile(percent: 40)
    let high = sample.quantile(percent: 60)
    var sums = [Double](repeating: 0, count: LaunchPhase.names.count)
    var weight = 0.0
    for (entry, observation) in zip(entries, observations) {
      let nanos = Double(entry.nanos)
      guard nanos >= low, nanos <= high else { continue }
      let own = sample.weight(of: observation)
      weight += own
      for phase in launches[Int(entry.place)].phases { sums[phase.place] += own * Double(phase.nanos) }
    }
    return weight > 0 ? sums.map { $0 / weight } : sums
  }
}
