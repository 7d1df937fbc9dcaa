/// Makes text that comes from outside (from a log, an archive, a store, a path or the environment) safe to print where it
/// could be taken for a command: on a terminal, and in the log of a CI job.
package enum OutsideText {
  /// The text on one line, with everything written out that could steer its reader or is no character, as `\u{1B}` and
  /// `\u{FFFE}`.
  package static func escaped(_ text: String) -> String {
    if isPlain(text) { return text }
    let shown = text.unicodeScalars.map { scalar in
      isPlain(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    return withoutCommands(shown.joined())
  }

  /// The text without `##[`, which the runner of GitHub's jobs takes for the beginning of a command anywhere in a line.
  ///
  /// Source: actions/runner, src/Runner.Common/ActionCommand.cs, `TryParse`.
  package static func withoutCommands(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "[")) ? text.replacing("##[", with: "##\\u{5B}") : text
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "[") }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.steers && (scalar.isASCII || scalar.properties.generalCategory != .unassigned)
  }
}

extension Unicode.Scalar {
  /// True for control characters, line separators, and what turns the direction of text.
  ///
  /// Source: Unicode Character Database, general category Cc and property Bidi_Control.
  package var steers: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
