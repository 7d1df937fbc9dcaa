import TraceModel

/// How a launch was started, where the name of its record says it, or a key: `ColdLaunch`, `Kaltstart`,
/// `warm_start_ms`, and `"cold": true`.
enum StartName {
  private static let words: [(type: StartType, words: Set<String>)] = [
    (.prewarmed, ["prewarm", "prewarmed", "prewarming"]), (.cold, ["cold", "coldstart", "coldlaunch"]),
    (.warm, ["warm", "warmstart", "warmlaunch"]), (.hot, ["hot", "hotstart", "hotlaunch"]),
  ]
  /// Words of a key that add nothing.
  private static let fillers: Set = ["is", "was", "app", "launch", "start", "ios"]
  private static let truths = ["true": true, "1": true, "yes": true, "false": false, "0": false, "no": false]

  /// The type that a name says; nil if it says none, or several.
  static func type(_ name: String) -> StartType? {
    let said = types(in: NameWords.common(NameWords.words(of: name)))
    return said.count == 1 ? said[0] : nil
  }

  /// The type that a truth value means under a key that asks for one, as `is_cold`; nil for any other key or value.
  ///
  /// What is not cold is warm: a record of a launch's length is no return unless it says so. Faro's `coldStart` of 0 is a
  /// return (faro-flutter-sdk, `app_startup`).
  static func type(_ key: String, is value: String) -> StartType? {
    guard let isTrue = truths[value.lowercased()] else { return nil }
    let words = NameWords.common(NameWords.words(of: key.split(separator: ".").last ?? ""))
    let said = types(in: words)
    let rest = words.filter { word in !fillers.contains(word) && types(in: [word]).isEmpty && word != "pre" }
    guard said.count == 1, rest.isEmpty else { return nil }
    if isTrue { return said[0] }
    if said[0] == .cold, key.hasSuffix("values.coldStart") { return .hot }
    return said[0] == .cold ? .warm : said[0] == .warm ? .cold : nil
  }

  private static func types(in names: [String]) -> [StartType] {
    if zip(names, names.dropFirst()).contains(where: { $0 == "pre" && $1.hasPrefix("warm") }) { return [.prewarmed] }
    return words.filter { !$0.words.isDisjoint(with: names) }.map(\.type)
  }
}
