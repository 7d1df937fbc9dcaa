import Foundation
import TraceVocabulary

/// The log of one launch.
///
/// It numbers the events and appends each as a line to the launch's newest file.
///
/// The next file is opened ahead, on another thread, when the present one is half full. So where a line goes into it,
/// the caller waits for two system calls: `rename`, which gives the file its number, and `write`. If there is no next
/// file yet, or its name is gone, the present one is gone on with: no event is lost, and no caller waits.
///
/// Events while it is off are numbered and not written: so tracetool knows that it does not know them. Those beyond what
/// may be written in a minute are dropped, so that a loop of an app's that records does not wear out the storage.
struct TraceLog {
  /// The number of failures in a row to create a file after which the recorder waits between tries.
  private static let quickTries = 16
  /// The wait between two tries in nanoseconds, and the longest, up to which it doubles with each.
  private static let pause = 1_000_000_000
  private static let longestPause = 60_000_000_000
  private static let nanosAMinute = 60_000_000_000

  private let environment: RecorderEnvironment
  /// Where the launch writes.
  private(set) var folder: TraceFolder
  private var context: TraceContext { didSet { contextMembers = nil } }
  /// The members of a line that hold the context, once they were needed: making them is the slowest step of a line.
  private var contextMembers: [UInt8]?
  /// The key and the choice that are kept of the app's installation; nil before anything was recorded or chosen.
  private var installation: Installation? { didSet { identities = [:] } }
  /// What names scenes where no installation could be kept: they are linked within this launch alone.
  private let unknownInstallation = Installation(isOn: nil)
  /// The ids of scenes in this trace, by those that UIKit has.
  private var identities: [String: String] = [:]
  /// What the app may ask of a log, for all threads: they never wait for the disk.
  struct Status {
    /// True if events are written.
    var isOn = false
    /// True if the app records as far as its user's choice goes.
    var isChosen = false
    /// The number of events that could not be written.
    var dropped = 0
    /// The `errno` of the last event that could not be written, or of a choice that could not be read or kept.
    var failure: Int32 = 0
  }

  private var status = Status() { didSet { published.withLock { $0 = status } } }
  let published = Locked(Status())
  /// The share of installations that record.
  private let share: Double
  /// True if this one is in it, for the whole launch, also when all is erased; nil as long as nobody has asked.
  private var isInShare: Bool?
  /// What describes the launch.
  private var attributes: [TraceField] = []
  /// The uptime at which the process began; at which its initializers or the log did if the system does not say.
  ///
  /// `uptime` in the trace counts from here. The system's own counts from the device's start: together with the wall
  /// clock it would identify a device in the traces of all its apps.
  private let origin: Int
  /// What happened before the log began, and its uptime.
  private let beginnings: [(kind: EventKind, uptime: Int)]
  /// The launch and thread members of a line, for other threads and for the main thread.
  private var origins: [[UInt8]]
  private var line: [UInt8] = []
  private var seq = 0
  private var file: Int32?
  /// The name of the file.
  private var name: TraceFileName?
  /// The size of the file in bytes.
  private var size = 0
  /// The highest number of a trace that was seen in the folder.
  private var lastNumber = 0
  /// The empty file that is open ahead.
  private var nextFile: Int32?
  /// The size of the file at which a next one is to be opened.
  private var sizeForNext = 0
  /// A file that is no longer written and still open: an upkeep closes it before there can be another one.
  private var finishedFile: Int32?
  /// True if a file began since the folder was last tidied.
  private var isUntidy = false
  /// True if it may be tidied: not while the app launches, when other files are more urgent.
  private var mayTidy: Bool
  /// True while an upkeep runs: two at once would open two files.
  private var isKeptUp = false
  /// True until the launch comes to the foreground.
  private var isBackground = true
  /// The uptime when a file was last tried for, and the number of failures in a row, while there is none.
  private var uptimeAtTry = 0
  private var failedTries = 0
  /// The number of the last task or piece of work that began.
  private var lastTask = 0
  /// True once a line of the file holds the context.
  private var hasContext = false
  /// True if the file ends in an incomplete line.
  private var isTorn = false
  /// The number of dropped events when a line was last written.
  private var droppedBefore = 0
  /// The uptime at which the present minute began, and the number of bytes written since.
  private var minute = (began: 0, bytes: 0)

