import Foundation
import Synchronization
import TraceVocabulary

@testable import TraceRecorder

/// A disk in memory that notes what is done to it, and fails as a test says.
final class FakeDisk: Disk {
  /// How a call to append goes: so many bytes are taken, or it fails.
  enum Outcome { case takes(Int), fails(Int32) }

  struct State {
    /// Folders, and the files of each by name.
    var folders: [String: [String: [UInt8]]] = ["/": [:]]
    /// What was done to folders, in order, as `mkdir /a/b`.
    var actions: [String] = []
    /// All that was asked of the disk, in order, as `rename`.
    var calls: [String] = []
    /// The folders that have their attributes, and whether their files are protected.
    var attributes: [String: Bool] = [:]
    var alive: Set<Int32> = []
    /// True if other processes are not shown.
    var hidesProcesses = false
    /// How the next calls to append go; after them all goes well.
    var outcomes: [Outcome] = []
    /// Why no file can be made, or nothing appended, if so.
    var fullFiles: Int32?
    var full: Int32?
    var canCut = true
    /// Why no file can be renamed, if so.
    var fixedNames: Int32?
    /// Why folders cannot be read, if so.
    var closedFolders: Int32?
    /// True if no file can be removed.
    var fixedFiles = false
    /// How often a trace, or a file ahead, was to be made.
    var tries = 0
    fileprivate var open: [Int32: URL] = [:]
    /// The files that were closed.
    var closed: Set<Int32> = []
  }

  private let held = Mutex(State())

  /// Changes or reads what there is.
  func with<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value { held.withLock(body) }

  /// All bytes of the files in a folder, oldest first.
  func text(in folder: String) -> String {
    let files = with { $0.folders[folder] ?? [:] }
    return String(decoding: files.sorted { $0.key < $1.key }.flatMap(\.value), as: UTF8.self)
  }

  /// The names of the files in a folder, sorted.
  func list(_ folder: String) -> [String] { with { ($0.folders[folder] ?? [:]).keys.sorted() } }

  /// The traces in a folder, from the first on.
  func traces(_ folder: String) -> [TraceFileName] { list(folder).compactMap { TraceFileName($0) }.sorted() }

  func nameBytes(in folder: URL) throws(DiskFault) -> [UInt8]? {
    if let code = with({ $0.closedFolders }) { throw DiskFault(code: code) }
    return with { state in
      state.calls.append("names")
      let folders = state.folders.keys.filter { $0 != "/" }.map { URL(fileURLWithPath: $0) }
      let below = folders.filter { $0.deletingLastPathComponent().path == folder.path }.map(\.lastPathComponent)
      return state.folders[folder.path].map { ($0.keys + below).flatMap { $0.utf8 + [0] } }
    }
  }

  func makeFolders(_ folder: URL) {
    with { state in
      state.actions.append("mkdir -p \(folder.path)")
      for above in sequence(first: folder, next: { $0.path == "/" ? nil : $0.deletingLastPathComponent() }) {
        state.folders[above.path] = state.folders[above.path] ?? [:]
      }
    }
  }

  func makeFolder(_ folder: URL) -> Bool {
    with { state in
      state.actions.append("mkdir \(folder.path)")
      let isThere = state.folders[folder.path] != nil
      if isThere || state.folders[folder.deletingLastPathComponent().path] == nil { return false }
      state.folders[folder.path] = [:]
      return true
    }
  }

  func hasAttributes(_ folder: URL, isProtected: Bool) -> Bool {
    with { $0.attributes[folder.path] == isProtected }
  }

  func setAttributes(_ folder: URL, isProtected: Bool) {
    with { state in
      state.actions.append("\(isProtected ? "protect" : "unprotect") \(folder.path)")
      state.attributes[folder.path] = isProtected
    }
  }

  func makeFile(_ file: URL) throws(DiskFault) -> Int32 {
    let (descriptor, code) = with { state -> (Int32, Int32) in
      if Installation(file.lastPathComponent) == nil { state.tries += 1 }
      state.calls.append("makeFile")
      let folder = file.deletingLastPathComponent().path
      if let code = state.fullFiles { return (-1, code) }
      guard let files = state.folders[folder] else { return (-1, ENOENT) }
      if files[file.lastPathComponent] != nil { return (-1, EEXIST) }
      let descriptor = Int32(state.open.count + 1)
      state.folders[folder]?[file.lastPathComponent] = []
      state.open[descriptor] = file
      return (descriptor, 0)
    }
    if descriptor < 0 { throw DiskFault(code: code) }
    return descriptor
  }

  func rename(_ file: URL, to name: URL) throws(DiskFault) {
    let code = with { state -> Int32 in
      state.calls.append("rename")
      if let code = state.fixedNames { return code }
      let folder = file.deletingLastPathComponent().path
      guard let bytes = state.folders[folder]?.removeValue(forKey: file.lastPathComponent) else { return ENOENT }
      state.folders[folder]?[name.lastPathComponent] = bytes
      for (descriptor, url) in state.open where url == file { state.open[descriptor] = name }
      return 0
    }
    if code != 0 { throw DiskFault(code: code) }
  }

