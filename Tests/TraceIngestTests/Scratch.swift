import Foundation
import Testing

@testable import TraceIngest
@testable import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder for one test, gone after it.
final class Scratch {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("tracetool-ingest-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String = "trace.jsonl") throws -> String {
    let file = try #require(fopen(path(name), "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    return path(name)
  }

  @discardableResult
  func write(_ text: String, to name: String = "trace.jsonl") throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  func run(_ command: String) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    for argument in ["sh", "-c", command] { arguments.append(strdup(argument)) }
    arguments.append(nil)
    var process: pid_t = 0
    posix_spawnp(&process, "sh", nil, nil, arguments, nil)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    for argument in arguments { free(argument) }
    return status >> 8
  }
}

/// All that a source gave, with its symbols.
struct Reading {
  var symbols = Symbols()
  var batch = EventBatch()
  /// What the source is known by.
  var headHash: UInt64

  init(
    path: String, options: IngestOptions = IngestOptions(), blockSize: Int = 262_144,
    limit: Int = 1000
  ) throws {
    try self.init(SourcePath(path), options: options, blockSize: blockSize, limit: limit)
  }

  init(
    _ source: SourcePath, options: IngestOptions = IngestOptions(), blockSize: Int = 262_144, limit: Int = 1000
  ) throws {
    var options = options
    options.blockSize = blockSize
    var reader = try SourceReader(source, options: options)
    headHash = reader.head.hash
    var isMore = true
    while isMore {
      isMore = try batch.add(from: &reader, &symbols, limit: limit, options: options)
    }
  }

  init(_ bytes: [UInt8], options: IngestOptions = IngestOptions(), blockSize: Int = 262_144) throws {
    let scratch = try Scratch()
    try self.init(path: scratch.write(bytes), options: options, blockSize: blockSize)
  }

  init(_ text: String, options: IngestOptions = IngestOptions(), blockSize: Int = 262_144) throws {
    try self.init(Array(text.utf8), options: options, blockSize: blockSize)
  }

  /// Each event in words: independent of the order in which texts got their numbers.
  var described: [String] { batch.events.map { describe($0, symbols) } }
}

extension SourceReader {
  /// Reads the next batch on one thread.
  mutating func read(
    into batch: inout EventBatch, symbols: inout Symbols, source: SourceID, limit: Int,
    options: IngestOptions = IngestOptions()
  ) throws(IngestError) -> Bool {
    var failure: IngestError?
    var isMore = false
    do throws(IngestError) { isMore = try cut(into: &batch, limit: limit) } catch {
      failure = error
    }
    batch.scan(options)
    settle(&batch, &symbols, source: source)
    if let failure { throw failure }
    return isMore
  }
}

extension EventBatch {
  /// Adds what is read to what there is.
  mutating func add(
    from reader: inout SourceReader, _ symbols: inout Symbols, limit: Int,
    options: IngestOptions = IngestOptions()
  ) throws(IngestError) -> Bool {
    var batch = EventBatch()
    defer {
      events += batch.events
      rejects += batch.rejects
      counts += batch.counts
      position = batch.position
    }
    return try reader.read(
      into: &batch, symbols: &symbols, source: SourceID(rawValue: 0), limit: limit, options: options
    )
  }
}

/// Everything that an event holds, as `field=value` in a fixed order.
func describe(_ event: Event, _ symbols: Symbols) -> String {
  var parts: [String] = []
  func add(_ name: String, _ value: TextID) {
    if !value.isNone { parts.append("\(name)=\(symbols.texts.string(value))") }
  }
  func add(_ name: String, _ value: Int64) {
    if value != Event.absent { parts.append("\(name)=\(value)") }
  }
  func add(_ name: String, _ value: Bool?) {
    if let value { parts.append("\(name)=\(value)") }
  }
  let signature = symbols.signature(event)
  let context = symbols.context(event.context)
  parts.append(signature.kind.name)
  add("unknown", signature.unknownName)
  if signature.eventSource != .unknown { parts.append("by=\(signature.eventSource)") }
  if signature.phase != .instant { parts.append("phase=\(signature.phase)") }
  add("time", event.time)
  add("uptime", event.uptime)
  add("seq", event.seq)
  add("duration", event.duration)
  add("memory", event.memory)
  add("thread", signature.thread)
  add("reason", signature.reason)
  add("view", signature.view)
  add("viewInstance", event.viewInstance)
  add("name", signature.name)
  add("kind", signature.taskKind)
  add("sceneRole", signature.sceneRole)
  add("success", signature.success)
  add("prewarmed", signature.prewarmed)
  add("scene", event.scene)
  add("sceneInstance", event.sceneInstance)
  add("task", event.task)
  add("device", context.device)
  add("deviceModel", context.deviceModel)
  add("osVersion", context.osVersion)
  add("platform", context.platform)
  add("processKind", context.processKind)
  add("app", context.app)
  add("appVersion", context.appVersion)
  add("appBuild", context.appBuild)
  add("sdkVersion", context.sdkVersion)
  add("boot", context.boot)
  add("records", context.records)
  add("pid", context.pid)
  add("simulator", context.simulator)
  add("debugger", context.debugger)
  add("attributes", event.attributes)
  parts.append("stream=\(symbols.streamName(event.stream))")
  parts.append("format=\(symbols.texts.string(context.format))")
  parts.append("line=\(event.line) lost=\(event.lost)")
  return parts.joined(separator: " ")
}

/// Everything that a reject holds.
func describe(_ reject: Reject, _ symbols: Symbols) -> String {
  let stream = reject.stream.map { symbols.streamName($0) } ?? "-"
  return
    "\(reject.line) @\(reject.offset)+\(reject.length) \(reject.reason) \(stream) \(reject.seq) "
    + "\(reject.raw.count) \(String(decoding: reject.raw, as: UTF8.self).prefix(200))"
}
