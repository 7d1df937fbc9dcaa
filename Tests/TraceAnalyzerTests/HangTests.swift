import Testing
import TraceAnalyzer
import TraceModel

/// Callbacks that never returned, and what the watchdog ended.
@Suite(.tags(.small)) struct HangTests {
  private static let active = """
    0 s app.didFinishLaunching phase=begin
    0.1 s app.didFinishLaunching phase=end
    1 s scene.willConnect scene=A
    2 s scene.willEnterForeground scene=A
    3 s scene.didActivate scene=A

    """
  private static let opening = active.replacing(
    "3 s scene.didActivate scene=A", with: "3 s scene.didActivate scene=A phase=begin")

  static let rows = [
    Row(
      "the watchdog ends a callback", opening + "13 s process.exit reason=watchdog source=system",
      [
        "6 error the process was ended with reason watchdog: scene.didActivate had not returned after 10.0 s"
      ]),
    Row(
      "a second report of it says no more",
      opening
        + "13 s process.exit\n13 s process.exit reason=watchdog source=system\n99 s process.exit reason=watchdog source=system",
      [
        "7 error the process was ended with reason watchdog: scene.didActivate had not returned after 10.0 s"
      ]),
    Row(
      "a crash ends a callback", opening + "3.5 s process.exit reason=crash source=system",
      ["5 warning? scene.didActivate had not returned after 500 ms, budget 250 ms"]),
    Row("a crash at once says nothing", opening + "3.1 s process.exit reason=crash source=system"),
    Row(
      "what names its thread may have come on that of a callback that names none",
      opening + "5 s data.save thread=worker"),
    Row(
      "what came on another thread does not end it",
      opening.replacing("scene=A phase=begin", with: "scene=A phase=begin thread=main") + "5 s data.save thread=worker",
      ["5 error? scene.didActivate had not returned after 2.00 s, budget 1.00 s"]),
    Row("what follows on its thread ends it", opening + "5 s data.save\n20 s process.exit reason=crash"),
    Row("a sleep ends it", opening + "5 s process.suspend\n20 s process.exit reason=memoryPressure"),
    Row(
      "a recorder without returns says nothing",
      opening.replacing("phase=end", with: "phase=begin") + "20 s process.exit reason=crash"),
    Row(
      "the watchdog ends an active app", active + "90 s process.exit reason=watchdog source=system",
      ["6 error the process was ended with reason watchdog"]),
    Row(
      "also where a report names what it waited for",
      active + #"90 s process.exit reason=watchdog source=system attributes={"event":"scene-update"}"#,
      ["6 error the process was ended with reason watchdog (scene-update)"]),
    Row(
      "where the app stood is not known", "0 s process.exit reason=watchdog source=system",
      ["1 error the process was ended with reason watchdog"]),
    Row(
      "a launch is another rule's",
      "0 s process.start\n1 s app.didFinishLaunching phase=begin\n21 s process.exit reason=watchdog source=system"),
    Row(
      "so is a return to the foreground",
      active + """
        4 s scene.willDeactivate scene=A
        5 s scene.didEnterBackground scene=A
        6 s scene.willEnterForeground scene=A phase=begin
        20 s process.exit reason=watchdog source=system
        """),
    Row(
      "so is the background",
      active + """
        4 s scene.willDeactivate scene=A
        5 s scene.didEnterBackground scene=A
        20 s process.exit reason=watchdog source=system
        """),
    Row(
      "so is a termination over its budget",
      active + "4 s app.willTerminate phase=begin\n12 s process.exit reason=watchdog source=system"),
    Row(
      "one within it is not",
      active + "4 s app.willTerminate phase=begin\n6 s process.exit reason=watchdog source=system",
      ["7 error the process was ended with reason watchdog"]),
  ]

  @Test(arguments: rows)
  func `a hang is reported once`(_ row: Row) {
    let reported = Timeline(row.text).report().findings.filter {
      ["main-thread.blocked", "process.killed"].contains($0.rule.name)
    }.map {
      "\($0.source?.line ?? 0) \($0.severity.name)\($0.confidence == .certain ? "" : "?") \($0.message)"
    }
    #expect(reported == row.expected)
  }
}
