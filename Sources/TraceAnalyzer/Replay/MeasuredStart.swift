import TraceModel

/// What a record of a launch's length says of its start.
struct MeasuredStart {
  /// To the foreground at least, as nobody measures a launch that nobody waits for; or a return, which is no launch.
  let nature: LaunchNature
  /// When it began, on the wall clock or on `uptime`.
  let instant: Int64

  /// The start that the first record among the events tells; nil if none does.
  init?(_ orderedEvents: OrderedEvents, _ lexicon: Lexicon) {
    let places = orderedEvents.indices.filter { place in
      orderedEvents.kind(at: place) == .launchMeasured && orderedEvents.event(at: place).duration != Event.absent
    }
    func type(_ place: Int) -> StartType? { lexicon.words.startTypes[orderedEvents.signature(at: place).reason] }
    guard let place = places.first(where: { type($0) != .hot }) ?? places.first else { return nil }
    let signature = orderedEvents.signature(at: place)
    nature =
      switch type(place) {
      case _ where signature.prewarmed == true: .prewarmed
      case .prewarmed: .prewarmed
      case .cold: .cold
      case .warm: .warm
      case .hot: .returned
      case nil: .foreground
      }
    instant = orderedEvents.instant(at: place) &- orderedEvents.event(at: place).taken
  }
}
