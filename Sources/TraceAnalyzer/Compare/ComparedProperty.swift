/// A property of devices that both sides of a comparison may be selected by, each with a value of its own.
///
/// `os=17` against `os=18` asks what the system changes: launches are then compared within models, across systems. Else
/// launches of different systems are never compared with each other.
package enum ComparedProperty: String, CaseIterable, Sendable, Encodable {
  case model
  case system
}
