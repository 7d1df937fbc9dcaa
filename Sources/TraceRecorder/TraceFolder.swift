import Foundation

/// The folder that a launch writes its traces to, the root around it, and the settings beside it.
///
/// It creates them, names the files, and removes those that are too many or too old. No file is ever locked: iOS ends
/// an app that is suspended while it holds a lock in a folder that it shares (`0xdead10cc`).
struct TraceFolder: Sendable {
  private typealias Name = ArraySlice<UInt8>

  let location: TraceLocation
  let disk: any Disk
  let limits: TraceLimits
  /// True if files need not be usable before the first unlock after a restart.
  let isProtected: Bool
  /// The process and the launch that write here, as they stand in file names.
  let process: Int32
  var launch: String
  /// When the device started, in seconds since 1970: no process lives on that began a file before.
  var booted = 0

  /// Creates the settings and the folder if they do not exist, and excludes them from backups.
  ///
  /// - Returns: The highest number of a trace in the folder, 0 if there is none, and the number of traces.
  @discardableResult func prepare() -> (lastNumber: Int, count: Int) {
    prepareSettings()
    let names = make(location.folder) { TraceFileName($0) != nil || NextFileName($0) != nil }
    // There may be thousands, and the app waits: no more of a name is read than its number.
    let numbers = names.compactMap(TraceFileName.number)
    return (numbers.max() ?? 0, numbers.count)
  }

  private func prepareSettings() { make(location.settings) { Installation($0.text) != nil } }

  /// Creates a folder, or corrects the attributes of one that is there.
  ///
  /// Attributes apply to every file that is created in a folder later. So they are changed only for a folder that is
  /// created here, or that holds nothing but what `isOurs` says is a recorder's. An empty one counts, as a process may be
  /// killed between the two steps of its creation. A parent folder is never changed.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isOurs: True for a name that a recorder gives in this folder.
  /// - Returns: The names of what was there.
  @discardableResult private func make(_ folder: URL, _ isOurs: (Name) -> Bool) -> [Name] {
    guard let names = try? disk.names(in: folder) else {
      if !disk.makeFolder(folder) {
        disk.makeFolders(folder.deletingLastPathComponent())
        if !disk.makeFolder(folder) { return [] }
      }
      disk.setAttributes(folder, isProtected: isProtected)
      return []
    }
    if !disk.hasAttributes(folder, isProtected: isProtected), names.allSatisfy(isOurs) {
      disk.setAttributes(folder, isProtected: isProtected)
    }
    return names
  }

  /// Creates a trace file and returns its descriptor.
  func makeFile(_ name: TraceFileName) throws(DiskFault) -> Int32 { try disk.makeFile(url(name.text)) }

  /// The name of a file of this launch.
  func name(_ number: Int, at time: Int, isBackground: Bool) -> TraceFileName {
    TraceFileName(
      number: number, time: time / 1_000_000_000, process: process, launch: launch, isBackground: isBackground)
  }

  /// Creates the file that the launch goes on in later, and returns its descriptor.
  func makeNextFile() throws(DiskFault) -> Int32 {
    // It may be there if it could not be given its number.
    removeNextFile()
    do throws(DiskFault) {
      return try disk.makeFile(url(nextName))
    } catch {
      if error.code != ENOENT { throw error }
      // Another process has removed the folder.
      prepare()
      return try disk.makeFile(url(nextName))
    }
  }

  /// Gives that file its name.
  func beginNextFile(_ name: TraceFileName) throws(DiskFault) { try disk.rename(url(nextName), to: url(name.text)) }

  /// Removes that file if it has no name yet.
  func removeNextFile() { disk.remove(url(nextName)) }

  /// Says in a file's name that its launch has come to the foreground.
  func bringToForeground(_ name: TraceFileName) { try? disk.rename(url(name.text), to: url(name.inForeground.text)) }

  /// Removes traces beyond the limits, and what launches that have ended had opened ahead.
  ///
  /// The process id in a name shows who writes the file, where the system shows other processes. If the id was used again
  /// since the device started, the file stays until that process ends.
  ///
  /// - Parameter time: The wall clock in nanoseconds since 1970.
  /// - Returns: The highest number of a trace in the folder, 0 if there is none, and whether this launch has one.
  func tidy(at time: Int) -> (lastNumber: Int, hasOwn: Bool) {
    let names = names(in: location.folder)
    // Where the system does not show other processes, the owner may still run: it notices, and opens another one.
    for name in names.compactMap({ NextFileName($0) }) where name.launch != launch && !disk.isAlive(name.process) {
      disk.remove(url(name.text))
    }
    let traces = names.compactMap { TraceFileName($0) }
    let current = traces.filter { $0.launch == launch }.max()
    let files = traces.map { trace in
      // The file that is written counts as full, and the one that is open ahead as well.
      let bytes = trace == current ? 2 * limits.fileBytes : disk.size(of: url(trace.text)) ?? 0
      return TracePruning.File(name: trace, bytes: bytes)
    }
    let pruning = TracePruning(limits: limits, now: time / 1_000_000_000, running: running(among: traces))
    for name in pruning.removals(among: files) { disk.remove(url(name.text)) }
    return (traces.map(\.number).max() ?? 0, current != nil)
  }

  /// How many seconds the clock may have been set forward since a file was begun.
  private static let clockSlack = 3600

