import Foundation

/// The exit code and the output of a program that ended.
struct Outcome: Equatable {
  /// The exit code; if a signal ended the program, 128 plus the signal's number.
  var code: Int32
  /// The text written to standard output.
  var output: String
  /// The text written to standard error.
  var errors: String

  /// The JSON object written to standard output; empty if it is none.
  var document: [String: Any] {
    let value = try? JSONSerialization.jsonObject(with: Data(output.utf8))
    return value as? [String: Any] ?? [:]
  }
}
