#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values as JSON: keys sorted, one document a line, the schema's name first.
package enum JSONDocument {
  /// `{"schema":"tracetool.<name>/1",…}` and a newline; `report` is which of several reports of the schema this is.
  ///
  /// - Throws: `EncodingError` if JSON cannot hold a value of `body`.
  package static func text(_ name: String, report: String? = nil, _ body: some Encodable) throws -> String {
    let members = try line(body).dropFirst()
    let section = report.map { ",\"report\":\"\($0)\"" } ?? ""
    return "{\"schema\":\"tracetool.\(name)/1\"\(section)\(members.first == "}" ? "" : ",")\(members)"
  }

  /// The value alone, and a newline; throws `EncodingError` if JSON cannot hold it.
  package static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  /// A text as a JSON string, in its quotation marks.
  package static func string(_ text: String) -> String {
    var string = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": string += "\\\(scalar)"
      case "\u{0}"..<" ":
        let code = String(scalar.value, radix: 16)
        string += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: string.unicodeScalars.append(scalar)
      }
    }
    return string + "\""
  }
}
