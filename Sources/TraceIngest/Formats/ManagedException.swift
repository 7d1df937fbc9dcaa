import TraceModel

/// What the runtimes of .NET write of an exception that nobody has handled, before they end the process.
///
///     Unhandled Exception:
///     System.NullReferenceException: Object reference not set to an instance of an object
///
/// Flutter writes the same two words of an error after which the app lives on. Only an exception of .NET has a namespace.
struct ManagedException {
  /// The words before it.
  static let mark = Array("Unhandled Exception:".utf8)
  private static let ends = ["Exception", "Error"]

  /// Its type, as in `System.NullReferenceException`; empty if it is on a line of its own that is not in the text.
  let type: String
  /// What it says of itself.
  let explanation: String

  /// Nil for any other text.
  init?(unhandled text: String) {
    guard text.utf8.starts(with: Self.mark) else { return nil }
    self.init(behindMark: text[text.index(text.startIndex, offsetBy: Self.mark.count)...])
  }

  /// The text behind the words; nil if it names no type of .NET.
  init?(behindMark text: Substring) {
    let rest = text.drop(while: \.isWhitespace)
    let name = rest.prefix { $0.isLetter || $0.isNumber || "._+`".contains($0) }
    type = String(name)
    explanation = String(rest[name.endIndex...].prefix { $0 != "\n" }.drop { ": ".contains($0) })
    if rest.isEmpty { return }
    let names = name.split(separator: ".")
    guard names.count > 1, Self.ends.contains(where: (names.last ?? "").hasSuffix) else { return nil }
  }
}
