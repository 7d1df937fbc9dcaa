import Foundation
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// A situation in an app's life, as a script of what UIKit posts and of what the app records.
///
/// What UIKit posts, and in which order, is taken from Apple's "Managing your app's life cycle", "About the app launch
/// sequence" and the documentation of `UISceneDelegate`; whether the rules hold that order for legal is asked of tracetool.
struct Situation: Sendable {
  /// Also the name of the trace in `Tests/Situations`.
  let name: String
  /// The rules that are to find something, and no others.
  var found: [String] = []
  /// What the app records itself.
  var claims: [EventKind] = []
  var environment: [String: String] = [:]
  var role: StaticString = "Foreground"
  let play: @Sendable (Player) -> Void
}

/// Plays a situation: a phone with iOS 26 on which one app records.
final class Player: Sendable {
  static let posted =
    EventKind.allCases.filter { $0.notificationName != nil } + [.launchFirstFrame, .processMemoryPressure, .mainHang]
  private static let ids = "00000000-0000-4000-8000-000000000000"
  private let disk = FakeDisk()
  private let clock = FakeClock()
  let host: ScriptedHost
  let recorder: Recorder

  /// Starts the process, and its recorder.
  init(_ situation: Situation) throws {
    host = ScriptedHost(
      environment: situation.environment, role: [.attribute("role", situation.role)], posted: Self.posted)
    let loading = (clock.read().uptime - 40_000_000, situation.environment["ActivePrewarm"] == "1")
    recorder = try #require(
      Recorder.start(
        in: host, to: .fake, claims: situation.claims,
        RecorderEnvironment(
          disk: disk, clocks: clock.read, bootSession: "A96FD4BB-2487-43E1-A49A-159FD19D8AD3", age: 90_000_000,
          loading: loading, background: RecorderEnvironment.atOnce, later: clock.later)))
  }

  func pass(milliseconds: Int) { clock.pass(milliseconds * 1_000_000) }
  func pass(seconds: Int) { pass(milliseconds: seconds * 1000) }
  func suspend(seconds: Int) { clock.suspend(seconds * 1_000_000_000) }
  func post(_ kind: EventKind, _ scene: String? = nil) {
    if let scene { host.post(kind, .scene(scene)) } else { host.post(kind) }
  }

  /// The process finishes launching.
  ///
  /// UIKit calls the state of every app with scenes background then: Apple, "Transitioning to the UIKit scene-based life
  /// cycle".
  func start(isUnlocked: Bool = true, state: StaticString = "background") {
    pass(milliseconds: 60)
    host.post(
      .appDidFinishLaunching, .attribute("protectedData", isUnlocked), .attribute("applicationState", state),
      .attribute("implements", ["app.didFinishLaunching", "app.configurationForConnecting"]),
      .attribute("thermalState", "nominal"), .attribute("lowPower", false))
    pass(milliseconds: 5)
  }

  /// A scene connects, and its delegate says why.
  func connect(_ scene: String = "A", for reason: StaticString? = nil) {
    if let reason {
      let span = recorder.callback(
        .sceneWillConnect, entry: [.reason(reason), .attribute("urls", "\(reason)" == "url" ? 1 : 0)],
        [.source("delegate"), .scene(scene)])
      pass(milliseconds: 20)
      span.end()
    }
    post(.sceneWillConnect, scene)
    pass(milliseconds: 5)
  }

  func enter(_ scene: String = "A", isFirst: Bool = true) {
    post(.sceneWillEnterForeground, scene)
    if isFirst { post(.appWillEnterForeground) }
    pass(milliseconds: 30)
    host.draw()
    pass(milliseconds: 10)
    activate(scene, isFirst: isFirst)
    host.turn(false)
  }

  func activate(_ scene: String = "A", isFirst: Bool = true) {
    post(.sceneDidActivate, scene)
    if isFirst { post(.appDidBecomeActive) }
  }

  func deactivate(_ scene: String = "A", isLast: Bool = true) {
    post(.sceneWillDeactivate, scene)
    if isLast { post(.appWillResignActive) }
  }

  func leave(_ scene: String = "A", isLast: Bool = true) {
    deactivate(scene, isLast: isLast)
    pass(milliseconds: 500)
    post(.sceneDidEnterBackground, scene)
    if isLast { post(.appDidEnterBackground) }
    pass(milliseconds: 100)
  }

  /// The launch from the Home Screen.
  func open(for reason: StaticString? = nil) {
    start()
    connect(for: reason)
    enter()
    pass(seconds: 10)
  }

  /// The trace: ids, and what is of this machine, are replaced by made ones, and keys are in order.
  func trace() throws -> String {
    let made: [String: Any] = [
      "launch": Self.ids, "device": "0d", "boot": "0b", "pid": 4711, "app": "com.example.shop", "osVersion": "26.0",
      "deviceModel": "iPhone15,2", "sdkVersion": "26.0",
    ]
    // Scenes are named by hashes: A is the first one, B the second.
    var scenes: [String: String] = [:]
    return try disk.text(in: "/traces/app").split(separator: "\n").map { line in
      var object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      for (key, value) in made where key == "launch" || object["records"] != nil { object[key] = value }
      if let scene = object["scene"] as? String {
        if scenes[scene] == nil { scenes[scene] = String(UnicodeScalar(UInt8(65 + scenes.count))) }
        object["scene"] = scenes[scene]
      }
      for key in ["platform", "debugger", "simulator", "appVersion", "appBuild"] { object[key] = nil }
      // A test runs on any thread; UIKit posts on the main one, and what samples memory is another.
      object["thread"] = object["event"] as? String == "memory.sample" ? "other" : "main"
      let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self) + "\n"
    }.joined()
  }
}