  /// Begins a log.
  ///
  /// It is on if `choice` says so, which was made in this launch; else if that of an earlier launch does;
  /// else if `isOn`. If it cannot be read whether there is one of an earlier launch, it is off. And it is on only in an
  /// installation in the share that records.
  ///
  /// In an app that launches, traces beyond the limits are removed from `allowTidying` on, or at once if there are more
  /// of them than there can be: so however soon launches end, there are never many more.
  init(
    _ folder: TraceFolder, _ context: TraceContext, isOn: Bool, choice: Bool?, share: Double, isLaunching: Bool,
    _ environment: RecorderEnvironment
  ) {
    self.environment = environment
    mayTidy = !isLaunching
    self.share = share
    self.context = context
    self.folder = folder
    origins = []
    let (time, uptime) = environment.clocks()
    self.folder.booted = (time - uptime) / 1_000_000_000
    beginnings = Self.beginnings(at: uptime, environment)
    origin = beginnings.first?.uptime ?? uptime
    do throws(DiskFault) {
      installation = try folder.installation()
      status.isChosen = try !folder.isRefusedElsewhere() && installation?.isOn ?? isOn
    } catch {
      // The choice that is kept may be not to record.
      status.isChosen = false
      status.failure = error.code
    }
    status.isOn = status.isChosen && takesPart()
    beginLaunch()
    if let choice { choose(choice) }
    // Traces that are too old are removed also while recording is off.
    if status.isOn {
      beginFirstFile(at: uptime)
    } else {
      isUntidy = true
      mayTidy = true
    }
    // No initializer calls the observer.
    published.withLock { $0 = status }
  }

  /// Traces beyond the limits may be removed from now on.
  mutating func allowTidying() { mayTidy = true }

  /// The start of the process and that of its initializers, as far as the system says them.
  ///
  /// A process that began after its own initializers did not: the wall clock was set meanwhile.
  private static func beginnings(
    at uptime: Int, _ environment: RecorderEnvironment
  ) -> [(kind: EventKind, uptime: Int)] {
    let loading = environment.loading.map(\.uptime).flatMap { $0 <= uptime ? $0 : nil }
    let start = environment.age.map { uptime - $0 }.flatMap { $0 <= loading ?? uptime ? $0 : nil }
    return [(.processStart, start), (.processInitializers, loading)].compactMap { kind, uptime in
      uptime.map { (kind, $0) }
    }
  }

  /// Gives the launch an id.
  private mutating func beginLaunch() {
    let launch = UUID().uuidString
    folder.launch = String(launch.prefix(8))
    origins = ["other", "main"].map { Array(",\"launch\":\"\(launch)\",\"thread\":\"\($0)\"".utf8) }
    context.name(installation, bootSession: environment.bootSession)
  }

  mutating func declare(_ kinds: [EventKind]) {
    let names = kinds.filter { $0 != .unknown }.map(\.name)
    if seq == 0 { context.records = Set(context.records + names).sorted() }
  }

  /// What happened before the log began, and how many nanoseconds ago.
  var past: [(kind: EventKind, ago: Int)] {
    let uptime = environment.clocks().uptime
    return beginnings.map { ($0.kind, uptime - $0.uptime) }
  }

  /// The number of the next task or piece of work, from 1 on.
  mutating func nextTask() -> Int {
    lastTask += 1
    return lastTask
  }

  /// The wall clock in nanoseconds since 1970.
  var time: Int { environment.clocks().time }

  /// True if the launch has a file that it writes.
  var isWriting: Bool { file != nil }

  /// Switches recording on or off, and keeps the choice for later launches.
  mutating func choose(_ choice: Bool) {
    status.isChosen = choice
    if !choice { close() }
    keep { folder throws(DiskFault) in try folder.choose(choice) }
    status.isOn = choice && takesPart()
  }

  /// True if the installation is in the share that records; one without a key is given one, so that it stays in or out.
  private mutating func takesPart() -> Bool {
    if let isInShare { return isInShare }
    if share < 1 && installation == nil { keep { folder throws(DiskFault) in try folder.makeInstallation(isOn: nil) } }
    let isIn = share >= 1 || (installation ?? unknownInstallation).isInShare(share)
    isInShare = isIn
    return isIn
  }

  /// Describes the launch by attributes, in the next line and in the first one of each file.
  mutating func attach(_ new: [TraceField]) {
    attributes.attach(new)
    if !new.isEmpty { hasContext = false }
  }

  /// Closes all files and goes on as another launch of another installation, under the same choice.
  ///
  /// The caller removes what was written before.
  ///
  /// - Returns: The folder and the installation of what is written from now on.
  mutating func renew() -> (folder: TraceFolder, installation: Installation?) {
    close()
    installation = nil
    keep { folder throws(DiskFault) in try folder.renewInstallation() }
    beginLaunch()
    return (folder, installation)
  }

