import TraceModel

/// Finds for names that mean several events the key that tells them apart, as `properties.from_background` does for
/// *Application Opened* and `state` for `app_lifecycle`.
struct ConditionHints {
  /// The greatest number of values that a key has which says a state.
  private static let stateLimit = 12

  /// By a name, by a key of its records, how often each value came.
  private var values: [String: [String: [String: Int64]]] = [:]

  /// What stands beside these names in the records of a table.
  init(_ table: KeyTable, eventKey: String?, _ names: [String: Int64]) {
    guard let eventKey else { return }
    var found: [String: [String: [String: Int64]]] = [:]
    let keys = Set(
      table.uses.filter { key, use in
        key != eventKey && use.values.count <= Self.stateLimit && (Self.isOfReturn(key) != nil || Self.isOfState(key))
      }.keys)
    if keys.isEmpty { return }
    table.forEachRecord { members in
      guard let name = members.first(where: { $0.key == eventKey })?.value.written, names[name] != nil else { return }
      for (key, value) in members where keys.contains(key) {
        found[name, default: [:]][key, default: [:]][value.written, default: 0] += 1
      }
    }
    values = found
  }

  /// What renames a name by the values of a key; nil if no key tells its meanings apart.
  func renamings(of name: String) -> [Renaming]? {
    guard let beside = values[name] else { return nil }
    for (key, counts) in beside.sorted(by: { $0.key < $1.key }) {
      if let found = Self.byReturn(name, key, counts) ?? Self.byState(name, key, counts) { return found }
    }
    return nil
  }

  // MARK: - A launch or a return

  /// Names that are sent at a launch and at a return, in the common form of their words.
  private static let ofBoth: Set = ["app open", "app launch", "app start", "session start", "app session start"]

  /// The value that says that an app has come back, of a key that says whether it has; nil for other keys.
  private static func isOfReturn(_ key: String) -> Bool? {
    let words = Set(NameWords.words(of: key.split(separator: ".").last ?? ""))
    if words.isSuperset(of: ["from", "background"]) || words.contains("resumed") { return true }
    return words.contains("cold") && words.isDisjoint(with: ["duration", "ms", "time", "count"]) ? false : nil
  }

  private static func byReturn(_ name: String, _ key: String, _ counts: [String: Int64]) -> [Renaming]? {
    guard let value = isOfReturn(key), RenameHint.guess(name).map({ ofBoth.contains($0.words) }) == true else {
      return nil
    }
    let found = counts.keys.sorted().compactMap { text -> Renaming? in
      let lowered = text.lowercased()
      guard let truth = ["true", "1"].contains(lowered) ? true : ["false", "0"].contains(lowered) ? false : nil else {
        return nil
      }
      let kind = truth == value ? EventKind.appWillEnterForeground : .appDidFinishLaunching
      return Renaming(name, when: Renaming.Condition(key: key, value: text), to: kind.name)
    }
    return found.isEmpty ? nil : found
  }

  // MARK: - A state

  private static let stateWords: Set = ["state", "status", "phase", "action", "transition", "to", "new", "current"]
  private static let changeWords: Set = [
    "changed", "change", "changes", "update", "updated", "transition", "state", "status",
  ]

  private static func isOfState(_ key: String) -> Bool {
    !stateWords.isDisjoint(with: NameWords.words(of: key.split(separator: ".").last ?? ""))
  }

  /// `app_lifecycle` with `state` `active` is `app.didBecomeActive`; two states at least have to mean something.
  private static func byState(_ name: String, _ key: String, _ counts: [String: Int64]) -> [Renaming]? {
    guard isOfState(key), RenameHint.guess(name) == nil else { return nil }
    let said = NameWords.words(of: name)
    let words = NameWords.common(said.filter { !changeWords.contains($0) })
    let subject = words.first ?? (said.contains { $0 == "lifecycle" || $0 == "cycle" } ? "app" : "")
    guard words.count < 2, ["app", "scene", "process", "task"].contains(subject) else { return nil }
    let found = counts.keys.sorted().compactMap { state -> Renaming? in
      let kind = RenameHint.kind(of: "\(subject) \(state)")
      return kind.map { Renaming(name, when: Renaming.Condition(key: key, value: state), to: $0.name) }
    }
    return found.count > 1 ? found : nil
  }
}
