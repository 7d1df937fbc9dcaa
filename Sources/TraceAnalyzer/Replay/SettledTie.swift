import TraceModel

/// Events of one instant whose order no number shows, in an order that the machines allow if there is one.
///
/// Orders are tried for each group of events that may drive the same instance of a machine. Between the independent
/// groups the order of the lines stays, except that what an app does comes before the exit of its process.
struct SettledTie {
  struct Entry {
    var orderedEvent: OrderedEvent
    var group: Int
  }

  struct Group {
    /// The instances after each order with the fewest illegal steps; empty for a single event.
    var ends: [[Instance]] = []
    /// True if all orders were tried: only then is an illegal step in the best of them certain.
    var isSettled = true
  }

  private(set) var entries: [Entry]
  private(set) var groups: [Group]

  /// Settles events of known kinds, in the order of their lines, for a launch that `machines` has replayed so far.
  init(_ orderedEvents: [OrderedEvent], _ machines: MachineReplay) {
    let members = Self.groups(of: orderedEvents, machines.context)
    entries = orderedEvents.map { Entry(orderedEvent: $0, group: 0) }
    groups = []
    for (number, indices) in members.enumerated() {
      var group = Group()
      var order = indices
      if indices.count > 1 {
        var search = TieSearch(indices.map { orderedEvents[$0] }, machines)
        search.run()
        group.ends = search.ends
        group.isSettled = search.isSettled
        order = search.order.map { indices[$0] }
      }
      for (index, member) in zip(indices, order) {
        entries[index] = Entry(orderedEvent: orderedEvents[member], group: number)
      }
      groups.append(group)
    }
    moveBeforeExit(machines.context.tables)
  }

  /// Moves what a living process does before its exit, if its line comes after.
  ///
  /// Of two events at one instant a line only shows which was written first. If orders of a group were tried, the best
  /// stays.
  private mutating func moveBeforeExit(_ tables: MachineTables) {
    guard let exit = entries.firstIndex(where: { $0.orderedEvent.signature.kind == .processExit }) else { return }
    let group = entries[exit].group
    func isBefore(_ entry: Entry) -> Bool {
      let signature = entry.orderedEvent.signature
      let isFree = entry.group != group || !groups[group].isSettled
      return isFree && signature.eventSource != .system && signature.kind != .processExit
        && tables.traits[Int(signature.kind.rawValue)].contains(.ofApp)
    }
    let behind = entries[exit...]
    // A process that starts at that instant is another one.
    if behind.contains(where: { $0.orderedEvent.signature.kind == .processStart }) { return }
    entries.replaceSubrange(exit..., with: behind.filter(isBefore) + behind.filter { !isBefore($0) })
  }

  /// The indices of events that may drive the same instance, by group, rising.
  private static func groups(of orderedEvents: [OrderedEvent], _ context: ReplayContext) -> [[Int]] {
    // An event that names no scene may be about any.
    let namesScenes = orderedEvents.allSatisfy { !$0.event.scene.isNone || !$0.drives(.scene, context) }
    // The index of one event about each subject; and for each event the next one of its group, or itself for the last.
    var indices: [Subject: Int] = [:]
    var next = Array(orderedEvents.indices)
    func end(_ index: Int) -> Int {
      var index = index
      while next[index] != index {
        next[index] = next[next[index]]
        index = next[index]
      }
      return index
    }
    for (index, orderedEvent) in orderedEvents.enumerated() {
      for subject in orderedEvent.subjects(namesScenes: namesScenes, context) {
        if let known = indices[subject] { next[end(known)] = end(index) } else { indices[subject] = index }
      }
    }
    var numbers: [Int: Int] = [:]
    var groups: [[Int]] = []
    for index in orderedEvents.indices {
      let number = numbers[end(index), default: groups.count]
      numbers[end(index)] = number
      if number == groups.count { groups.append([]) }
      groups[number].append(index)
    }
    return groups
  }
}

/// What events compete for: an instance of a machine, or being entry and return of one callback.
private enum Subject: Hashable {
  /// The process and the app, which one event may drive both.
  case launch
  case scene(TextID)
  case view(TextID)
  case task(TextID, name: TextID)
  case callback(EventKind, TextID, TextID, TextID)
}

extension OrderedEvent {
  fileprivate func drives(_ machine: MachineID, _ context: ReplayContext) -> Bool {
    context.tables.drives(machine, signature.kind)
  }

  fileprivate func subjects(namesScenes: Bool, _ context: ReplayContext) -> [Subject] {
    var subjects: [Subject] = []
    if drives(.process, context) || drives(.app, context) && context.facts.judgesApp { subjects.append(.launch) }
    if drives(.scene, context) { subjects.append(.scene(namesScenes ? event.scene : .none)) }
    if drives(.view, context), !event.viewInstance.isNone { subjects.append(.view(event.viewInstance)) }
    if drives(.task, context) {
      subjects.append(.task(event.task, name: event.task.isNone ? signature.name : .none))
    }
    if signature.phase != .instant {
      subjects.append(.callback(signature.kind, event.scene, event.task, event.viewInstance))
    }
    return subjects
  }
}

/// The fields in which two events of a tie differ for the machines; the order of equal ones does not matter.
private struct EventClass: Hashable {
  var signature: SignatureID
  var scene, sceneInstance, task, viewInstance: TextID
  var duration: Int64

