/// Which traces of an app are removed to keep to its limits.
///
/// They may be in several folders, that of the app and those of its extensions. The oldest launch goes first: of its files
/// those in the middle, then the last one, and at the very end the first one, which tells how it started. A launch that
/// still runs keeps its first and its last file. Neither one launch nor all launches together that never came to the
/// foreground may fill more than half of the room: a day of silent pushes does not displace the launch that a user reports.
/// Traces that are too old are removed, however much room there is.
struct TracePruning {
  /// A trace.
  struct File {
    let name: TraceFileName
    /// Its size in bytes.
    let bytes: Int
    /// Its folder, as a place in a list of them.
    var folder = 0
    /// True if a process may still write it.
    var isWritten = false

    /// The bytes of storage that it uses; one that is empty counts as well, as it takes a place in the folder.
    var taken: Int { (max(bytes, 1) + TraceLimits.blockBytes - 1) / TraceLimits.blockBytes * TraceLimits.blockBytes }
  }

  private static let secondsADay = 86_400

  let limits: TraceLimits
  /// The wall clock in seconds since 1970.
  let now: Int
  /// The launches that still run, by the first eight characters of their ids.
  let running: Set<String>

  /// The files to remove, in the order in which they go.
  func removals(among files: [File]) -> [TraceFileName] {
    let dated = dated(files)
    let launches = launches(dated.map(\.file))
    let order = launches.flatMap(\.self)
    let held = Set(launches.filter { running.contains($0[0].name.launch) }.flatMap(\.ends))
    let tooOld = Set(dated.filter { now - $0.time > limits.days * Self.secondsADay }.map(\.file.name))
    let seen = Set(files.filter { !$0.name.isBackground }.map(\.name.launch))
    var removed: [TraceFileName] = []
    trim(order.filter { tooOld.contains($0.name) }, to: 0, held, &removed)
    for launch in launches { trim(launch, to: limits.half, held, &removed) }
    trim(order.filter { !seen.contains($0.name.launch) }, to: limits.half, held, &removed)
    trim(order, to: limits.bytes, held, &removed)
    return removed
  }

  /// The files from the oldest on.
  func oldestFirst(_ files: [File]) -> [File] { dated(files).map(\.file) }

  /// The files of each launch in the order in which they go; launches from the oldest on.
  private func launches(_ files: [File]) -> [[File]] {
    let parts = Dictionary(grouping: files, by: \.name.launch)
    var seen: Set<String> = []
    return files.map(\.name.launch).filter { seen.insert($0).inserted }.compactMap { parts[$0] }
      .map { parts in parts.dropFirst().dropLast() + parts.dropFirst().suffix(1) + parts.prefix(1) }
  }

  /// Removes files from the front until those that are left use `bytes` at most.
  private func trim(
    _ files: [File], to bytes: Int, _ held: Set<TraceFileName>, _ removed: inout [TraceFileName]
  ) {
    var excess = files.reduce(-bytes) { $0 + $1.taken }
    if excess <= 0 { return }
    let gone = Set(removed)
    for file in files where gone.contains(file.name) { excess -= file.taken }
    for file in files where excess > 0 && !held.contains(file.name) && !gone.contains(file.name) {
      removed.append(file.name)
      excess -= file.taken
    }
  }

  /// The files from the oldest on, each with the time of which it is taken to be.
  ///
  /// Clocks are set back and forth. A file is no older than the one before it in its folder, and a time in the future says
  /// nothing about its age: so a launch under a clock a year behind does not lose its traces when the clock is set right.
  private func dated(_ files: [File]) -> [(time: Int, file: File)] {
    let dated = Dictionary(grouping: files, by: \.folder).values.flatMap { files in
      var latest = files.map(\.name.time).filter { $0 <= now }.min() ?? now
      return files.sorted { $0.name < $1.name }.map { file in
        if file.name.time <= now { latest = max(latest, file.name.time) }
        return (time: latest, file: file)
      }
    }
    return dated.sorted { ($0.time, $0.file.folder, $0.file.name) < ($1.time, $1.file.folder, $1.file.name) }
  }
}

extension [TracePruning.File] {
  /// The last and the first file of a launch, which go last.
  fileprivate var ends: [TraceFileName] { suffix(2).map(\.name) }
}
