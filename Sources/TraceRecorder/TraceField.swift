import TraceVocabulary

/// A field of an event, beside those that the recorder writes itself: event, seq, time, uptime, launch and thread.
///
/// `tracetool explain --schema event` describes each. For example:
///
///     recorder.record(.sceneWillConnect, .scene(session.persistentIdentifier), .duration(nanoseconds))
public struct TraceField: Sendable {
  enum Value: Sendable { case text(String), number(Int), flag(Bool) }

  /// The JSON key with the comma before it and the colon after it.
  let key: String
  let value: Value

  private init(key: String, value: Value) {
    self.key = key
    self.value = value
  }

  private init(_ field: Field, _ value: Value) { self.init(key: Self.keys[Int(field.rawValue)], value: value) }

  private static let keys = Field.allCases.map { ",\"\($0.name)\":" }

  /// A name for people, such as that of a task, a piece of work or data.
  public static func name(_ text: String) -> Self { Self(.name, .text(text)) }
  /// The kind of a task (`assertion`, `appRefresh`, `processing`, …) or of work (`disk`, `network`, `timer`, …).
  public static func kind(_ text: String) -> Self { Self(.kind, .text(text)) }
  /// Why it happened, such as the reason of a launch (`user`, `location`) or of an exit (`watchdog`).
  public static func reason(_ text: String) -> Self { Self(.reason, .text(text)) }
  /// The persistent identifier of a scene's session.
  public static func scene(_ text: String) -> Self { Self(.scene, .text(text)) }
  /// The role of a scene that is no window on the device: `carPlay` or `externalDisplay`.
  public static func sceneRole(_ text: String) -> Self { Self(.sceneRole, .text(text)) }
  /// The type of a view controller.
  public static func view(_ text: String) -> Self { Self(.view, .text(text)) }
  /// An id that distinguishes view controllers of one type.
  public static func viewInstance(_ text: String) -> Self { Self(.viewInstance, .text(text)) }
  /// The kind of callback that reported it: `delegate`, `notification`, `swiftui` or `app`.
  public static func source(_ text: String) -> Self { Self(.source, .text(text)) }
  /// A number that distinguishes tasks, or pieces of work, of one name.
  ///
  /// A `TraceSpan` has one already.
  public static func task(_ number: Int) -> Self { Self(.task, .number(number)) }
  /// The memory footprint in bytes.
  public static func memory(_ number: Int) -> Self { Self(.memory, .number(number)) }
  /// How long a callback took, in nanoseconds, recorded when it returned.
  public static func duration(_ number: Int) -> Self { Self(.duration, .number(number)) }
  /// True if a task or a piece of work did what it was for.
  public static func success(_ flag: Bool) -> Self { Self(.success, .flag(flag)) }
  /// True if the system started the process before anybody asked for the app (iOS 15 and later).
  public static func prewarmed(_ flag: Bool) -> Self { Self(.prewarmed, .flag(flag)) }
  /// How many URLs a scene is to open as it connects.
  static func urlCount(_ number: Int) -> Self { Self(key: ",\"urls\":", value: .number(number)) }
  /// True if a scene's session has a state to restore as it connects.
  static func restores(_ flag: Bool) -> Self { Self(key: ",\"restores\":", value: .flag(flag)) }
  /// The state of the application as it finished launching: `active`, `inactive` or `background`.
  static func applicationState(_ text: String) -> Self { Self(key: ",\"applicationState\":", value: .text(text)) }
  /// `begin` or `end` of a callback.
  static func phase(_ text: String) -> Self { Self(.phase, .text(text)) }
}