  /// Takes over an installation as it is kept.
  ///
  /// One that cannot be kept names no device: it would be another one in the next launch.
  private mutating func keep(_ change: (TraceFolder) throws(DiskFault) -> Installation?) {
    do throws(DiskFault) {
      installation = try change(folder)
    } catch {
      status.failure = error.code
    }
    context.name(installation, bootSession: environment.bootSession)
  }

  /// Appends an event that happened `ago` nanoseconds before now.
  ///
  /// The clocks are read here, under the recorder's lock, so that they rise with `seq`.
  ///
  /// - Returns: True if an upkeep is due.
  mutating func append(_ kind: EventKind, _ fields: [TraceField], ago: Int, isMain: Bool) -> Bool {
    if kind.isOfForeground { isBackground = false }
    if !status.isOn {
      seq += 1
      return false
    }
    let (time, uptime) = environment.clocks()
    if uptime - minute.began >= Self.nanosAMinute { minute = (uptime, 0) }
    if minute.bytes > folder.limits.bytesAMinute {
      seq += 1
      status.dropped += 1
      status.failure = EDQUOT
      return false
    }
    var hasMovedOn = false
    if file == nil {
      if mayTry(at: uptime) { beginFirstFile(at: uptime) }
    } else if size >= folder.limits.fileBytes, let next = nextFile {
      moveOn(to: next, at: time)
      hasMovedOn = true
    }
    line.removeAll(keepingCapacity: true)
    // The newline makes the incomplete line a line of its own.
    if isTorn { line.append(UInt8(ascii: "\n")) }
    line += Self.openings[Int(kind.rawValue)]
    line.add(",\"seq\":", .number(seq))
    line.add(",\"time\":", .number(time &- ago))
    line.add(",\"uptime\":", .number(uptime &- origin &- ago))
    line += origins[isMain ? 1 : 0]
    var hasAttributes = false
    for field in fields {
      if field.isAttribute { hasAttributes = true } else { line.add(field.key, value(of: field)) }
    }
    if status.dropped > droppedBefore || !hasContext && !attributes.isEmpty {
      let loss: [TraceField] = [
        .attribute("dropped", status.dropped - droppedBefore), .attribute("errno", Int(status.failure)),
      ]
      line.addAttributes(of: (hasContext ? [] : attributes) + fields + (status.dropped > droppedBefore ? loss : []))
    } else if hasAttributes {
      line.addAttributes(of: fields)
    }
    if !hasContext {
      let members = contextMembers ?? context.json
      contextMembers = members
      line += members
    }
    line += "}\n".utf8
    seq += 1
    write()
    // Waking another thread is a system call, too: the upkeep waits for the next line.
    return !hasMovedOn && isUpkeepDue
  }

  /// The value of a field; in place of an id that UIKit keeps, its hash under the installation's key.
  private mutating func value(of field: TraceField) -> TraceField.Value {
    guard case .identity(let text) = field.value else { return field.value }
    if let hash = identities[text] { return .text(hash) }
    let hash = (installation ?? unknownInstallation).identity(text)
    // An app has few scenes: what makes more of them is not remembered without end.
    if identities.count > 100 { identities = [:] }
    identities[text] = hash
    return .text(hash)
  }

  private static let openings = EventKind.allCases.map { Array("{\"event\":\"\($0.name)\"".utf8) }

  private mutating func write() {
    let written = writeLine()
    minute.bytes += written
    if written == line.count {
      size += written
      hasContext = true
      isTorn = false
      droppedBefore = status.dropped
      return
    }
    status.dropped += 1
    guard let file, written > 0 else { return }
    if environment.disk.cut(file, to: size) { return }
    size += written
    isTorn = true
  }

  /// Writes as much of the line as possible and returns the number of bytes.
  private mutating func writeLine() -> Int {
    // `failure` says why there is no file.
    guard let file else { return 0 }
    // Where no other file can be made, this one grows, and not without end.
    if size + line.count > max(folder.limits.half, folder.limits.fileBytes) {
      status.failure = EFBIG
      return 0
    }
    var written = 0
    while written < line.count {
      do throws(DiskFault) {
        let count = try environment.disk.append(line[written...], to: file)
        if count == 0 { throw DiskFault(code: ENOSPC) }
        written += count
      } catch {
        // A signal interrupted the call before anything was written.
        if error.code == EINTR { continue }
        status.failure = error.code
        break
      }
    }
    return written
  }

