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
  /// The path of the trace that an upload takes: it stays so long, whatever the limits say.
  private let uploading = Locked<String?>(nil)

  /// Creates the settings and the folder if they do not exist, and excludes them from backups.
  ///
  /// - Returns: The highest number of a trace in the folder, 0 if there is none, the number of traces, and whether
  ///   somebody else's files keep a folder from being given its attributes.
  @discardableResult func prepare() -> (lastNumber: Int, count: Int, hasForeignFiles: Bool) {
    let settings = prepareSettings()
    let made = make(location.folder) { TraceFileName($0) != nil || NextFileName($0) != nil }
    // There may be thousands, and the app waits: no more of a name is read than its number.
    let numbers = made.names.compactMap(TraceFileName.number)
    return (numbers.max() ?? 0, numbers.count, settings.hasForeignFiles || made.hasForeignFiles)
  }

  @discardableResult private func prepareSettings() -> (names: [Name], hasForeignFiles: Bool) {
    make(location.settings) { Installation($0.text) != nil }
  }

  /// Creates a folder, or corrects the attributes of one that is there.
  ///
  /// Attributes apply to every file that is created in a folder later. So they are changed only for a folder that is
  /// created here, or that holds nothing but what `isOurs` says is a recorder's. An empty one counts, as a process may be
  /// killed between the two steps of its creation. A parent folder is never changed.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isOurs: True for a name that a recorder gives in this folder.
  /// - Returns: The names of what was there, and whether others' among them keep the folder from being corrected.
  private func make(_ folder: URL, _ isOurs: (Name) -> Bool) -> (names: [Name], hasForeignFiles: Bool) {
    guard let names = try? disk.names(in: folder) else {
      if !disk.makeFolder(folder) {
        disk.makeFolders(folder.deletingLastPathComponent())
        if !disk.makeFolder(folder) { return ([], false) }
      }
      disk.setAttributes(folder, isProtected: isProtected)
      return ([], false)
    }
    if disk.hasAttributes(folder, isProtected: isProtected) { return (names, false) }
    if !names.allSatisfy(isOurs) { return (names, true) }
    disk.setAttributes(folder, isProtected: isProtected)
    return (names, false)
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
  /// The app does so in all folders, as an extension may never run again; an extension in its own, and in those of its
  /// own container that it wrote before it used an App Group.
  ///
  /// - Parameter time: The wall clock in nanoseconds since 1970.
  /// - Returns: The highest number of a trace in the own folder, 0 if there is none, and whether this launch has one.
  func tidy(at time: Int) -> (lastNumber: Int, hasOwn: Bool) {
    let others = folders(in: location.isOfApp ? location.roots : location.otherRoots)
    let folders = [location.folder] + others.filter { $0.path != location.folder.path }
    for folder in folders {
      // Where the system does not show other processes, the owner may still run: it notices, and opens another one.
      for name in names(in: folder).compactMap({ NextFileName($0) })
      where name.launch != launch && disk.isAlive(name.process) != true {
        disk.remove(url(name.text, in: folder))
      }
    }
    let (files, running) = traces(in: folders, at: time)
    let pruning = TracePruning(limits: limits, now: time / 1_000_000_000, running: running)
    let places = Dictionary(files.map { ($0.name, folders[$0.folder]) }, uniquingKeysWith: { first, _ in first })
    for name in pruning.removals(among: files) {
      let trace = url(name.text, in: places[name])
      uploading.withLock { if $0 != trace.path { disk.remove(trace) } }
    }
    let own = files.filter { $0.folder == 0 }.map(\.name)
    return (own.map(\.number).max() ?? 0, own.contains { $0.launch == launch })
  }

  /// The traces in folders, and the launches that may still write some of them.
  private func traces(in folders: [URL], at time: Int) -> (files: [TracePruning.File], running: Set<String>) {
    var files: [TracePruning.File] = []
    var running: Set<String> = []
    for (index, folder) in folders.enumerated() {
      let traces = names(in: folder).compactMap { TraceFileName($0) }.sorted()
      let runningHere = self.running(among: traces, in: folder, at: time / 1_000_000_000)
      running.formUnion(runningHere)
      let last = Dictionary(traces.map { ($0.launch, $0) }, uniquingKeysWith: { $1 })
      files += traces.map { trace in
        let isWritten = runningHere.contains(trace.launch) && last[trace.launch] == trace
        // The file that this launch writes counts as full, and the one that is open ahead as well.
        let isOwn = isWritten && trace.launch == launch
        let bytes = isOwn ? 2 * limits.fileBytes : disk.size(of: url(trace.text, in: folder)) ?? 0
        return TracePruning.File(name: trace, bytes: bytes, folder: index, isWritten: isWritten)
      }
    }
    return (files, running)
  }

  /// How many seconds the clock may have been set forward since a file was begun.
  private static let clockSlack = 3600
  /// For how many seconds since it began its last file a launch may run that the system does not show: the newest one of
  /// another process, and one of several processes that one extension may have.
  private static let longestUnseen = 86_400
  private static let longestUnseenBeside = 3600

  /// The launches that may still run, this one among them.
  ///
  /// The process id in a name shows who writes the file, where the system shows other processes. If the id was used again
  /// since the device started, the file stays until that process ends.
  private func running(among traces: [TraceFileName], in folder: URL, at now: Int) -> Set<String> {
    let recent = traces.filter { $0.time + Self.clockSlack >= booted }
    let isOwn = folder.path == location.folder.path
    // An app has one process.
    let isOfApp = folder.lastPathComponent == location.folderOfApp.lastPathComponent
    let isAlive = Dictionary(uniqueKeysWithValues: Set(recent.map(\.process)).map { ($0, disk.isAlive($0)) })
    let newest = isOwn || isOfApp && location.isOfApp ? nil : recent.last?.launch
    let running = recent.filter { trace in
      if trace.process == process { return false }
      let age = abs(now - trace.time)
      if trace.launch == newest && age < Self.longestUnseen { return true }
      return isAlive[trace.process].flatMap(\.self) ?? (!isOfApp && age < Self.longestUnseenBeside)
    }
    return Set(running.map(\.launch) + [launch])
  }

  /// The traces that no process writes to any more, of the app and of its extensions, oldest first.
  ///
  /// This launch writes its last one if `isWriting`; `time` is as for `tidy`.
  func closedFiles(isWriting: Bool, at time: Int) -> [URL] {
    let folders = folders(in: location.roots)
    let (files, running) = traces(in: folders, at: time)
    let closed = files.filter { !$0.isWritten || $0.name.launch == launch && !isWriting }
    return TracePruning(limits: limits, now: time / 1_000_000_000, running: running).oldestFirst(closed)
      .map { url($0.name.text, in: folders[$0.folder]) }
  }

  /// Keeps a trace while an upload takes it, in place of the one before; false if it is gone.
  func hold(_ trace: URL?) -> Bool {
    uploading.withLock { $0 = trace?.path }
    return trace.map { disk.size(of: $0) != nil } ?? false
  }

  /// Removes the traces and what was opened ahead, of the app and of its extensions, in all roots, but for those of this
  /// launch, and the files of other installations.
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
      if installation == nil || !disk.remove(url(name, in: location.settings)) { isErased = false }
    }
    // `folders` takes a root that cannot be read for an empty one.
    for root in location.roots { _ = names(in: root) }
    // Twice: an upkeep may have renamed a file that the first pass had listed.
    for folder in folders(in: location.roots) + folders(in: location.roots) {
      for name in names(in: folder) {
        guard let owner = TraceFileName(name)?.launch ?? NextFileName(name)?.launch, owner != launch else { continue }
        if !disk.remove(url(name.text, in: folder)) { isErased = false }
      }
    }
    return isErased
  }

  /// The folders of traces in roots.
  private func folders(in roots: [URL]) -> [URL] {
    roots.flatMap { root in
      names(in: root).map(\.text).filter { !$0.hasPrefix(".") }.sorted()
        .map { root.appendingPathComponent($0, isDirectory: true) }
    }
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
    disk.close(try disk.makeFile(url(new.name, in: location.settings)))
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
    for settings in location.otherSettings { _ = try change(in: settings) { Installation(isOn: $0.isOn) } }
    return try change(in: location.settings) { Installation(isOn: $0.isOn) }
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
          try disk.rename(url(old.name, in: settings), to: url(new.name, in: settings))
        }
        return Installation(among: names)
      } catch {
        // Another process of the app was a moment earlier; what it made of the file is there now.
        if error.code != ENOENT { throw error }
      }
    }
  }

  private var nextName: String { NextFileName(process: process, launch: launch).text }

  /// The place of a file in a folder, or in that of this launch.
  private func url(_ name: String, in folder: URL? = nil) -> URL {
    // Without the last argument Foundation asks the system what is there.
    (folder ?? location.folder).appendingPathComponent(name, isDirectory: false)
  }
}
