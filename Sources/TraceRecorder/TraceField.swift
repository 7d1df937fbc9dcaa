import Foundation

/// One of the things that an event says beside its kind, its number, its clocks and its thread; `tracetool explain
/// --schema event` says what each means.
public struct TraceField: Sendable {
  /// As it stands in a line, after a comma; it is made before the log is locked, and of a span once.
  let json: [UInt8]

  public static func name(_ text: String) -> Self { Self(",\"name\":", text) }
  /// Of a task or of work.
  public static func kind(_ text: String) -> Self { Self(",\"kind\":", text) }
  public static func reason(_ text: String) -> Self { Self(",\"reason\":", text) }
  /// The persistent identifier of a scene's session.
  public static func scene(_ text: String) -> Self { Self(",\"scene\":", text) }
  public static func sceneRole(_ text: String) -> Self { Self(",\"sceneRole\":", text) }
  public static func view(_ text: String) -> Self { Self(",\"view\":", text) }
  public static func viewInstance(_ text: String) -> Self { Self(",\"viewInstance\":", text) }
  /// Who says so: `delegate`, `notification`, `swiftui`, `app`.
  public static func source(_ text: String) -> Self { Self(",\"source\":", text) }
  /// Tells tasks, and pieces of work, of one name apart; a span has its own.
  public static func task(_ number: Int) -> Self { Self(",\"task\":\(number)") }
  /// Bytes.
  public static func memory(_ number: Int) -> Self { Self(",\"memory\":\(number)") }
  /// Nanoseconds that a whole callback took which has just ended.
  public static func duration(_ number: Int) -> Self { Self(",\"duration\":\(number)") }
  public static func success(_ flag: Bool) -> Self { Self(",\"success\":\(flag)") }
  public static func prewarmed(_ flag: Bool) -> Self { Self(",\"prewarmed\":\(flag)") }
  static func phase(_ text: String) -> Self { Self(",\"phase\":", text) }

  private init(_ json: String) { self.json = Array(json.utf8) }

  private init(_ key: String, _ text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    var json = Array(key.utf8)
    json.reserveCapacity(json.count + text.utf8.count + 2)
    // A text always encodes; the empty one would still leave a line.
    json += isPlain ? Array("\"\(text)\"".utf8) : Array((try? JSONEncoder().encode(text)) ?? Data("\"\"".utf8))
    self.json = json
  }
}
