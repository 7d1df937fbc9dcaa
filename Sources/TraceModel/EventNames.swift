/// The names that an event may have in a log: canonical, a delegate method's, a notification's.
///
/// `event-names.txt` has first the methods by kind, in Objective-C where the names differ; then families with the
/// prefix of their methods, the class that posts their notifications, and the names that both have: `+` marks a name
/// only of notifications, `-` one only of methods, as `sceneDidDisconnect(_:)`.
public enum EventNames {
  /// The kind that a name stands for, and who reports events under such names.
  public typealias Meaning = (kind: EventKind, eventSource: EventSource)

  /// The name of an app's own event under `--keep lifecycle`, whose number keeps it from being left out.
  public static let passedOver = "log.passedOver"

  /// The meaning of `name`; `nil` if it is in no vocabulary.
  public static func meaning(of name: String) -> Meaning? { meanings[name] }

  /// All names with their meanings.
  public static let meanings: [String: Meaning] = {
    var all: [String: Meaning] = [:]
    for kind in EventKind.allCases where kind != .unknown { all[kind.name] = (kind, .unknown) }
    func add(_ names: [String], as kind: String, _ eventSource: EventSource) {
      guard let kind = all[kind]?.kind else { return }
      for name in names { all[name] = (kind, eventSource) }
    }
    let tables = PackageResources.event_names_txt.lines.split(separator: "")
    for line in tables[0] {
      let words = line.split(separator: " ").map(String.init)
      add(words.dropFirst().flatMap(forms), as: words[0], .delegate)
    }
    for line in tables[1] {
      let words = line.split(separator: " ").map(String.init)
      let family = words[0]
      let prefix = words[1]
      let type = words[2]
      for word in words.dropFirst(3) {
        let name = String(word.drop { "+-".contains($0) })
        let kind = "\(family).\(name)"
        let bare = name + "Notification"
        let capital = name.prefix(1).uppercased() + name.dropFirst()
        if word.first != "+" { add(forms(of: "\(prefix)\(capital)(_:)"), as: kind, .delegate) }
        if word.first == "-" { continue }
        // A bare name that two classes post is ambiguous: it has no meaning.
        let isAmbiguous = all.removeValue(forKey: bare) != nil
        var forms = ["\(type).\(bare)", "\(type)\(capital)Notification"]
        if !isAmbiguous { forms.append(bare) }
        if name.hasPrefix("protectedData") { forms.append(type + capital) }
        add(forms, as: kind, .notification)
      }
    }
    return all
  }()

  /// The spellings of a Swift selector: with its arguments, in Objective-C, and, with at most one argument, bare.
  private static func forms(of selector: String) -> [String] {
    guard let open = selector.firstIndex(of: "(") else { return [selector] }
    let base = String(selector[..<open])
    let labels = selector[open...].dropFirst().dropLast().split(separator: ":")
    if labels.isEmpty { return [selector, base] }
    let objectiveC = "\(base):" + labels.dropFirst().map { "\($0):" }.joined()
    return [selector, objectiveC] + (labels.count == 1 ? [base] : [])
  }
}
