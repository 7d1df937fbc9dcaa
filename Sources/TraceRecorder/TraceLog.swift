import Dispatch
import Foundation
import TraceVocabulary

/// The log of one launch.
///
/// It numbers the events and appends each as a line to the launch's newest file.
struct TraceLog {
  /// The number of failures in a row to create a file after which the recorder waits between tries.
  private static let quickTries = 16
  /// The wait between two tries, in nanoseconds.
  private static let pause = 1_000_000_000

  private let environment: RecorderEnvironment
  private let folder: TraceFolder
  private let fileBytes: Int
  private var context: TraceContext
  /// The uptime at which the process began, or at which the log did if the system does not say.
  ///
  /// `uptime` in the trace counts from here. The system's own counts from the device's start: together with the wall
  /// clock it would identify a device in the traces of all its apps.
  private let origin: Int
  /// The launch and thread members of a line, for other threads and for the main thread.
  private let origins: [[UInt8]]
  private var line: [UInt8] = []
  private var seq = 0
  private var file: Int32 = -1
  /// The size of the file in bytes.
  private var size = 0
  /// Its size and the uptime when a next file was last tried for.
  private var sizeAtTry = 0
  private var uptimeAtTry = 0
  /// The number of failures in a row to create a file.
  private var failedTries = 0
  /// The number of the last task or piece of work that began.
  private var lastTask = 0
  /// True once a line of the file holds the context.
  private var hasContext = false
  /// True if the device became known after that line: the next line names it.
  private var owesIdentity = false
  /// True if the file ends in a part of a line.
  private var isTorn = false
  /// The number of events that could not be written.
  private(set) var dropped = 0
  /// The `errno` of the last event that could not be written.
  private(set) var failure: Int32 = 0

  init(_ folder: URL, _ context: TraceContext, fileCount: Int, fileBytes: Int, _ environment: RecorderEnvironment) {
    self.environment = environment
    self.context = context
    self.fileBytes = fileBytes
    let launch = UUID().uuidString
    self.folder = TraceFolder(
      url: folder, disk: environment.disk, fileCount: fileCount, process: ProcessInfo.processInfo.processIdentifier,
      launch: String(launch.prefix(8)))
    origins = ["other", "main"].map { Array(",\"launch\":\"\(launch)\",\"thread\":\"\($0)\"".utf8) }
    let uptime = environment.clocks().uptime
    origin = uptime - (environment.age ?? 0)
    self.context.name(bootSession: environment.bootSession)
    beginFile(at: uptime)
  }

  mutating func declare(_ kinds: [EventKind]) {
    if seq == 0 { context.records = Set(context.records + kinds.map(\.name)).sorted() }
  }

  /// Nanoseconds since the process began; nil if the system does not say when that was.
  var age: Int? { environment.age.map { _ in environment.clocks().uptime - origin } }

  /// The number of the next task or piece of work, from 1 on.
  mutating func nextTask() -> Int {
    lastTask += 1
    return lastTask
  }

  /// True if the context names the device.
  var isIdentified: Bool { context.device?.isEmpty == false }

  /// Names the device on the next line, unless the context has one already.
  mutating func identify(device: String) {
    if isIdentified || device.isEmpty { return }
    context.device = device
    context.name(bootSession: environment.bootSession)
    owesIdentity = true
  }

  /// Appends an event that happened `ago` nanoseconds before now.
  ///
  /// The clocks are read here, under the recorder's lock, so that they rise with `seq`.
  mutating func append(_ kind: EventKind, _ fields: [TraceField], ago: Int, isMain: Bool) {
    // The first line can still declare that this kind is recorded.
    if seq == 0 { declare([kind]) }
    let (time, uptime) = environment.clocks()
    if wantsFile(at: uptime) { beginFile(at: uptime) }
    line.removeAll(keepingCapacity: true)
    // The newline makes the torn part a line of its own.
    if isTorn { line.append(UInt8(ascii: "\n")) }
    line += Self.openings[Int(kind.rawValue)]
    line.add(",\"seq\":", .number(seq))
    line.add(",\"time\":", .number(time &- ago))
    line.add(",\"uptime\":", .number(uptime &- origin &- ago))
    line += origins[isMain ? 1 : 0]
    for field in fields where !field.isAttribute { line.add(field.key, field.value) }
    line.addAttributes(of: fields)
    if !hasContext { line += context.json } else if owesIdentity { line += context.identity }
    line += "}\n".utf8
    seq += 1
    write()
  }

  private static let openings = EventKind.allCases.map { Array("{\"event\":\"\($0.name)\"".utf8) }

  private mutating func write() {
    let written = writeLine()
    if written == line.count {
      size += written
      hasContext = true
      owesIdentity = false
      isTorn = false
      return
    }
    dropped += 1
    if written == 0 || environment.disk.cut(file, to: size) { return }
    size += written
    isTorn = true
  }

  /// Writes as much of the line as possible and returns the number of bytes.
  private mutating func writeLine() -> Int {
    // `failure` says why there is no file.
    if file < 0 { return 0 }
    var written = 0
    while written < line.count {
      do throws(DiskFault) {
        let count = try environment.disk.append(line[written...], to: file)
        if count == 0 { throw DiskFault(code: ENOSPC) }
        written += count
      } catch {
        // A signal interrupted the call before anything was written.
        if error.code == EINTR { continue }
        failure = error.code
        break
      }
    }
    return written
  }

  /// True if the file is full, or if there is none and it is time to try again.
  private func wantsFile(at uptime: Int) -> Bool {
    if file >= 0 { return size - sizeAtTry >= fileBytes }
    return failedTries < Self.quickTries || uptime - uptimeAtTry >= Self.pause
  }

  /// Begins the next file.
  ///
  /// If that fails, the old file is used further.
  private mutating func beginFile(at uptime: Int) {
    if file < 0 { folder.prepare() }
    uptimeAtTry = uptime
    do throws(DiskFault) {
      let next = try folder.makeFile()
      retire(file)
      file = next
      size = 0
      hasContext = false
      isTorn = false
      failedTries = 0
    } catch {
      failure = error.code
      failedTries += 1
    }
    sizeAtTry = size
  }

  /// Closes a file and removes the oldest ones in the background.
  private func retire(_ old: Int32) {
    let folder = folder
    DispatchQueue.global(qos: .utility).async {
      if old >= 0 { folder.disk.close(old) }
      folder.prune()
    }
  }
}
