import Foundation
import Testing
import TraceRecorder

/// What README.md shows of the recorder compiles with its one import; `.ci/darwin.sh` checks the parts with UIKit.
@Suite(.tags(.medium)) struct ReadmeExampleTests {
  private struct App {
    static let folder = Folder()
    static let trace = TraceRecorder(
      to: folder.url,
      records: [.taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd, .dataSave])
    func importPhotos() { Self.trace.work("import", kind: "disk").run { print("…") } }
    func save() { Self.trace.record(.dataSave, .name("cart")) }
  }

  @Test func `the example in README.md writes what it says`() throws {
    let app = App()
    app.importPhotos()
    app.save()
    let events = try App.folder.objects().compactMap { $0["event"] as? String }
    #expect(events == ["work.begin", "work.end", "data.save"])
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let lines = [
      "records: [.taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd, .dataSave])",
      "func importPhotos() { Self.trace.work(\"import\", kind: \"disk\").run { print(\"…\") } }",
      "func save() { Self.trace.record(.dataSave, .name(\"cart\")) }",
    ]
    for line in lines {
      let isShown = readme.contains(line)
      #expect(isShown, "\(line)")
    }
  }
}
