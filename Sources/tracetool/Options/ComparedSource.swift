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
  static let fields = [
    "app", "appBuild", "appVersion", "device", "deviceClass", "deviceModel", "kind", "os", "since", "until",
  ]

  /// The properties of devices that both sources select by, with different values.
  static func across(_ base: ComparedSource, _ head: ComparedSource) -> Set<ComparedProperty> {
    guard case .selection(let base) = base, case .selection(let head) = head else { return [] }
    var across: Set<ComparedProperty> = []
    let models = [base, head].map { [$0.deviceModel, $0.deviceClass] }
    let areModelsNamed = models.allSatisfy { $0 != [nil, nil] }
    if areModelsNamed, models[0] != models[1] { across.insert(.model) }
    if let system = base.os, let other = head.os, system != other { across.insert(.system) }
    return across
  }

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

  /// The pairs of a word, which commas part; one that no field follows belongs to the value, as in
  /// `deviceModel=iPhone16,1,os=18`.
  private static func parts(of word: String) -> [String] {
    var parts: [String] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if let last = parts.last, !part.isEmpty, !part.contains("=") {
        parts[parts.count - 1] = "\(last),\(part)"
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  /// The selection of a word like `appVersion=4.8.0,os=18`.
  private static func selection(_ word: String) throws -> Selection {
    var selection = Selection()
    for part in parts(of: word) {
      let (field, value) = try Values.pair(part, "FIELD=VALUE, as in appVersion=4.8.0,os=18")
      switch field {
      case "app": selection.app = value
      case "appBuild": selection.appBuild = value
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
