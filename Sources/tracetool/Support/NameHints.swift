import TraceIngest
import TraceModel

/// Finds for a name that is in no vocabulary the option that may give it a meaning, as in `--rename APP_UP=app.didBecomeActive`.
///
/// What is known is prepared once: a log may have hundreds of thousands of such names.
struct NameHints: Sendable {
  static let shared = NameHints()

  /// The only event whose name has this last part, without case and marks; nil where several have.
  private let endings: [String: String?]
  private let known: Suggestion.Names

  private init() {
    let kinds = EventKind.allCases.map(\.name)
    endings = Dictionary(kinds.map { (Self.plain($0.split(separator: ".").last ?? ""), $0) }) { _, _ in nil }
    known = Suggestion.Names(EventNames.meanings.keys.sorted())
  }

  /// The option to try; nil if no known name is near.
  func option(for name: String) -> String? {
    let near =
      RenameHint.kind(of: name)?.name ?? (endings[Self.plain(name)] ?? nil)
      ?? Suggestion.nearest(to: name, among: known)
    return near.map { Suggestion.command(["--rename", "\(name)=\($0)"]) }
  }

  private static func plain(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