  /// The launches that still run, this one among them.
  private func running(among traces: [TraceFileName]) -> Set<String> {
    let recent = traces.filter { $0.time + Self.clockSlack >= booted }
    let alive = Set(recent.map(\.process)).filter { $0 != process && disk.isAlive($0) }
    return Set(recent.filter { alive.contains($0.process) }.map(\.launch) + [launch])
  }

  /// The traces that no process writes to any more, of the app and of the extensions that share the root, oldest first.
  ///
  /// This launch writes its last one if `isWriting`.
  func closedFiles(isWriting: Bool) -> [URL] {
    folders().flatMap { folder -> [URL] in
      let traces = names(in: folder).compactMap { TraceFileName($0) }.sorted()
      let isOwn = folder.lastPathComponent == location.folder.lastPathComponent
      var running = running(among: traces)
      if isOwn && !isWriting { running.remove(launch) }
      // The system may not show the processes of extensions: the newest of their traces may be written.
      if !isOwn, let newest = traces.last { running.insert(newest.launch) }
      let last = Dictionary(grouping: traces, by: \.launch).compactMapValues(\.last)
      let closed = traces.filter { !running.contains($0.launch) || last[$0.launch] != $0 }
      return closed.map { Self.url($0.text, in: folder) }
    }
  }

  /// Removes the traces and what was opened ahead, of the app and of the extensions that share the root, but for those
  /// of this launch, and the files of other installations.
  ///
  /// - Returns: True if none is left; false if a folder cannot be read, in which some may be.
  func erase(keeping installation: Installation?) -> Bool {
    var isErased = true
    func names(in folder: URL) -> [Name] {
      do throws(DiskFault) { return try disk.names(in: folder) ?? [] } catch {
        isErased = false
        return []
      }
    }
    let others = names(in: location.settings).compactMap { Installation($0.text)?.name }
    for name in others where name != installation?.name {
      // A choice that stands nowhere else is not removed.
      if installation == nil || !disk.remove(Self.url(name, in: location.settings)) { isErased = false }
    }
    // Twice: an upkeep may have renamed a file that the first pass had listed.
    for folder in folders() + folders() {
      for name in names(in: folder) {
        guard let owner = TraceFileName(name)?.launch ?? NextFileName(name)?.launch, owner != launch else { continue }
        if !disk.remove(Self.url(name.text, in: folder)) { isErased = false }
      }
    }
    return isErased
  }

  /// The folders of traces in the root.
  private func folders() -> [URL] {
    let names = names(in: location.root).map(\.text).filter { !$0.hasPrefix(".") }.sorted()
    return names.map { location.root.appendingPathComponent($0, isDirectory: true) }
  }

  /// The names of what is in a folder; none if it does not exist or cannot be read.
  private func names(in folder: URL) -> [Name] { (try? disk.names(in: folder)) ?? [] }

  /// The installation; nil before the first recording or choice.
  ///
  /// - Throws: `DiskFault` if the settings cannot be read, so that it is not known whether there is one.
  func installation() throws(DiskFault) -> Installation? { try installation(in: location.settings) }

  /// True if the app was told not to record where its settings were elsewhere: before it used an App Group.
  ///
  /// - Throws: `DiskFault` if those cannot be read.
  func isRefusedElsewhere() throws(DiskFault) -> Bool {
    for settings in location.otherSettings where try installation(in: settings)?.isOn == false { return true }
    return false
  }

  private func installation(in settings: URL) throws(DiskFault) -> Installation? {
    Installation(among: (try disk.names(in: settings) ?? []).map(\.text))
  }

  /// Creates the file of an installation, where there is none yet.
  ///
  /// - Returns: What counts: another process of the app may have been a moment earlier.
  func makeInstallation(isOn: Bool?) throws(DiskFault) -> Installation {
    prepareSettings()
    let new = Installation(isOn: isOn)
    disk.close(try disk.makeFile(Self.url(new.name, in: location.settings)))
    return try installation() ?? new
  }

  /// Keeps a choice, in one step and without room on the disk if there is an installation.
  func choose(_ isOn: Bool) throws(DiskFault) -> Installation {
    for settings in location.otherSettings { _ = try change(in: settings) { $0.choosing(isOn) } }
    if let installation = try change(in: location.settings, { $0.choosing(isOn) }) { return installation }
    return try makeInstallation(isOn: isOn)
  }

  /// Gives the installation a new key; nil if there is none.
  func renewInstallation() throws(DiskFault) -> Installation? {
    try change(in: location.settings) { Installation(isOn: $0.isOn) }
  }

  /// Changes the stored installation; nil if there is none.
  private func change(
    in settings: URL, _ change: (Installation) -> Installation
  ) throws(DiskFault) -> Installation? {
    while true {
      let all = (try disk.names(in: settings) ?? []).compactMap { Installation($0.text) }
      do throws(DiskFault) {
        var names: [String] = []
        for old in all {
          let new = change(old)
          names.append(new.name)
          if new.name == old.name { continue }
          try disk.rename(Self.url(old.name, in: settings), to: Self.url(new.name, in: settings))
        }
        return Installation(among: names)
      } catch {
        // Another process of the app was a moment earlier; what it made of the file is there now.
        if error.code != ENOENT { throw error }
      }
    }
  }

  private var nextName: String { NextFileName(process: process, launch: launch).text }

  private func url(_ name: String) -> URL { Self.url(name, in: location.folder) }

  private static func url(_ name: String, in folder: URL) -> URL {
    // Without the last argument Foundation asks the system what is there.
    folder.appendingPathComponent(name, isDirectory: false)
  }
}
