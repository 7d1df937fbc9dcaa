import TraceRecorder

/// Records a launch to the standard folder, with the product alone.
@main struct Host {
  static func main() {
    Trace.start(claims: [.dataSave])
    Trace.record(.launchFirstFrame, .attribute("frame", "displayLink"))
    Trace.work("import", kind: "disk").run { Trace.saved("cart") }
    print(Trace.health.dropped)
  }
}
