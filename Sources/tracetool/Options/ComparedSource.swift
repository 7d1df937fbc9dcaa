import TraceAnalyzer
import TraceIngest
import TraceModel

/// The launches that BASE or HEAD of a comparison names.
enum ComparedSource {
  /// Logs, or a store.
  case path(String)
  /// Launches of the store, or of the stores and logs that are named after HEAD.
  case selection(Selection)

  /// The properties of devices that both sources select by, with different values.
  static func across(_ base: ComparedSource, _ head: ComparedSource) -> Set<ComparedProperty> {
    guard case .selection(let base) = base, case .selection(let head) = head else { return [] }
    var across: Set<ComparedProperty> = []
    func differ(_ fields: [LaunchCondition.Field]) -> Bool {
      let asked = [base, head].map { side in fields.map(side.condition.alternatives) }
      return asked.allSatisfy { !$0.joined().isEmpty } && asked[0] != asked[1]
    }
    if differ([.deviceModel, .deviceClass]) { across.insert(.model) }
    if differ([.os]) { across.insert(.system) }
    return across
  }

  /// True if a word names what can be read.
  static func isPath(_ word: String) -> Bool { word == "-" || PathText.isPath(word) || System.isThere(word) }

  /// The source for a word: a path if there is such a file; with `=` a selection; else a version.
  ///
  /// - Throws: A usage `Failure` for an unknown field, an `inputOutput` one for a path that leads nowhere.
  init(_ word: String) throws {
    if Self.isPath(word) {
      self = .path(word)
    } else if word.contains("/") {
      throw Failure(
        code: .inputOutput, sentence: "cannot open '\(name: word)': there is no such file or folder; check the path")
    } else if word.contains(where: "=<>".contains) {
      self = .selection(try Self.selection(word))
    } else {
      // The version alone: 4.8 would else hold 4.8.1, which may be the other side.
      var selection = Selection()
      selection.add(.name(NamePattern(word)), of: .appVersion)
      self = .selection(selection)
    }
  }

  /// The pairs of a word, which commas separate; a part without a field belongs to the value before it, as in
  /// `deviceModel=iPhone16,1,os=18`.
  private static func pairs(of word: String) -> [String] {
    var pairs: [String] = []
    for pair in word.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if let last = pairs.last, !pair.isEmpty, !pair.contains(where: "=<>".contains) {
        pairs[pairs.count - 1] = "\(last),\(pair)"
      } else {
        pairs.append(pair)
      }
    }
    return pairs
  }

  /// The selection of a word like `appVersion=4.8.0,os=18`.
  private static func selection(_ word: String) throws -> Selection {
    var selection = Selection()
    for pair in pairs(of: word) {
      let (field, value) = try Selection.pair(of: pair)
      switch field {
      case "since": selection.since = try Values.instant(value)
      case "until": selection.until = try Values.instant(value)
      default:
        guard let field = LaunchCondition.Field(rawValue: field) else {
          throw Selection.unknown(field, or: ["since", "until"])
        }
        try selection.add(value, of: field)
      }
    }
    return selection
  }
}
