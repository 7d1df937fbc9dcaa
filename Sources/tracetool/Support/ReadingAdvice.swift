import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

/// What a person is told whose log was not understood: what stands in it, and one command that reads it.
struct ReadingAdvice {
  /// The greatest number of keys that are listed, and the width of a value in columns.
  private static let keyLimit = 24
  private static let valueColumns = 48
  /// The option that keeps the options of the command for the next one.
  static let keepingOptionName = "--write-config"

  private let keys: SeenKeys
  private let hint: ReadingHint
  /// Misspelt names of the vocabulary.
  private let typos: [String: Renaming]
  private let words: [String]
  private let keepsAll: Bool
  private let unknownCount: Int64
  private let eventCount: Int64

  /// The advice on launches that were read from logs; nil where all was understood.
  init?(_ launches: Launches, _ options: IngestOptions, _ invocation: Invocation) {
    let counts = launches.counts
    self.init(
      launches.diagnostics.keys, options, invocation, unknownNames: launches.unknownNames,
      recognized: launches.knownKinds,
      eventCount: counts.records - counts.rejected - counts.passedOver)
  }

  /// The advice on logs of which these records and names were not understood; nil where there are none.
  init?(
    _ keys: SeenKeys, _ options: IngestOptions, _ invocation: Invocation, unknownNames: [String: Int64] = [:],
    recognized: Set<EventKind> = [], eventCount: Int64 = 0
  ) {
    if !keys.areMost, unknownNames.isEmpty { return nil }
    self.keys = keys
    hint = ReadingHint(keys, unknownNames: unknownNames, recognized: recognized, options, eventCount: eventCount)
    typos = Self.typos(unknownNames, without: hint)
    words = invocation.words
    keepsAll = options.keepsAll
    unknownCount = unknownNames.values.reduce(0, +)
    self.eventCount = eventCount
  }

  /// Names that are a slip away from a long name of the vocabulary; of very many names the most frequent.
  private static func typos(_ names: [String: Int64], without hint: ReadingHint) -> [String: Renaming] {
    let known = Suggestion.Names(EventNames.meanings.keys.sorted())
    let frequent = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(nameLimit).map(\.key)
    var typos: [String: Renaming] = [:]
    for name in frequent where hint.renamings[name] == nil && name.utf8.count >= shortestTypo {
      let near = Suggestion.nearest(to: name, among: known, atMost: 2)
      typos[name] = near.map { Renaming(name, to: $0) }
    }
    return typos
  }
  private static let nameLimit = 1_000
  private static let shortestTypo = 10

  /// The command to try, in lines that end a message; empty where there is none.
  var command: String {
    let slips = typos.values.sorted { $0.text < $1.text }
    let options = hint.options + slips.flatMap { ["--rename", $0.text] } + keeping
    if options.isEmpty { return "" }
    let line = Suggestion.command(["tracetool"] + words.prefix(1) + options + words.dropFirst())
    let isKept = options == keeping || words.contains(Self.keepingOptionName)
    let advice = "\nadd \(Self.keepingOptionName) to keep these options in \(ConfigurationFile.name)"
    return "\ntry: \(line)\(isKept ? "" : advice)"
  }

  /// For a check the option that skips events of the app's own, where so many have an unknown name that it would be
  /// undecided.
  private var keeping: [String] {
    let isTooMany = !Verdict.Limits().unknownNames.allows(hint.otherCount, of: hint.nameCount)
    return words.first == CheckCommand.name && hint.otherCount < hint.nameCount && isTooMany && keepsAll
      ? ["--keep", KeptEvents.lifecycle.rawValue] : []
  }

  /// The keys of a log whose records lack a name or a time, and what to try; nil for a log whose keys are recognized.
  var keysText: String? {
    guard keys.areMost else { return nil }
    var lacks: [String] = []
    if keys.namelessCount > 0 { lacks.append("\(Units.count(keys.namelessCount, "record")) without an 'event'") }
    if keys.timelessCount > 0 {
      lacks.append("\(Units.count(keys.timelessCount, "record")) without a 'time' that can be read")
    }
    let counts = hint.keys
    let seen = counts.prefix(Self.keyLimit).map { key, count, example in
      "\n  \(Units.count(count)) × \(DisplayText.escaped(key)): \(Self.shown(example))"
    }
    let more = counts.count > seen.count ? "\n  and \(Units.count(counts.count - seen.count)) more" : ""
    let some =
      keys.recordCount < keys.namelessCount + keys.timelessCount ? " in the first \(Units.count(keys.recordCount))" : ""
    let unreadable = hint.unreadableTimes.prefix(3).map { key, value in
      "\nno time that can be read under '\(DisplayText.escaped(key))': \(Self.shown(value))"
    }
    let advice = command.isEmpty ? "\nsay which is which: --map event=KEY --map time=KEY" : command
    let fields = "\n'tracetool explain --schema event' describes all fields"
    return "\(lacks.joined(separator: ", ")); the keys\(some), each with a value:\(seen.joined())\(more)"
      + "\(unreadable.joined())\(otherNamesText)\(advice)\(fields)"
  }

  /// The share of names that are unknown, and what to try; nil where all names are recognized.
  var namesText: String? {
    guard let share = Units.share(unknownCount, of: eventCount), unknownCount > 0 else { return nil }
    let isOne = unknownCount == 1
    return "\(share) unknown names: \(isOne ? "that" : "those") of \(Units.count(unknownCount)) of "
      + "\(Units.count(eventCount, "event"))\(command)"
  }

  /// Unknown names, where the key of names is only proposed.
  private var otherNamesText: String {
    let names = hint.otherNames
    if names.isEmpty { return "" }
    let shown = names.prefix(5).map { Self.shown($0) }.joined(separator: ", ")
    let more = names.count > 5 ? " and \(Units.count(names.count - 5)) more" : ""
    return "\nnames that tracetool does not know: \(shown)\(more)"
  }

  /// The options that may give a name its meaning, as a shell reads them; nil if there is none.
  func options(for name: String) -> String? {
    let found = hint.renamings[name] ?? typos[name].map { [$0] }
    return found.map { renamings in Suggestion.command(renamings.flatMap { ["--rename", $0.text] }) }
  }

  private static func shown(_ value: String) -> String { DisplayText.cut(DisplayText.escaped(value), to: valueColumns) }
}
