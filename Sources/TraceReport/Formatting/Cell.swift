package import TraceModel

/// One value of a table or a document, which people and programs may read in different ways.
package struct Cell: Sendable, Encodable {
  /// What programs read, if there is a value.
  package let value: (any Encodable & Sendable)?
  /// What people see, if they do not see `value`.
  private let words: Sentence?
  /// False for a text that stays on one line, to be copied as it is.
  let isWrapped: Bool
  /// The severity with which the text begins, and in whose color, if any.
  let severity: Severity?

  /// A value that people see as it is, unless `words` are given.
  package init(
    _ value: (any Encodable & Sendable)?, _ words: Sentence?, isWrapped: Bool = true, severity: Severity? = nil
  ) {
    self.value = value
    self.words = words
    self.isWrapped = isWrapped
    self.severity = severity
  }

  /// A value that people see as it is, or as `name`: a text of ours, as an amount, that may as well be a name.
  package init(
    _ value: (any Encodable & Sendable)?, _ name: String? = nil, isWrapped: Bool = true, severity: Severity? = nil
  ) {
    self.init(value, name.map { "\(name: $0)" }, isWrapped: isWrapped, severity: severity)
  }

  /// A sentence.
  package static func text(_ sentence: Sentence) -> Cell { Cell(sentence) }
  /// A text that may hold anything.
  package static func name(_ text: String) -> Cell { Cell(text) }
  /// A number, which people see with separators, as in `1,204`.
  package static func count(_ count: Int) -> Cell { Cell(count, "\(count: count)") }
  /// Nanoseconds that may be missing, with a `mark` explained below; people do not see 0 by a clock of whole seconds.
  package static func nanos(_ nanos: Int64?, mark: Sentence = "", isOnWholeSeconds: Bool? = nil) -> Cell {
    Cell(nanos, nanos.map { "\(nanos: $0, isOnWholeSeconds: isOnWholeSeconds == true)\(mark)" })
  }

  /// An instant in nanoseconds since 1970, which programs read in RFC 3339; people see milliseconds of UTC.
  package static func instant(_ instant: Int64?) -> Cell {
    let time = instant.map(Timestamp.rfc3339)
    return Cell(time ?? "", time.map { Days.clock($0) })
  }

  /// About the bytes of memory that the cell uses.
  package var byteCount: Int { MemoryLayout<Self>.size + (isText ? forPrograms.utf8.count : 0) }

  var isText: Bool { value is String || value is Sentence }
  var forPeople: Sentence {
    words ?? (forPrograms.isEmpty ? "-" : value as? Sentence ?? "\(name: forPrograms)")
  }
  var forPrograms: String { (value as? Sentence)?.plain ?? value.map { "\($0)" } ?? "" }

  /// Encodes the value alone.
  package func encode(to encoder: any Encoder) throws {
    if let value { try value.encode(to: encoder) } else { try String?.none.encode(to: encoder) }
  }
}
