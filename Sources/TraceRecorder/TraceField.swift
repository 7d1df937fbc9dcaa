import TraceVocabulary

/// A field of an event, beside those that the recorder writes itself: event, seq, time, uptime, launch and thread.
///
/// `tracetool explain --schema event` describes each. For example:
///
///     recorder.record(.sceneWillConnect, .scene(session.persistentIdentifier), .duration(nanoseconds))
///
/// What has no field there is an attribute, under a name that the app chooses:
///
///     recorder.record(.launchFirstFrame, .attribute("frame", "displayLink"))
public struct TraceField: Sendable {
  enum Value: Sendable { case text(String), number(Int), decimal(Double), flag(Bool), texts([String]) }

  /// What stands before the value: of a field its JSON key, with the comma before it and the colon after it; of an
  /// attribute its name alone.
  let key: String
  let value: Value
  /// True for a member of the line's object `attributes`.
  let isAttribute: Bool

  private init(_ field: Field, _ value: Value) {
    key = Self.keys[Int(field.rawValue)]
    self.value = value
    isAttribute = false
  }

  private init(attribute name: String, _ value: Value) {
    key = name
    self.value = value
    isAttribute = true
  }

  private static let keys = Field.allCases.map { ",\"\($0.name)\":" }

  /// A name for people, such as that of a task, a piece of work or data.
  public static func name(_ text: String) -> Self { Self(.name, .text(text)) }
  /// The kind of a task (`assertion`, `appRefresh`, `processing`, …) or of work (`disk`, `network`, `timer`, …).
  public static func kind(_ text: String) -> Self { Self(.kind, .text(text)) }
  /// Why it happened, such as the reason of a launch (`user`, `location`) or of an exit (`watchdog`).
  public static func reason(_ text: String) -> Self { Self(.reason, .text(text)) }
  /// The persistent identifier of a scene's session.
  public static func scene(_ text: String) -> Self { Self(.scene, .text(text)) }
  /// An id of this connection of a scene's session, a new one each time the scene connects.
  public static func sceneInstance(_ text: String) -> Self { Self(.sceneInstance, .text(text)) }
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

  /// An attribute of the app's own: a name, and a value as it is to stand in the trace.
  ///
  /// It is written into the line's object `attributes`, so no name is taken for a field. If an event has two attributes
  /// of one name, the last one counts. tracetool keeps all attributes, and reads these:
  ///
  ///     // Which kind of first frame it was: launches are compared with others of that kind.
  ///     recorder.record(.launchFirstFrame, .attribute("frame", "displayLink"))
  ///     // Whether files and the keychain could be read as the process began.
  ///     recorder.record(.processMain, .attribute("protectedData", application.isProtectedDataAvailable))
  public static func attribute(_ name: String, _ value: String) -> Self { Self(attribute: name, .text(value)) }
  /// An attribute of the app's own that is true or false.
  public static func attribute(_ name: String, _ value: Bool) -> Self { Self(attribute: name, .flag(value)) }
  /// An attribute of the app's own that is a whole number.
  public static func attribute(_ name: String, _ value: Int) -> Self { Self(attribute: name, .number(value)) }
  /// An attribute of the app's own that is a number.
  ///
  /// JSON has no infinity and no NaN: they are written as the texts `inf`, `-inf` and `nan`.
  public static func attribute(_ name: String, _ value: Double) -> Self { Self(attribute: name, .decimal(value)) }
  /// An attribute of the app's own that is a list of texts, such as the callbacks that a delegate implements.
  public static func attribute(_ name: String, _ value: [String]) -> Self { Self(attribute: name, .texts(value)) }

  /// `begin` or `end` of a callback.
  static func phase(_ text: String) -> Self { Self(.phase, .text(text)) }
}