  /// True if it is time to try for a file again, while there is none.
  private func mayTry(at uptime: Int) -> Bool {
    if failedTries < Self.quickTries { return true }
    let doublings = min(failedTries - Self.quickTries, 6)
    return uptime - uptimeAtTry >= min(Self.pause << doublings, Self.longestPause)
  }

  /// Begins the first file of the launch, or the first since recording was switched on.
  private mutating func beginFirstFile(at uptime: Int) {
    uptimeAtTry = uptime
    let found = folder.prepare()
    if found.hasForeignFiles { status.failure = ENOTEMPTY }
    let number = max(lastNumber, found.lastNumber) + 1
    if found.count > folder.limits.mostFiles { mayTidy = true }
    if installation == nil { keep { folder throws(DiskFault) in try folder.makeInstallation(isOn: nil) } }
    let new = folder.name(number, at: environment.clocks().time, isBackground: isBackground)
    do throws(DiskFault) {
      begin(try folder.makeFile(new), new)
      failedTries = 0
    } catch {
      status.failure = error.code
      failedTries += 1
    }
  }

  /// Goes on in the file that is open ahead.
  private mutating func moveOn(to next: Int32, at time: Int) {
    nextFile = nil
    let new = folder.name(lastNumber + 1, at: time, isBackground: isBackground)
    do throws(DiskFault) {
      try folder.beginNextFile(new)
      finishedFile = file
      begin(next, new)
    } catch {
      // Events written to a file that another process removed would be lost. Another file is asked for at once; in
      // place of one that is there and gets no number, only when as much again as a file holds was written.
      finishedFile = next
      if error.code == ENOENT { sizeForNext = 0 }
    }
  }

  private mutating func begin(_ file: Int32, _ name: TraceFileName) {
    self.file = file
    self.name = name
    size = 0
    lastNumber = name.number
    sizeForNext = folder.limits.fileBytes / 2
    hasContext = false
    isTorn = false
    isUntidy = true
  }

  /// True if the next file is to be opened.
  private var wantsNextFile: Bool { size >= sizeForNext && nextFile == nil && file != nil }

  /// True if the file's name says that the launch is in the background, and it no longer is.
  private var isMisnamed: Bool { name?.isBackground == true && !isBackground && file != nil }

  private var isUpkeepDue: Bool {
    !isKeptUp && (isUntidy && mayTidy || finishedFile != nil || isMisnamed || wantsNextFile)
  }

  /// Begins an upkeep; nil if none is due.
  mutating func upkeep() -> TraceUpkeep? {
    if !isUpkeepDue { return nil }
    let opensNextFile = wantsNextFile
    let upkeep = TraceUpkeep(
      folder: folder, time: environment.clocks().time, finishedFile: finishedFile,
      broughtToForeground: isMisnamed ? name : nil, isWriting: file != nil, tidies: isUntidy && mayTidy,
      opensNextFile: opensNextFile)
    finishedFile = nil
    if upkeep.tidies { isUntidy = false }
    isKeptUp = true
    if isMisnamed { name = name?.inForeground }
    // If it fails it is tried again when as much again as a file holds was written.
    if opensNextFile { sizeForNext = size + folder.limits.fileBytes }
    return upkeep
  }

  /// Takes over what came of an upkeep.
  mutating func finish(_ outcome: TraceUpkeep.Outcome) {
    isKeptUp = false
    lastNumber = max(lastNumber, outcome.lastNumber)
    // What is written to a file without a name is lost: the next event begins another one.
    if outcome.isErased && outcome.folder.launch == folder.launch { close() }
    guard let next = outcome.nextFile else { return }
    if file != nil && outcome.folder.launch == folder.launch {
      nextFile = next
    } else {
      // Recording was switched off meanwhile, or all was erased.
      folder.disk.close(next)
      outcome.folder.removeNextFile()
    }
  }

  /// Closes all files, and removes the one that has no line.
  mutating func close() {
    for file in [file, finishedFile, nextFile] {
      if let file { folder.disk.close(file) }
    }
    if nextFile != nil { folder.removeNextFile() }
    file = nil
    finishedFile = nil
    nextFile = nil
    name = nil
  }
}

extension EventKind {
  /// True for what happens only to an app that a person sees, or is about to.
  fileprivate var isOfForeground: Bool {
    switch self {
    case .appWillEnterForeground, .appDidBecomeActive, .sceneWillEnterForeground, .sceneDidActivate: true
    default: false
    }
  }
}
