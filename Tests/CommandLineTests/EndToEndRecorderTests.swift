import Foundation
import Testing
import TraceRecorder

/// What an app records, read by the program.
@Suite struct EndToEndRecorderTests {
  @Test func `all files of two launches are read, and nothing of them is lost`() throws {
    let place = Workplace()
    let folder = URL(fileURLWithPath: place.file("traces"))
    for _ in 0..<2 {
      let recorder = TraceRecorder(to: folder, records: [.dataChange, .dataSave], fileBytes: 3000)
      recorder.record(.processStart, ago: 1_000_000_000)
      recorder.callback(.appDidFinishLaunching, .source("delegate")).run {}
      for number in 0..<100 { recorder.record(.dataSave, .name("cart \"\(number)\" \u{1}")) }
      recorder.work("import", kind: "disk").run {}
      #expect(recorder.dropped.count == 0)
    }
    let ingested = try place.run("ingest", "--store", "s.db", "traces")
    #expect(ingested.code == 0)
    #expect(ingested.output.contains("210 new records"), "\(ingested.output)")
    #expect(ingested.output.contains("210 new + 0 duplicate + 0 passed over + 0 rejected"), "\(ingested.output)")
    let checked = try place.run("check", "--all", "traces")
    #expect(!checked.output.contains("trace."), "\(checked.output)")
  }
}
