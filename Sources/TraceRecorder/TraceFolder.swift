import Foundation

/// The folder that a launch writes its traces to: makes it, names the files, removes the oldest.
struct TraceFolder: Sendable {
  let url: URL
  let disk: any Disk
  /// How many files are kept.
  let fileCount: Int
  /// The process and the launch that write here, as they stand in names.
  let process: Int32
  let launch: String

  /// Makes the folder if there is none, and lets its files be written before the first unlock.
  ///
  /// What a folder is set to holds for all that is made in it later. So this is done to none but a folder of traces:
  /// one that is made here, or that holds traces and nothing else; never to one above it.
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

  /// Makes the next file; returns its descriptor.
  func makeFile() throws(DiskFault) -> Int32 {
    let last = traces.last?.number ?? 0
    let name = TraceFileName(number: last + 1, process: process, launch: launch)
    return try disk.makeFile(url.appendingPathComponent(name.text))
  }

  /// Removes the oldest files that are too many.
  ///
  /// The file that this launch writes stays however old it is, and so do those of other processes that still run. Names
  /// tell whose they are, not locks: iOS ends an app that is suspended while it holds one in a folder that it shares.
  /// If another process was given the number since, a file stays until that one ends.
  func prune() {
    let traces = traces
    let current = traces.last { $0.launch == launch }
    for trace in traces.dropLast(fileCount) where trace != current {
      if trace.launch == launch || !disk.isAlive(trace.process) { disk.remove(url.appendingPathComponent(trace.text)) }
    }
  }

  /// The files in the folder, oldest first.
  private var traces: [TraceFileName] { (disk.names(in: url) ?? []).compactMap(TraceFileName.init).sorted() }
}
