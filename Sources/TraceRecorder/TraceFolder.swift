import Foundation

/// The folder that a launch writes its traces to.
///
/// It creates the folder, names the files and removes the oldest.
struct TraceFolder: Sendable {
  let url: URL
  let disk: any Disk
  /// The number of files to keep.
  let fileCount: Int
  /// The process and the launch that write here, as they stand in file names.
  let process: Int32
  let launch: String

  /// Creates the folder if it does not exist, and lets its files be written before the first unlock.
  ///
  /// A folder's protection applies to every file that is created in it later. So it is changed only for a folder of
  /// traces: one that is created here, or that holds nothing else. An empty one counts, as a process may be killed between
  /// the two steps of its creation. A parent folder is never changed.
  ///
  /// - Returns: The highest number of a trace in the folder; 0 if there is none.
  func prepare() -> Int {
    let mayChange = !disk.isForWholeApp(url)
    guard let names = disk.names(in: url) else {
      disk.makeFolders(url.deletingLastPathComponent())
      if disk.makeFolder(url), mayChange { disk.unprotect(url) }
      return 0
    }
    let holdsOnlyTraces = names.allSatisfy { TraceFileName($0) != nil || NextFileName($0) != nil }
    if holdsOnlyTraces, mayChange, !disk.isUnprotected(url) { disk.unprotect(url) }
    return names.compactMap { TraceFileName($0)?.number }.max() ?? 0
  }

  /// Creates a trace file and returns its descriptor.
  func makeFile(_ number: Int) throws(DiskFault) -> Int32 { try disk.makeFile(place(of: name(number))) }

  /// Creates the file that the launch goes on in later, and returns its descriptor.
  func makeNextFile() throws(DiskFault) -> Int32 {
    // It may be there if it could not be given its number.
    removeNextFile()
    do throws(DiskFault) {
      return try disk.makeFile(place(of: nextName))
    } catch {
      if error.code != ENOENT { throw error }
      // Somebody has removed the folder.
      _ = prepare()
      return try disk.makeFile(place(of: nextName))
    }
  }

  /// Gives that file its number.
  func beginNextFile(_ number: Int) throws(DiskFault) {
    try disk.rename(place(of: nextName), to: place(of: name(number)))
  }

  /// Removes that file if it has no number yet.
  func removeNextFile() { disk.remove(place(of: nextName)) }

  /// Removes the oldest traces beyond `fileCount`, and what launches that have ended had opened ahead.
  ///
  /// The file that this launch writes stays however old it is, and so do the files of other processes that still run.
  /// The process id in the name shows who writes a file. A lock would not do: iOS kills an app that is suspended while it
  /// holds a lock in a shared folder (`0xdead10cc`). If a process id was reused, the file stays until that process ends.
  ///
  /// - Returns: The highest number of a trace in the folder; 0 if there is none.
  func tidy() -> Int {
    let names = disk.names(in: url) ?? []
    // Where the system does not show other processes, the owner may still run: it notices, and opens another one.
    for name in names.compactMap(NextFileName.init) where name.launch != launch && !disk.isAlive(name.process) {
      disk.remove(place(of: name.text))
    }
    let traces = names.compactMap(TraceFileName.init).sorted()
    let current = traces.last { $0.launch == launch }
    for trace in traces.dropLast(fileCount) where trace != current {
      if trace.launch == launch || !disk.isAlive(trace.process) { disk.remove(place(of: trace.text)) }
    }
    return traces.last?.number ?? 0
  }

  private func name(_ number: Int) -> String {
    TraceFileName(number: number, process: process, launch: launch).text
  }

  private var nextName: String { NextFileName(process: process, launch: launch).text }

  private func place(of name: String) -> URL {
    // Without the last argument Foundation asks the system what is there.
    url.appendingPathComponent(name, isDirectory: false)
  }
}