  func append(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(DiskFault) -> Int {
    let (count, code) = with { state -> (Int, Int32) in
      var count = bytes.count
      state.calls.append("append")
      if !state.outcomes.isEmpty {
        switch state.outcomes.removeFirst() {
        case .fails(let code): return (0, code)
        case .takes(let some): count = min(count, some)
        }
      } else if let code = state.full {
        return (0, code)
      }
      guard let url = state.open[file], !state.closed.contains(file) else { return (0, EBADF) }
      // What is removed takes what is written, as a system's files do.
      state.folders[url.deletingLastPathComponent().path]?[url.lastPathComponent]? += bytes.prefix(count)
      return (count, 0)
    }
    if code != 0 { throw DiskFault(code: code) }
    return count
  }

  func cut(_ file: Int32, to length: Int) -> Bool {
    with { state in
      guard state.canCut, let url = state.open[file] else { return false }
      let folder = url.deletingLastPathComponent().path
      let excess = (state.folders[folder]?[url.lastPathComponent]?.count ?? 0) - length
      state.folders[folder]?[url.lastPathComponent]?.removeLast(max(excess, 0))
      return true
    }
  }

  func close(_ file: Int32) {
    with { state in
      state.calls.append("close")
      state.closed.insert(file)
    }
  }

  func remove(_ file: URL) -> Bool {
    let folder = file.deletingLastPathComponent().path
    return with { state in
      state.calls.append("remove")
      if state.fixedFiles { return false }
      // What is open stays open under no name.
      for (descriptor, url) in state.open where url == file { state.open[descriptor] = URL(fileURLWithPath: "/gone/x") }
      _ = state.folders[folder]?.removeValue(forKey: file.lastPathComponent)
      return true
    }
  }

  func size(of file: URL) -> Int? {
    with { $0.folders[file.deletingLastPathComponent().path]?[file.lastPathComponent]?.count }
  }

  func isAlive(_ process: Int32) -> Bool? { with { $0.hidesProcesses ? nil : $0.alive.contains(process) } }
}

/// A clock that a test sets.
final class FakeClock: Sendable {
  private let now = Mutex((time: 1_790_000_000_000_000_000, uptime: 5_000_000_000_000))

  func read() -> (time: Int, uptime: Int) { now.withLock { ($0.time, $0.uptime) } }

  /// Both clocks go on; the wall clock may be set beside.
  ///
  /// What is due meanwhile is done in time.
  func pass(_ nanos: Int, setBy step: Int = 0) {
    let end = read().uptime + nanos
    while let next = takeDue(by: end) { next() }
    now.withLock { now in
      now.time += end - now.uptime + step
      now.uptime = end
    }
  }

  /// The process is suspended for as long: what is due meanwhile comes late.
  func suspend(_ nanos: Int) {
    now.withLock { now in
      now.uptime += nanos
      now.time += nanos
    }
  }

  /// Work that is due at an uptime, and how much work there was.
  private let due = Mutex((works: [(uptime: Int, work: @Sendable () -> Void)](), count: 0))

  /// The number of times that another thread was woken.
  var wakeUps: Int { due.withLock { $0.count } }

  /// As `RecorderEnvironment.later`.
  func later(_ nanos: Int, _ work: @escaping @Sendable () -> Void) {
    let uptime = read().uptime + nanos
    due.withLock { $0.works.append((uptime, work)) }
  }

  private func takeDue(by end: Int) -> (@Sendable () -> Void)? {
    let next = due.withLock { due -> (uptime: Int, work: @Sendable () -> Void)? in
      guard let place = due.works.indices.min(by: { due.works[$0].uptime < due.works[$1].uptime }),
        due.works[place].uptime <= end
      else { return nil }
      due.count += 1
      return due.works.remove(at: place)
    }
    guard let next else { return nil }
    now.withLock { now in
      let passed = max(next.uptime - now.uptime, 0)
      now.uptime += passed
      now.time += passed
    }
    return next.work
  }
}

/// What recorders leave to other threads, done when a test says so.
final class Later: Sendable {
  private let works = Mutex<[@Sendable () -> Void]>([])

  /// As `RecorderEnvironment.background`.
  func hold(_ work: @escaping @Sendable () -> Void) { works.withLock { $0.append(work) } }

  /// Does all that waits, and says how much that was.
  @discardableResult func run() -> Int {
    let waiting = works.withLock { works in
      let waiting = works
      works = []
      return waiting
    }
    for work in waiting { work() }
    return waiting.count
  }
}

extension TraceFileName {
  init?(_ text: String) { self.init(Array(text.utf8)[...]) }
}

extension NextFileName {
  init?(_ text: String) { self.init(Array(text.utf8)[...]) }
}

extension TraceLocation {
  /// The location on a `FakeDisk`: traces are in `/traces/app`.
  static let fake = Self(root: URL(fileURLWithPath: "/traces"), app: "app")
}

extension Recorder {
  /// A recorder whose traces are in a `Folder`, as those of a program of that name.
  convenience init(
    in folder: Folder, of name: String = TraceContext.app, app: TraceContext = TraceContext(),
    records: [EventKind] = [], bytes: Int = 8 << 20, fileBytes: Int = 1 << 20,
    _ environment: RecorderEnvironment = RecorderEnvironment()
  ) {
    self.init(
      to: TraceLocation(root: folder.url, app: name), app: app, records: records,
      limits: TraceLimits(bytes: bytes, days: 14, fileBytes: fileBytes), environment)
  }
}

extension RecorderEnvironment {
  /// Does at once what recorders leave to other threads, so that files are as full as they are said to be.
  static let atOnce: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
}
