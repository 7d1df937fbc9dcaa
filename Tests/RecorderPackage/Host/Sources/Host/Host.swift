import Foundation
import TraceRecorder

/// Records a launch to the folder that its argument names, with the product alone.
@main struct Host {
  static func main() {
    let recorder = TraceRecorder(to: URL(fileURLWithPath: CommandLine.arguments[1]), records: [.dataSave])
    recorder.record(.processStart)
    recorder.record(.launchFirstFrame, .attribute("frame", "displayLink"))
    recorder.work("import", kind: "disk").run { recorder.record(.dataSave, .name("cart")) }
    print(recorder.dropped.count)
  }
}
