import TraceAnalyzer
import TraceModel

/// The events of a launch as slices and marks, by the lanes that they belong to.
struct SliceGroups {
  typealias Slice = LaunchTimeline.Slice
  typealias Detail = LaunchTimeline.Detail

  /// The most entries that wait for their return; older ones have no meaning if returns are never recorded.
  private static let mostOpen = 256

  /// On the main thread, or on a thread that the log does not name.
  private(set) var main: [Slice] = []
  private(set) var views: [Slice] = []
  private(set) var threads: [String: [Slice]] = [:]
  private(set) var process: [Slice] = []
  private(set) var holes: [Slice] = []

  private enum Group: Equatable {
    case main, views, process, hidden
    case thread(String)
  }

  private let history: LaunchHistory
  /// By the index of an event, its group and the number of its slice there.
  private var slices: [Int: (group: Group, number: Int)] = [:]
  /// The events that began a callback or work and still wait for its end.
  private var open: [Int] = []

  init(_ history: LaunchHistory) {
    self.history = history
    for index in history.events.indices { add(index) }
    // A callback without a return is drawn to the end only if no event follows: else its return was not recorded.
    let end = history.events.last?.offsetNanos ?? 0
    for index in open {
      guard let (group, number) = slices[index], number == count(group) - 1 else { continue }
      change(group, number) { slice in
        slice.end = max(slice.begin, end)
        slice.isMark = false
        slice.details.append(Detail(key: "open", value: .truth(true)))
      }
    }
  }

  private mutating func add(_ index: Int) {
    let entry = history.events[index]
    if let lost = entry.lost {
      let details = [Detail(key: "lost", value: .number(lost))]
      let offset = entry.offsetNanos
      holes.append(Slice(name: "trace.gap", begin: offset, end: offset, isMark: true, details: details))
      return
    }
    let isReturn = entry.phase == "end" || entry.record.kind == .workEnd
    let isBegin = entry.phase == "begin" || entry.record.kind == .workBegin
    if isReturn, let begin = open.lastIndex(where: { isEnd(entry, of: history.events[$0]) }) {
      let first = open.remove(at: begin)
      guard let (group, number) = slices[first] else { return }
      change(group, number) { slice in
        slice.end = max(slice.begin, entry.offsetNanos)
        slice.isMark = false
      }
      slices[index] = (group, number)
      return
    }
    let group = group(entry)
    if group == .hidden { return }
    let took = entry.tookNanos ?? max(0, entry.record.duration)
    let begin = entry.offsetNanos &- took
    slices[index] = (group, count(group))
    append(
      Slice(
        name: name(entry), begin: begin, end: entry.offsetNanos, isMark: took == 0 && entry.record.duration != 0,
        details: details(of: index)), to: group)
    guard isBegin else { return }
    open.append(index)
    if open.count > Self.mostOpen { open.removeFirst(Self.mostOpen / 2) }
  }

  /// True if `end` is the return of what `begin` entered; either may leave a name out.
  private func isEnd(_ end: HistoryEntry, of begin: HistoryEntry) -> Bool {
    let a = begin.record
    let b = end.record
    func agree(_ a: String, _ b: String) -> Bool { a.isEmpty || b.isEmpty || a == b }
    if a.kind == .workBegin {
      return b.kind == .workEnd && a.task == b.task && agree(a.name, b.name) && agree(a.taskKind, b.taskKind)
    }
    return begin.event == end.event && agree(a.scene, b.scene) && agree(a.view, b.view)
      && agree(a.viewInstance, b.viewInstance) && agree(a.task, b.task)
  }

  private func group(_ entry: HistoryEntry) -> Group {
    let record = entry.record
    switch record.kind.family {
    case "process": return .process
    case "memory": return .hidden
    case "view": return .views
    default: return record.thread.isEmpty || record.thread == "main" ? .main : .thread(record.thread)
    }
  }

  private func name(_ entry: HistoryEntry) -> String {
    let record = entry.record
    let event = entry.event ?? ""
    if record.kind == .workBegin { return [record.name, record.taskKind, event].first { !$0.isEmpty } ?? event }
    let subject = [record.view, record.name].first { !$0.isEmpty } ?? ""
    return subject.isEmpty ? event : "\(event) \(subject)"
  }

  func details(of index: Int) -> [Detail] {
    let entry = history.events[index]
    let record = entry.record
    let texts = [
      ("reason", record.reason), ("thread", record.thread), ("scene", record.scene), ("view", record.view),
      ("task", record.task), ("name", record.name), ("kind", record.taskKind),
    ]
    let seq = entry.seq.map { [Detail(key: "seq", value: .number($0))] } ?? []
    let source = entry.source.map { [Detail(key: "source", value: .text("\($0.file):\($0.line)"))] } ?? []
    return seq + source + texts.filter { !$1.isEmpty }.map { Detail(key: $0, value: .text($1)) }
  }

  /// The name of a scene's lane, as in `scene a7413a2c (windowApplication)`.
  func sceneName(_ name: String) -> String {
    let words = name.split(separator: " ")
    let id = words.last.map(String.init) ?? ""
    let number = words.count > 1 && words[0].first == "#" ? "\(words[0]) " : ""
    let role = history.events.first { $0.record.scene == id && !$0.record.sceneRole.isEmpty }?.record.sceneRole
    return "scene \(number)\(DisplayText.shortID(id))\(role.map { " (\($0))" } ?? "")"
  }

  /// The arrow begins at the begin of the finding's task, or the entry of its callback; false without one.
  mutating func begins(what finding: Finding, foundAt index: Int, arrow: Int) -> Bool {
    var cause: Int?
    if let task = finding.task {
      cause = history.events[..<index].lastIndex {
        $0.record.kind == .taskBegin && ($0.record.task == task || $0.record.name == task)
      }
    } else if history.events[index].phase == "end" {
      cause = index
    }
    guard let cause, let (group, number) = slices[cause] else { return false }
    var isEarlier = false
    let offset = history.events[index].offsetNanos
    change(group, number) { slice in
      isEarlier = slice.begin < offset
      if isEarlier { slice.leaving.append(arrow) }
    }
    return isEarlier
  }

  private func count(_ group: Group) -> Int {
    switch group {
    case .main: main.count
    case .views: views.count
    case .process: process.count
    case .hidden: 0
    case .thread(let name): threads[name]?.count ?? 0
    }
  }

  private mutating func append(_ slice: Slice, to group: Group) {
    switch group {
    case .main: main.append(slice)
    case .views: views.append(slice)
    case .process: process.append(slice)
    case .hidden: break
    case .thread(let name): threads[name, default: []].append(slice)
    }
  }

  private mutating func change(_ group: Group, _ number: Int, _ body: (inout Slice) -> Void) {
    switch group {
    case .main: body(&main[number])
    case .views: body(&views[number])
    case .process: body(&process[number])
    case .hidden: break
    case .thread(let name): body(&threads[name, default: []][number])
    }
  }
}
