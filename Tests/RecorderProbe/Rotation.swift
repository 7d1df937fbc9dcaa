import Foundation
import TraceRecorder

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What each call of `record` takes where files change often, in a folder that holds many.
///
/// Files hold about a hundred lines, so one call in a hundred meets the change. The pauses leave other threads time, as
/// an app's life does; without them a loop fills files faster than they can be opened.
struct Rotation {
  private static let fileBytes = 16_384
  private static let pauseMicroseconds: UInt32 = 50
  let folder: URL
  let files: Int
  let events: Int

  func run() {
    let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    let place = folder.appendingPathComponent(app)
    let now = Int(Date().timeIntervalSince1970)
    // A process that there is not.
    let names = (1...files).map { String(format: "trace-%08d-\(now)-2147483646-0123ABCD.jsonl", $0) }
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for name in names { try? Data().write(to: place.appendingPathComponent(name)) }
    let recorder = Recorder(to: folder, bytes: 1 << 30, fileBytes: Self.fileBytes)
    recorder.record(.processStart)
    var taken: [UInt64] = []
    taken.reserveCapacity(events)
    for _ in 0..<events {
      usleep(Self.pauseMicroseconds)
      let begin = DispatchTime.now().uptimeNanoseconds
      recorder.record(.workBegin, .name("import of photos"), .kind("disk"), .task(1234))
      taken.append(DispatchTime.now().uptimeNanoseconds - begin)
    }
    taken.sort()
    func share(_ part: Double) -> String {
      String(format: "%.1f", Double(taken[min(Int(part * Double(events)), events - 1)]) / 1000)
    }
    let present = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    let last = present.compactMap { Int($0.dropFirst(6).prefix(8)) }.max() ?? 0
    print(
      "\(files) files: median \(share(0.5)) µs, p99 \(share(0.99)) µs, p99.9 \(share(0.999)) µs, longest \(share(1)) µs; "
        + "\(last - files) files began, \(recorder.dropped.count) events dropped")
  }
}
