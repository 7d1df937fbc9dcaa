import Dispatch
import Foundation
import TraceModel

/// The log of one launch: numbers its events and appends each as a line to the newest of its files.
struct TraceLog {
  /// How often a file that can't be made is tried again at once, and how long is waited between tries from then on.
  private static let quickTries = 16
  private static let pause = 1_000_000_000

  private let surroundings: Surroundings
  private let folder: TraceFolder
  private let fileBytes: Int
  private var context: TraceContext
  /// When the process began, or else the log: `uptime` counts from there, as the system's counts from the device's
  /// start, which with the wall clock beside it would tell one device in the logs of all its apps.
  private let origin: Int
  /// What every line says of its launch and its thread, on another one and on the main one.
  private let origins: [[UInt8]]
  private var line: [UInt8] = []
  private var seq = 0
  private var file: Int32 = -1
  /// How many bytes are in the file, and were when another was last tried for.
  private var size = 0
  private var sizeAtTry = 0
  private var uptimeAtTry = 0
  /// How often in a row there could be no file.
  private var failedTries = 0
  /// Whether a line of the file says what the launch is of, and whether its device came too late for that.
  private var hasContext = false
  private var owesIdentity = false
  /// Whether the file ends in the piece of a line.
  private var isTorn = false
  private(set) var dropped = 0
  /// Why the last event was dropped: an `errno`.
  private(set) var failure: Int32 = 0

  init(_ folder: URL, _ context: TraceContext, fileCount: Int, fileBytes: Int, _ surroundings: Surroundings) {
    self.surroundings = surroundings
    self.context = context
    self.fileBytes = fileBytes
    let launch = UUID().uuidString
    self.folder = TraceFolder(
      url: folder, disk: surroundings.disk, fileCount: fileCount, process: ProcessInfo.processInfo.processIdentifier,
      launch: String(launch.prefix(8)))
    origins = ["other", "main"].map { Array(",\"launch\":\"\(launch)\",\"thread\":\"\($0)\"".utf8) }
    let uptime = surroundings.clocks().uptime
    origin = uptime - (surroundings.age ?? 0)
    self.context.name(bootSession: surroundings.bootSession)
    beginFile(at: uptime)
  }

  mutating func declare(_ kinds: [EventKind]) {
    if seq == 0 { context.records = Set(context.records + kinds.map(\.name)).sorted() }
  }

  /// Nanoseconds since the process began, if the system says when that was.
  var age: Int? { surroundings.age.map { _ in surroundings.clocks().uptime - origin } }

  /// Whether it is known which device this is.
  var isIdentified: Bool { context.device?.isEmpty == false }

  /// Says which device this is, on the next line, if that was not known.
  mutating func identify(device: String) {
    if isIdentified || device.isEmpty { return }
    context.device = device
    context.name(bootSession: surroundings.bootSession)
    owesIdentity = true
  }

  /// Appends an event of `ago` nanoseconds before now; the clocks are read here, so that they rise as `seq` does.
  mutating func append(_ kind: EventKind, _ fields: [TraceField], ago: Int, isMain: Bool) {
    // The first line can say of this kind that it is recorded.
    if seq == 0 { declare([kind]) }
    let (time, uptime) = surroundings.clocks()
    if wantsFile(at: uptime) { beginFile(at: uptime) }
    line.removeAll(keepingCapacity: true)
    // The piece is a line of its own then.
    if isTorn { line.append(UInt8(ascii: "\n")) }
    line += Self.openings[Int(kind.rawValue)]
    line.add(",\"seq\":", .number(seq))
    line.add(",\"time\":", .number(time &- ago))
    line.add(",\"uptime\":", .number(uptime &- origin &- ago))
    line += origins[isMain ? 1 : 0]
    for field in fields { line.add(field.key, field.value) }
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
    if written == 0 || surroundings.disk.cut(file, to: size) { return }
    size += written
    isTorn = true
  }

  /// Writes as much of the line as can be; returns how many bytes.
  private mutating func writeLine() -> Int {
    // Why there is no file is known.
    if file < 0 { return 0 }
    var written = 0
    while written < line.count {
      do throws(DiskFault) {
        let count = try surroundings.disk.append(line[written...], to: file)
        if count == 0 { throw DiskFault(code: ENOSPC) }
        written += count
      } catch {
        // A signal came before anything was written.
        if error.code == EINTR { continue }
        failure = error.code
        break
      }
    }
    return written
  }

  /// Whether the file is full, or there is none and it is time to try again.
  private func wantsFile(at uptime: Int) -> Bool {
    if file >= 0 { return size - sizeAtTry >= fileBytes }
    return failedTries < Self.quickTries || uptime - uptimeAtTry >= Self.pause
  }

  /// Begins the next file; if there can be none the old one is gone on with.
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

  /// Closes a file and removes those that are too many, while the app goes on.
  private func retire(_ old: Int32) {
    let folder = folder
    DispatchQueue.global(qos: .utility).async {
      if old >= 0 { folder.disk.close(old) }
      folder.prune()
    }
  }
}
