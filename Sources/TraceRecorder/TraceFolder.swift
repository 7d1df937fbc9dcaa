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
  /// traces: one that is created here, or that holds traces and nothing else. A parent folder is never changed.
  func prepare() {
    let mayChange = !disk.isForWholeApp(url)
    guard let names = disk.names(in: url) else {
      disk.makeFolders(url.deletingLastPathComponent())
      if disk.makeFolder(url), mayChange { disk.unprotect(url) }
      return
    }
    let holdsOnlyTraces = !names.isEmpty && names.allSatisfy { TraceFileName($0) != nil }
    if holdsOnlyTraces, mayChange, !disk.isUnprotected(url) { disk.unprotect(url) }
  }

  /// Creates the next file and returns its descriptor.
  func makeFile() throws(DiskFault) -> Int32 {
    let last = traces.last?.number ?? 0
    let name = TraceFileName(number: last + 1, process: process, launch: launch)
    return try disk.makeFile(url.appendingPathComponent(name.text))
  }

  /// Removes the oldest files beyond `fileCount`.
  ///
  /// The file that this launch writes stays however old it is, and so do the files of other processes that still run.
  /// The process id in the name shows who writes a file. A lock would not do: iOS kills an app that is suspended while it
  /// holds a lock in a shared folder (`0xdead10cc`). If a process id was reused, the file stays until that process ends.
  func prune() {
    let traces = traces
    let current = traces.last { $0.launch == launch }
    for trace in traces.dropLast(fileCount) where trace != current {
      if trace.launch == launch || !disk.isAlive(trace.process) { disk.remove(url.appendingPathComponent(trace.text)) }
    }
  }

  /// The trace files in the folder, oldest first.
  private var traces: [TraceFileName] { (disk.names(in: url) ?? []).compactMap(TraceFileName.init).sorted() }
}
