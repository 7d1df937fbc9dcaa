import Performance
import TraceRecorder

/// Records a launch to the standard folder, with the product alone, beside another library whose types it uses as well.
@main struct Host {
  static func main() {
    let trace = Trace()
    trace.start()
    AppTrace.start(claims: [.dataSave])
    AppTrace.record(.launchFirstFrame, .attribute("frame", "displayLink"))
    // What is inferred is the recorder's, and what is spelled with its module as well.
    let span: TraceRecorder.TraceSpan = AppTrace.beginWork("import", kind: "disk")
    span.run { AppTrace.recordSave(of: "cart") }
    let isTheirs = trace.isRunning && Recorder().record(.dataSave).kind == .dataSave && System.ready == .ready
    print(isTheirs ? AppTrace.health.dropped : -1)
  }
}
