import TraceModel

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

  /// The launches apart by their values in some dimensions: groups in a total order, each in none.
  func grouped(by dimensions: [Dimension]) -> [(by: [GroupValue], launches: [Launch])] {
    // By numbers first: values are made into texts once for all launches that have the same.
    var keys = NumberKeys()
    var firsts: [Launch] = []
    let places = map { launch in
      let place = keys.place(of: launch.key(dimensions))
      if place == firsts.count { firsts.append(launch) }
      return place
    }
    var numbers: [[String]: Int] = [:]
    let groups = firsts.map { launch in
      let values = dimensions.map { $0.value(of: launch) }
      let number = numbers[values] ?? numbers.count
      numbers[values] = number
      return number
    }
    var members = [[Launch]](repeating: [], count: numbers.count)
    for (launch, place) in zip(self, places) { members[groups[place]].append(launch) }
    let order = numbers.sorted { a, b in
      zip(a.key, b.key).first { $0 != $1 }.map(Normalised.isOrdered) ?? false
    }
    return order.map { values, number in
      (zip(dimensions.map(\.rawValue), values).map(GroupValue.init), members[number])
    }
  }
}

extension Launch {
  /// The launch's values in some dimensions, as numbers.
  fileprivate func key(_ dimensions: [Dimension]) -> NumberKeys.Key {
    var key = NumberKeys.Key.zero
    for dimension in dimensions { key[dimension.place] = dimension.number(of: self) }
    return key
  }
}

extension Dimension {
  /// Its place among all dimensions, of which there are no more than a key has numbers.
  fileprivate var place: Int {
    switch self {
    case .app: 0
    case .appVersion: 1
    case .appBuild: 2
    case .osVersion: 3
    case .deviceModel: 4
    case .deviceClass: 5
    case .kind: 6
    case .day: 7
    }
  }
}
