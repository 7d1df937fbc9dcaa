extension [Launch] {
  /// The contexts of the launches, each once, in the order in which they come first.
  ///
  /// For speed: a million launches have some thousand contexts, so that nothing but a place is looked at of most.
  var distinctContexts: [LaunchContext] {
    var contexts: [LaunchContext] = []
    var isKnown: [Bool] = []
    for launch in self {
      let place = launch.contextPlace
      while isKnown.count <= place { isKnown.append(false) }
      if isKnown[place] { continue }
      isKnown[place] = true
      contexts.append(launch.context)
    }
    return contexts
  }

  /// The launches grouped by a value.
  ///
  /// Groups stand in the order of their first launches.
  /// For speed a launch is first compared with the one before it, which mostly has the same value.
  func grouped<Key: Hashable>(byShared key: (Launch) -> Key) -> [[Launch]] {
    var groups: [[Launch]] = []
    var places: [Key: Int] = [:]
    var last: (key: Key, place: Int)?
    for launch in self {
      let key = key(launch)
      if let last, last.key == key {
        groups[last.place].append(launch)
        continue
      }
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append([])
      }
      groups[place].append(launch)
      last = (key, place)
    }
    return groups
  }

  /// The launches, which are of one input, apart by their values in some dimensions: groups in a total order, each in none.
  func grouped(by dimensions: [Dimension]) -> [(by: [GroupValue], launches: [Launch])] {
    let (values, places) = TimedLaunches(self).groups(by: dimensions)
    var members = [[Launch]](repeating: [], count: values.count)
    for (launch, place) in zip(self, places) { members[place].append(launch) }
    return zip(values, members).map { ($0, $1) }
  }
}
