@testable import TraceIngest
import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What libFuzzer calls: the bytes are read as a log is, every fourth time in two cuts that must say the same.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  write(UnsafeRawBufferPointer(start: data, count: count))
  var small = IngestOptions()
  (small.blockSize, small.lineLimit, small.zoneOffsetSeconds) = (1 << 12, 2000, 3600)
  small.keyMap = [(.event, "what"), (.time, "at")]
  small.renames = ["UP": "process.start"]
  var smaller = small
  smaller.blockSize = 16 + (count > 0 ? Int(data[0]) : 0)
  let one = Reading(small, limit: 1000)
  if count & 3 > 0 { return 0 }
  let two = Reading(smaller, limit: 3)
  if one != two {
    print("what is read depends on the cut:", one, two, separator: "\n")
    fflush(nil)
    abort()
  }
  return 0
}

/// The file that holds the bytes: it has no name, and is gone with the process.
private let file = fileno(tmpfile())

private func write(_ bytes: UnsafeRawBufferPointer) {
  guard ftruncate(file, 0) == 0, pwrite(file, bytes.baseAddress, bytes.count, 0) == bytes.count else { abort() }
}

/// What was read, as hashes of what it says: numbers of texts depend on the cut.
private struct Reading: Equatable {
  var (events, rejects) = (Fingerprint(), Fingerprint())
  var counts = Intake()
  var position: Checkpoint?
  var failure: String?

  init(_ options: IngestOptions, limit: Int) {
    do throws(IngestError) { try read(options, limit) } catch { failure = "\(error)" }
  }

  private mutating func read(_ options: IngestOptions, _ limit: Int) throws(IngestError) {
    var reader = try SourceReader(SourcePath("/proc/self/fd/\(file)"), options: options)
    var (symbols, batch, isMore) = (Symbols(), EventBatch(), true)
    while isMore {
      isMore = try reader.cut(into: &batch, limit: limit)
      batch.scan(options)
      reader.settle(&batch, &symbols, source: SourceID(rawValue: 0))
      counts += batch.counts
      position = batch.position
      for event in batch.events { events.add(event, symbols) }
      for reject in batch.rejects {
        let reason = Int64(reject.reason.rawValue.count)
        rejects.add([Int64(reject.line), reason, reject.offset, reject.length, reject.seq])
        rejects.add(reject.raw)
      }
    }
  }
}

extension Fingerprint {
  fileprivate mutating func add(_ numbers: [Int64]) { numbers.withUnsafeBytes { add($0) } }

  fileprivate mutating func add(_ event: Event, _ symbols: Symbols) {
    let (signature, key) = (symbols.signature(event), symbols.stream(event.stream))
    let texts = [event.scene, event.sceneInstance, event.viewInstance, event.task, event.attributes]
    for text in Signature.texts.map({ signature[keyPath: $0] }) + texts + [key.launch, key.device, key.app, key.boot] {
      add(symbols.texts.slice(text))
    }
    add([event.time, event.uptime, event.duration, event.memory, event.seq, key.pid, Int64(event.line)])
    add([Int64(event.lost), Int64(signature.kind.rawValue), Int64(signature.phase.rawValue)])
  }
}
