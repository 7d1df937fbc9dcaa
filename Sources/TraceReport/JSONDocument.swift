#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values as JSON: keys sorted, one document a line, the schema's name first.
package enum JSONDocument {
  /// `{"schema":"tracetool.<name>/1",…}` and a newline.
  ///
  /// - Throws: `EncodingError` if `body` holds what JSON cannot.
  package static func text(_ name: String, _ body: some Encodable) throws -> String {
    let members = try line(body).dropFirst()
    let isEmpty = members.first == "}"
    return "{\"schema\":\"tracetool.\(name)/1\"" + (isEmpty ? "" : ",") + members
  }

  /// The value alone, and a newline.
  ///
  /// - Throws: `EncodingError` if `value` holds what JSON cannot.
  package static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
