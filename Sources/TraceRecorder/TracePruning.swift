/// Which traces of a folder are removed to keep to its limits.
///
/// The oldest launch goes first: of its files those in the middle, then the last one, and at the very end the first
/// one, which tells how it started. A launch that still runs keeps its first and its last file. Neither one launch nor
/// all launches together that never came to the foreground may fill more than half of the room: a day of silent pushes
/// does not displace the launch that a user reports. Traces that are too old are removed, however much room there is.
struct TracePruning {
  /// A trace in the folder.
  struct File {
    let name: TraceFileName
    /// Its size in bytes.
    let bytes: Int

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
    let launches = launches(files)
    let order = launches.flatMap(\.self)
    let held = Set(launches.filter { running.contains($0[0].name.launch) }.flatMap(\.ends))
    let tooOld = tooOld(files.map(\.name))
    let seen = Set(files.filter { !$0.name.isBackground }.map(\.name.launch))
    var removed: [TraceFileName] = []
    trim(order.filter { tooOld.contains($0.name) }, to: 0, held, &removed)
    for launch in launches { trim(launch, to: limits.half, held, &removed) }
    trim(order.filter { !seen.contains($0.name.launch) }, to: limits.half, held, &removed)
    trim(order, to: limits.bytes, held, &removed)
    return removed
  }

  /// The files of each launch in the order in which they go; launches from the oldest on.
  private func launches(_ files: [File]) -> [[File]] {
    let launches = Dictionary(grouping: files.sorted { $0.name < $1.name }, by: \.name.launch).values
    return launches.sorted { $0[0].name < $1[0].name }
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

  /// The files that are older than the limit.
  ///
  /// Clocks are set back and forth. A file is no older than the one before it, and a time in the future says nothing
  /// about its age: so a launch under a clock a year behind does not lose its traces when the clock is set right.
  private func tooOld(_ names: [TraceFileName]) -> Set<TraceFileName> {
    var latest = names.map(\.time).filter { $0 <= now }.min() ?? now
    var found: Set<TraceFileName> = []
    for name in names.sorted() {
      if name.time <= now { latest = max(latest, name.time) }
      if now - latest > limits.days * Self.secondsADay { found.insert(name) }
    }
    return found
  }
}

extension [TracePruning.File] {
  /// The last and the first file of a launch, which go last.
  fileprivate var ends: [TraceFileName] { suffix(2).map(\.name) }
}
