@testable import TraceIngest
import TraceModel
import TraceReport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What libFuzzer calls. The first three bytes say how the rest, a log, is read, in some of these ways:
/// - at once;
/// - in small blocks and batches, with stops from which another reader goes on: that must say the same;
/// - in two parts, as a log that grows: that must say the same;
/// - exported, and taken in again: that must give the same events;
/// - line by line, as evidence is: that must show what was rejected.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 3 else { return -1 }
  log.write(UnsafeRawBufferPointer(start: data + 3, count: count - 3))
  let options = options(data[0], data[1])
  let cut = Int(data[2])
  var exported = ""
  let one = Reading(log, options, limit: 1000, export: count & 15 == 0 ? { exported += $0 } : nil)
  guard one.counts.lines == one.counts.records + one.counts.blank + one.counts.envelope + one.counts.unfinished,
    one.counts.records == one.records + one.counts.passedOver + one.counts.rejected
  else { fail("not everything is accounted for", "\(one)") }
  if count & 3 > 0 { return 0 }
  var smaller = options
  smaller.blockSize = 1 + (cut & 7) * (cut & 7) * 9
  let two = Reading(log, smaller, limit: 1 + 2 * (cut >> 3 & 3), stops: cut >> 5 & 3)
  if one != two { fail("what is read depends on the cut", "\(one)\n\(two)") }
  if data[1] & 32 > 0, options.format == LogFormat.canonical, one.failure == nil {
    let bytes = Array(UnsafeRawBufferPointer(start: data + 3, count: count - 3))
    var end = bytes[(bytes.count / 2)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    // Without its newline a last line ends in its carriage return.
    if end < bytes.count, cut & 1 > 0 || bytes[..<end].last == UInt8(ascii: "\r") { end += 1 }
    if var grown = Reading(log, options, bytes[..<end], bytes) {
      grown.position.headLength = one.position.headLength
      grown.position.headHash = one.position.headHash
      if one != grown { fail("what is read depends on when it is read", "\(one)\n\(grown)") }
    }
  }
  if one.rejects.count > 0 {
    let numbers = Set(one.rejects.map { Int($0.line) })
    let lines = (try? RawLines.read(log.path, numbers, options)) ?? [:]
    for reject in one.rejects
    where lines[Int(reject.line)]?.utf8.starts(with: String(decoding: reject.raw, as: UTF8.self).utf8) != true {
      fail("evidence is not what was rejected", "\(reject)\n\(lines)")
    }
  }
  guard count & 15 == 0 else { return 0 }
  Array(exported.utf8).withUnsafeBytes(export.write)
  var plain = IngestOptions()
  plain.blockSize = options.blockSize
  plain.format = LogFormat.canonical
  let three = Reading(export, plain, limit: 1000)
  if one.events != three.events || three.counts.misfits > 0 {
    fail("what is exported is not what was read", "\(one)\n\(exported)\n\(three)")
  }
  return 0
}

private func fail(_ what: String, _ details: @autoclosure () -> String) -> Never {
  print(what, details(), separator: "\n")
  fflush(nil)
  abort()
}

private let log = Memory()
private let export = Memory()

/// The format, and all that can be said of a log from without.
private func options(_ format: UInt8, _ choices: UInt8) -> IngestOptions {
  var options = IngestOptions()
  options.blockSize = 1024
  options.format = format & 15 > 0 ? LogFormat.names.dropFirst(Int(format & 15) - 1).first : nil
  options.keepsAll = choices & 1 > 0
  options.day = choices & 2 > 0 ? 1_793_404_800_000_000_000 : nil
  options.timebase = choices & 4 > 0 ? (1, 1) : (125, 3)
  options.lineLimit = choices & 8 > 0 ? 100 : 1 << 20
  if choices & 16 > 0 {
    options.zoneOffsetSeconds = 3600
    options.keyMap = [(.event, "what"), (.time, "at")]
    options.add(Renaming("UP", to: "process.start"))
    options.records = ["process.start", "UP"]
  }
  return options
}

/// A file that lies in memory, has no name, and is gone with the process.
private struct Memory {
  private let number: CInt = {
    let name = "/tracetool-fuzz-\(getpid())"
    defer { shm_unlink(name) }
    return shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
  }()

  var path: String { "/proc/self/fd/\(number)" }

  func write(_ bytes: UnsafeRawBufferPointer) {
    guard pwrite(number, bytes.baseAddress, bytes.count, 0) == bytes.count, ftruncate(number, bytes.count) == 0 else {
      abort()
    }
  }
}