  init(_ event: Event) {
    signature = event.signature
    scene = event.scene
    sceneInstance = event.sceneInstance
    task = event.task
    viewInstance = event.viewInstance
    duration = event.duration
  }
}

/// Finds the orders of one group of a tie with the fewest illegal steps.
///
/// Orders grow by one event at a time. Of two that took the same events and left the machines in the same states one is
/// dropped, so that a group of ten events needs some hundred steps and not 3,628,800 orders.
private struct TieSearch {
  /// The beginning of an order.
  struct Path {
    var machines: MachineReplay
    var order: [Int] = []
    /// How many events of each class are still to come.
    var rest: [Int]
    var illegal = 0
    /// Each illegal step would be legal after an event of a kind that this launch does not hold.
    var isExplained = true
    /// Returns of callbacks that were not entered.
    var unmatched = 0
  }

  /// Two paths with equal keys are equal: one is dropped.
  struct Key: Hashable {
    var rest: [Int]
    var states: [UInt32]
    var openCount: Int
  }

  /// The most steps tried of one group: this project's number, some milliseconds.
  private static let mostSteps = 4096
  /// A larger group is not tried: this project's number, far over what one instant holds.
  private static let mostEvents = 64
  /// With more illegal steps any order is as good: this project's number.
  private static let mostIllegal = 3

  private let orderedEvents: [OrderedEvent]
  /// Indices of equal events, rising, class by class.
  private var classes: [[Int]] = []
  private var classOfEvent: [Int] = []
  private let machines: MachineReplay
  private var stepCount = 0
  /// The best order, as indices in the group: at first that of the lines.
  private(set) var order: [Int]
  private(set) var ends: [[Instance]] = []
  private(set) var isSettled = false

  init(_ orderedEvents: [OrderedEvent], _ machines: MachineReplay) {
    self.orderedEvents = orderedEvents
    self.machines = machines
    order = Array(orderedEvents.indices)
    var numbers: [EventClass: Int] = [:]
    for index in orderedEvents.indices {
      let number = numbers[EventClass(orderedEvents[index].event), default: classes.count]
      numbers[EventClass(orderedEvents[index].event)] = number
      if number == classes.count { classes.append([]) }
      classes[number].append(index)
      classOfEvent.append(number)
    }
  }

  /// Tries orders without an illegal step, then with one, and so on.
  mutating func run() {
    if orderedEvents.count > Self.mostEvents { return }
    for limit in 0...Self.mostIllegal {
      guard let paths = paths(mostIllegal: limit) else { return }
      // All were tried: if none is legal, that is certain.
      isSettled = true
      guard let fewest = paths.map(\.unmatched).min(), let best = paths.first(where: { $0.unmatched == fewest }) else {
        continue
      }
      var next = [Int](repeating: 0, count: classes.count)
      order = best.order.map { number in
        defer { next[number] += 1 }
        return classes[number][next[number]]
      }
      ends = paths.map(\.machines.instances)
      // If a kind is not recorded, an order that seems illegal may be the true one: that of the lines is likely.
      let lineOrder = lineOrderPath
      if lineOrder.illegal > limit, lineOrder.isExplained { ends.append(lineOrder.machines.instances) }
      return
    }
  }

  private var lineOrderPath: Path {
    var path = Path(machines: machines, rest: classes.map(\.count))
    for (orderedEvent, number) in zip(orderedEvents, classOfEvent) { path = path.taking(number, orderedEvent) }
    return path
  }

  /// All orders with at most so many illegal steps, nearest to the lines first; nil if they are too many.
  private mutating func paths(mostIllegal: Int) -> [Path]? {
    var paths = [Path(machines: machines, rest: classes.map(\.count))]
    for _ in orderedEvents {
      var longer: [Path] = []
      var indices: [Key: Int] = [:]
      for path in paths {
        for number in classes.indices where path.rest[number] > 0 {
          stepCount += 1
          if stepCount > Self.mostSteps { return nil }
          let next = path.taking(number, orderedEvents[classes[number][0]])
          if next.illegal > mostIllegal { continue }
          let known = indices[next.key]
          guard let known else {
            indices[next.key] = longer.count
            longer.append(next)
            continue
          }
          let isBetter = (next.illegal, next.unmatched) < (longer[known].illegal, longer[known].unmatched)
          if isBetter { longer[known] = next }
        }
      }
      paths = longer
    }
    return paths
  }
}

extension TieSearch.Path {
  fileprivate func taking(_ number: Int, _ orderedEvent: OrderedEvent) -> Self {
    var next = self
    var found: [Candidate] = []
    let step = Step(orderedEvent, machines.context.tables)
    let openCount = machines.openCount
    next.machines.take(step, &found)
    next.order.append(number)
    next.rest[number] -= 1
    next.illegal += found.count
    let kinds = machines.context.facts.summary.kinds
    if !found.allSatisfy({ $0.explanations.contains { !$0.isSubset(of: kinds) } }) { next.isExplained = false }
    if orderedEvent.signature.phase == .end, next.machines.openCount == openCount { next.unmatched += 1 }
    return next
  }

  fileprivate var key: TieSearch.Key {
    let states = machines.instances.map { UInt32($0.set.bits) << 16 | UInt32($0.wide.bits) }
    return TieSearch.Key(rest: rest, states: states, openCount: machines.openCount)
  }
}
