import TraceVocabulary

/// A field of an event, beside those that the recorder writes itself: event, seq, time, uptime, launch and thread.
///
/// `tracetool explain --schema event` describes each. For example:
///
///     AppTrace.record(.dataSave, .name("cart"), .duration(nanoseconds))
///
/// A value without a field of its own is an attribute, under a name that the app chooses:
///
///     AppTrace.record(.dataSave, .attribute("items", 3))
///
/// Texts are literals of the app's source, so no text that a user typed gets into a trace by mistake. Other texts are
/// passed as `dynamic`, or are ids that the system has made. They are cut after `mostBytes`, and pass the redaction of
/// `AppTrace.start`.
public struct TraceField: Sendable {
  enum Value: Sendable {
    case text(String), number(Int), decimal(Double), flag(Bool), texts([String])
    /// An id of the system's, in place of which its hash is written.
    case identity(String)
  }

  /// The number of bytes of UTF-8 after which a text that is no literal is cut: room for a name or an id, and for no
  /// message.
  public static let mostBytes = 128

  /// The name of the field, or of the attribute.
  let name: String
  /// What stands before the value: of a field its JSON key, with the comma before it and the colon after it; of an
  /// attribute its name alone.
  let key: String
  private(set) var value: Value
  /// True for a member of the line's object `attributes`.
  let isAttribute: Bool
  /// True for a text that is no literal.
  let isDynamic: Bool

  init(_ field: Field, _ value: Value, isDynamic: Bool = false) {
    name = field.name
    key = Self.key(field)
    self.value = value
    isAttribute = false
    self.isDynamic = isDynamic
  }

  init(_ field: Field, dynamic text: String) { self.init(field, .text(Self.cut(text)), isDynamic: true) }

  private init(attribute name: StaticString, _ value: Value, isDynamic: Bool = false) {
    self.name = "\(name)"
    key = self.name
    self.value = value
    isAttribute = true
    self.isDynamic = isDynamic
  }

  /// What stands before the value of a field in a line.
  static func key(_ field: Field) -> String { keys[Int(field.rawValue)] }

  private static let keys = Field.allCases.map { ",\"\($0.name)\":" }

  /// A name for people, such as that of a task, a piece of work or data.
  public static func name(_ text: StaticString) -> Self { Self(.name, .text("\(text)")) }
  /// A name that is no literal.
  public static func name(dynamic text: String) -> Self { Self(.name, dynamic: text) }
  /// The kind of a task (`assertion`, `appRefresh`, `processing`, …) or of work (`disk`, `network`, `timer`, …).
  public static func kind(_ text: StaticString) -> Self { Self(.kind, .text("\(text)")) }
  /// Why it happened, such as the reason of a launch (`user`, `location`) or of an exit (`watchdog`).
  public static func reason(_ text: StaticString) -> Self { Self(.reason, .text("\(text)")) }
  /// The persistent identifier of a scene's session; the trace has its hash under a key of the installation.
  public static func scene(_ text: String) -> Self { Self(.scene, .identity(text), isDynamic: true) }
  /// An id of this connection of a scene's session, a new one each time the scene connects.
  public static func sceneInstance(_ text: String) -> Self { Self(.sceneInstance, dynamic: text) }
  /// The role of a scene that is no window on the device: `carPlay` or `externalDisplay`.
  public static func sceneRole(_ text: StaticString) -> Self { Self(.sceneRole, .text("\(text)")) }
  /// The type of a view controller, or what a view is called.
  public static func view(_ text: StaticString) -> Self { Self(.view, .text("\(text)")) }
  /// The type of a view controller that is no literal, such as `String(describing: type(of: self))`.
  public static func view(dynamic text: String) -> Self { Self(.view, dynamic: text) }
  /// An id that distinguishes view controllers of one type.
  public static func viewInstance(_ text: String) -> Self { Self(.viewInstance, dynamic: text) }
  /// The kind of callback that reported it: `delegate`, `notification`, `swiftui` or `app`.
  public static func source(_ text: StaticString) -> Self { Self(.source, .text("\(text)")) }
  /// A number that distinguishes tasks, or pieces of work, of one name.
  ///
  /// A `TraceSpan` has one already.
  public static func task(_ number: Int) -> Self { Self(.task, .number(number)) }
  /// The memory footprint in bytes.
  public static func memory(_ number: Int) -> Self { Self(.memory, .number(number)) }
  /// How long a callback took, in nanoseconds, recorded when it returned.
  public static func duration(_ number: Int) -> Self { Self(.duration, .number(number)) }
  /// True if a task or a piece of work succeeded.
  public static func success(_ flag: Bool) -> Self { Self(.success, .flag(flag)) }
  /// True if the system started the process before the user opened the app (iOS 15 and later).
  static func prewarmed(_ flag: Bool) -> Self { Self(.prewarmed, .flag(flag)) }

