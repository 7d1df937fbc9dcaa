import TraceAnalyzer
import TraceIngest
import TraceModel

/// The launches that BASE or HEAD of a comparison names.
enum ComparedSource {
  /// Logs, summaries or a store.
  case path(String)
  /// Some of the launches of the store, or of the logs that `--in` names.
  case selection(Selection)

  /// The names of the fields that a word may select by, as in `appVersion=4.8.0,os=18`.
  static let fields = ["app", "appVersion", "device", "deviceClass", "deviceModel", "kind", "os", "since", "until"]

  /// The source that a word names: a path if there is such a file; with `=` a selection; else a version.
  ///
  /// - Throws: A usage `Failure` for a selection by an unknown field, an `inputOutput` one for a path that leads nowhere.
  init(_ word: String) throws {
    if word == "-" || PathText.isPath(word) || System.isThere(word) {
      self = .path(word)
    } else if word.contains("/") {
      throw Failure(
        code: .inputOutput, description: "cannot open '\(word)': there is no such file or folder; check the path")
    } else if word.contains("=") {
      self = .selection(try Self.selection(word))
    } else {
      var selection = Selection()
      selection.appVersion = word
      self = .selection(selection)
    }
  }

  /// The selection of a word like `appVersion=4.8.0,os=18`.
  private static func selection(_ word: String) throws -> Selection {
    var selection = Selection()
    for part in try Values.list(word, { $0 }) {
      let (field, value) = try Values.pair(part, "FIELD=VALUE, as in appVersion=4.8.0,os=18")
      switch field {
      case "app": selection.app = value
      case "appVersion": selection.appVersion = value
      case "device": selection.device = value
      case "deviceClass": selection.deviceClass = value
      case "deviceModel": selection.deviceModel = value
      case "kind": selection.kind = try Values.choice(value)
      case "os": selection.os = value
      case "since": selection.since = try Values.instant(value)
      case "until": selection.until = try Values.instant(value)
      default:
        let hint = Suggestion.hint(field, among: fields)
        throw Failure.usage(
          "'\(field)' is no field\(hint.isEmpty ? "; there are \(fields.joined(separator: ", "))" : hint)")
      }
    }
    return selection
  }
}