/// What was read; of events, hashes of what they say: numbers of texts depend on the cut.
private struct Reading: Equatable {
  var events = Fingerprint()
  var lines: [Int32] = []
  var rejects: [Reject] = []
  /// The streams of those.
  var streams: [String?] = []
  var counts = IngestCounts()
  /// Records that gave events.
  var records: Int64 = 0
  var notes = SourceNotes()
  var position = Checkpoint()
  var failure: String?
  private var isLastLeft = false

  /// Reads at most `limit` lines at a time; another reader goes on after each of the first `stops` batches.
  init(_ log: Memory, _ options: IngestOptions, limit: Int, stops: Int = 0, export: ((String) -> Void)? = nil) {
    do throws(IngestError) { try read(log, options, limit, stops, export: export) } catch { failure = "\(error)" }
  }

  /// Reads `first`, then what is more in `all`; nothing where the first part ends in what is no whole record.
  init?(_ log: Memory, _ options: IngestOptions, _ first: ArraySlice<UInt8>, _ all: [UInt8]) {
    do throws(IngestError) {
      first.withUnsafeBytes(log.write)
      try read(log, options, 1000)
      all.withUnsafeBytes(log.write)
      // That is read again, and would count twice.
      guard !isLastLeft else { return nil }
      try read(log, options, 1000, from: position)
    } catch { failure = "\(error)" }
  }

  private mutating func read(
    _ log: Memory, _ options: IngestOptions, _ limit: Int, _ stops: Int = 0, from earlier: Checkpoint? = nil,
    export: ((String) -> Void)? = nil
  ) throws(IngestError) {
    var symbols = Symbols()
    var batch = EventBatch()
    var isMore = true
    var stops = stops
    var reader = try SourceReader(SourcePath(log.path), options: options)
    if let earlier, try !reader.resume(at: earlier) { fail("a log is not known again", "\(earlier)") }
    while isMore {
      isMore = try reader.cut(into: &batch, limit: limit)
      batch.scan(options)
      reader.settle(&batch, &symbols, source: SourceID(rawValue: 0))
      take(batch, symbols)
      if let export { for event in batch.events { export((try? EventLines().line(event, symbols)) ?? "") } }
      guard isMore, stops > 0 else { continue }
      stops -= 1
      reader = try SourceReader(SourcePath(log.path), options: options)
      guard try reader.resume(at: batch.position) else { fail("a log is not known again", "\(batch.position)") }
    }
  }

  private mutating func take(_ batch: EventBatch, _ symbols: Symbols) {
    counts += batch.counts
    position = batch.position
    isLastLeft = batch.isLastLeft
    if batch.isLastLeft, let left = batch.rejects.last {
      // What stands before an object that has no end yet may be passed or not.
      position.offset = left.offset
      position.tailHash = 0
    }
    notes += batch.notes
    for event in batch.events {
      events.add(event, symbols)
      lines.append(event.line)
      records += event.isFurther ? 0 : 1
    }
    for var reject in batch.rejects {
      // A stream that is named by its source has the name of what of that was there first.
      streams.append(reject.stream.map { symbols.stream($0).source.isNone ? symbols.streamName($0) : "source" })
      reject.stream = nil
      rejects.append(reject)
    }
  }
}

extension Fingerprint {
  private mutating func add(_ numbers: [Int64]) { numbers.withUnsafeBytes { add($0) } }

  fileprivate mutating func add(_ event: Event, _ symbols: Symbols) {
    let signature = symbols.signature(event)
    let context = symbols.context(event.context)
    let key = symbols.stream(event.stream)
    var texts = [event.scene, event.sceneInstance, event.viewInstance, event.task, event.attributes]
    texts += [signature.unknownName] + Signature.texts.map { signature[keyPath: $0] }
    texts += Context.texts.map { context[keyPath: $0] } + [key.launch, key.device, key.app, key.boot]
    for text in texts {
      add(symbols.texts.slice(text))
      // No text holds it.
      add(0xFF)
    }
    add([event.time, event.uptime, event.duration, event.memory, event.seq, key.pid, context.pid, Int64(event.lost)])
    add([signature.kind.rawValue, signature.phase.rawValue, signature.eventSource.rawValue].map { Int64($0) })
    for truth in [signature.success, signature.prewarmed, context.simulator, context.debugger] {
      add(truth.map { $0 ? 1 : 0 } ?? 2)
    }
  }
}