  /// An attribute of the app's own: a name, and a value as it is to stand in the trace.
  ///
  /// It is written into the line's object `attributes`, so no name is mistaken for a field. If an event has two
  /// attributes of one name, the last one counts. tracetool keeps all attributes.
  public static func attribute(_ name: StaticString, _ value: StaticString) -> Self {
    Self(attribute: name, .text("\(value)"))
  }
  /// An attribute of the app's own that is a text and no literal.
  public static func attribute(_ name: StaticString, dynamic value: String) -> Self {
    Self(attribute: name, .text(cut(value)), isDynamic: true)
  }
  /// An attribute of the app's own that is true or false.
  public static func attribute(_ name: StaticString, _ value: Bool) -> Self { Self(attribute: name, .flag(value)) }
  /// An attribute of the app's own that is a whole number.
  public static func attribute(_ name: StaticString, _ value: Int) -> Self { Self(attribute: name, .number(value)) }
  /// An attribute of the app's own that is a number.
  ///
  /// JSON has no infinity and no NaN: they are written as the texts `inf`, `-inf` and `nan`.
  public static func attribute(_ name: StaticString, _ value: Double) -> Self { Self(attribute: name, .decimal(value)) }
  /// An attribute of the app's own that is a list of texts, such as the callbacks that a delegate implements.
  public static func attribute(_ name: StaticString, dynamic value: [String]) -> Self {
    Self(attribute: name, .texts(value.map(cut)), isDynamic: true)
  }

  /// An attribute that is a list of literals.
  static func attribute(_ name: StaticString, _ value: [String]) -> Self { Self(attribute: name, .texts(value)) }
  /// `begin` or `end` of a callback.
  static func phase(_ text: StaticString) -> Self { Self(.phase, .text("\(text)")) }

  /// The field with its texts after the app's redaction, in an event of a kind; nil if the redaction leaves it out.
  ///
  /// A list is left out only if all of its texts are.
  func redacted(of kind: EventKind, _ redact: AppTrace.Redaction) -> Self? {
    if !isDynamic { return self }
    var field = self
    switch value {
    case .text(let text):
      guard let left = redact(kind, name, text) else { return nil }
      field.value = .text(Self.cut(left))
    case .identity(let text):
      guard let left = redact(kind, name, text) else { return nil }
      field.value = left == text ? value : .text(Self.cut(left))
    case .texts(let texts):
      let left = texts.compactMap { redact(kind, name, $0) }
      if left.isEmpty && !texts.isEmpty { return nil }
      field.value = .texts(left.map(Self.cut))
    case .number, .decimal, .flag: break
    }
    return field
  }

  /// The beginning of a text that fits, cut between two characters.
  private static func cut(_ text: String) -> String {
    if text.utf8.count <= mostBytes { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: mostBytes)
    // A view of characters has no index inside one of them.
    while end > text.startIndex, end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
    if end > text.startIndex { return String(text[..<end]) }
    // One character of more bytes, as an attacker makes them: its scalars are cut.
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > mostBytes { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}

extension [TraceField] {
  /// Adds attributes, in place of those of their names, as far as a launch may have more.
  mutating func attach(_ new: [TraceField]) {
    for field in new where field.isAttribute {
      if let place = firstIndex(where: { $0.key == field.key }) {
        self[place] = field
      } else if count < AppTrace.mostAttributes {
        append(field)
      }
    }
  }
}
