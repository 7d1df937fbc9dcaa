/// The fields of the event record, in its order.
///
/// `tracetool explain --schema event` describes each.
public enum Field: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case event, time, uptime, seq, launch, pid, boot, device, deviceModel, osVersion, platform
  case processKind, app, appVersion, appBuild, sdkVersion, simulator, debugger, records, origin, scene
  case sceneInstance, sceneRole, source, phase, duration, thread, reason, prewarmed, view
  case viewInstance, task, name, kind, success, memory, attributes

  /// The key in the record, as in `appVersion`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map(\.spelling)

  /// The key as it is spelled: no text of the compiler's, which an app may leave out to be smaller.
  private var spelling: String {
    switch self {
    case .event: "event"
    case .time: "time"
    case .uptime: "uptime"
    case .seq: "seq"
    case .launch: "launch"
    case .pid: "pid"
    case .boot: "boot"
    case .device: "device"
    case .deviceModel: "deviceModel"
    case .osVersion: "osVersion"
    case .platform: "platform"
    case .processKind: "processKind"
    case .app: "app"
    case .appVersion: "appVersion"
    case .appBuild: "appBuild"
    case .sdkVersion: "sdkVersion"
    case .simulator: "simulator"
    case .debugger: "debugger"
    case .records: "records"
    case .origin: "origin"
    case .scene: "scene"
    case .sceneInstance: "sceneInstance"
    case .sceneRole: "sceneRole"
    case .source: "source"
    case .phase: "phase"
    case .duration: "duration"
    case .thread: "thread"
    case .reason: "reason"
    case .prewarmed: "prewarmed"
    case .view: "view"
    case .viewInstance: "viewInstance"
    case .task: "task"
    case .name: "name"
    case .kind: "kind"
    case .success: "success"
    case .memory: "memory"
    case .attributes: "attributes"
    }
  }
}
