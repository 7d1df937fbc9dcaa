/// One of the things that an event says beside its kind, its number, its clocks and its thread; `tracetool explain
/// --schema event` says what each means.
public struct TraceField: Sendable {
  enum Value: Sendable { case text(String), number(Int), flag(Bool) }

  /// As it stands in a line: after a comma, and with its colon.
  let key: String
  let value: Value

  public static func name(_ text: String) -> Self { Self(key: ",\"name\":", value: .text(text)) }
  /// Of a task or of work.
  public static func kind(_ text: String) -> Self { Self(key: ",\"kind\":", value: .text(text)) }
  public static func reason(_ text: String) -> Self { Self(key: ",\"reason\":", value: .text(text)) }
  /// The persistent identifier of a scene's session.
  public static func scene(_ text: String) -> Self { Self(key: ",\"scene\":", value: .text(text)) }
  public static func sceneRole(_ text: String) -> Self { Self(key: ",\"sceneRole\":", value: .text(text)) }
  public static func view(_ text: String) -> Self { Self(key: ",\"view\":", value: .text(text)) }
  public static func viewInstance(_ text: String) -> Self { Self(key: ",\"viewInstance\":", value: .text(text)) }
  /// Who says so: `delegate`, `notification`, `swiftui`, `app`.
  public static func source(_ text: String) -> Self { Self(key: ",\"source\":", value: .text(text)) }
  /// Tells tasks, and pieces of work, of one name apart; a span has its own.
  public static func task(_ number: Int) -> Self { Self(key: ",\"task\":", value: .number(number)) }
  /// Bytes.
  public static func memory(_ number: Int) -> Self { Self(key: ",\"memory\":", value: .number(number)) }
  /// Nanoseconds that a whole callback took which has just ended.
  public static func duration(_ number: Int) -> Self { Self(key: ",\"duration\":", value: .number(number)) }
  public static func success(_ flag: Bool) -> Self { Self(key: ",\"success\":", value: .flag(flag)) }
  public static func prewarmed(_ flag: Bool) -> Self { Self(key: ",\"prewarmed\":", value: .flag(flag)) }
  static func phase(_ text: String) -> Self { Self(key: ",\"phase\":", value: .text(text)) }
}
