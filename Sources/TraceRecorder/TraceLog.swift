import Dispatch
import Foundation
import TraceModel

/// The log of one launch: numbers its events and appends each as a line to the newest of its files.
struct TraceLog {
  private let folder: URL
  private let fileCount: Int
  private let fileBytes: Int
  private var context: TraceContext
  /// What every line says of its launch and its thread, on another one and on the main one.
  private let origins: [[UInt8]]
  private var line: [UInt8] = []
  private var seq = 0
  private var file: Int32 = -1
  private var size = 0
  private(set) var dropped = 0
  /// Why the last event was dropped: an `errno`.
  private(set) var failure: Int32 = 0

  init(_ folder: URL, _ context: TraceContext, fileCount: Int, fileBytes: Int) {
    (self.folder, self.context, self.fileCount, self.fileBytes) = (folder, context, fileCount, fileBytes)
    let launch = UUID()
    origins = ["other", "main"].map { Array(",\"launch\":\"\(launch)\",\"thread\":\"\($0)\"".utf8) }
    beginFile()
  }

  mutating func declare(_ kinds: [EventKind]) {
    if seq == 0 { context.records = Set(context.records + kinds.map(\.name)).sorted() }
  }

  /// Appends an event of `ago` nanoseconds before now; the clocks are read here, so that they rise as `seq` does.
  mutating func append(_ kind: EventKind, _ fields: [TraceField], ago: Int, isMain: Bool) {
    // The first line can say of this kind that it is recorded.
    if seq == 0 { declare([kind]) }
    // What can't be opened now may be so later: it is tried again, ever more seldom.
    if file < 0 ? dropped.nonzeroBitCount == 1 : size >= fileBytes { beginFile() }
    let (time, uptime) = System.clocks
    line.removeAll(keepingCapacity: true)
    line += Self.openings[Int(kind.rawValue)]
    line.add(",\"seq\":", .number(seq))
    line.add(",\"time\":", .number(time - ago))
    line.add(",\"uptime\":", .number(max(uptime - ago, 0)))
    line += origins[isMain ? 1 : 0]
    for field in fields { line.add(field.key, field.value) }
    if size == 0 { line += context.json }
    line += "}\n".utf8
    seq += 1
    write()
  }

  private static let openings = EventKind.allCases.map { Array("{\"event\":\"\($0.name)\"".utf8) }

  private mutating func write() {
    let written = System.append(line, to: file)
    size += max(written, 0)
    if written == line.count { return }
    dropped += 1
    if file >= 0 { failure = written < 0 ? errno : ENOSPC }
    // A torn line ends its file: the next begins another.
    if written > 0 {
      retire(file)
      (file, size) = (-1, 0)
    }
  }

  /// Opens the next file; if there can be none the old one is gone on with.
  private mutating func beginFile() {
    if file < 0 {
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: System.folderAttributes)
    }
    let name = "trace-\(System.clocks.time / 1000).jsonl"
    let (opened, old) = (System.openLog(folder.appendingPathComponent(name).path), file)
    if opened < 0 { failure = errno } else { file = opened }
    size = 0
    if opened >= 0 { retire(old) }
  }

  /// Closes a file and removes those that are too many, while the app goes on.
  private func retire(_ old: Int32) {
    let (folder, count) = (folder, fileCount)
    DispatchQueue.global(qos: .utility).async {
      if old >= 0 { close(old) }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      let traces = names.filter { $0.hasPrefix("trace-") && $0.hasSuffix(".jsonl") }
      for name in traces.sorted().dropLast(count) {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      }
    }
  }
}
