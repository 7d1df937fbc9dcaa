import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

/// The advice on a log that was not understood: what stands in it, and one command that reads it.
struct ReadingAdvice {
  /// The most keys that are listed, and the width of a value in columns.
  private static let keyLimit = 24
  private static let valueColumns = 48
  /// The option that keeps the options of the command for the next one.
  static let keepingOptionName = "--write-config"

  private let keys: SeenKeys
  private let hint: ReadingHint
  /// Misspelt names of the vocabulary.
  private let typos: [String: Renaming]
  private let words: [String]
  private let unknownCount: Int64
  private let eventCount: Int64
  /// The command to try with its effect, in lines that end a message; empty if there is none.
  let command: Sentence
  /// What the best options give, if they give no launch.
  private let failed: ReadingTrial?

  /// The advice on launches of logs; nil if all was understood.
  init?(_ launches: Launches, _ options: IngestOptions, _ invocation: Invocation) {
    let counts = launches.counts
    self.init(
      launches.diagnostics.keys, options, invocation, unknownNames: launches.unknownNames,
      recognized: launches.knownKinds,
      eventCount: counts.records - counts.rejected - counts.passedOver)
  }

  /// The advice on records and names that were not understood; nil if there are none.
  init?(
    _ keys: SeenKeys, _ options: IngestOptions, _ invocation: Invocation, unknownNames: [String: Int64] = [:],
    recognized: Set<EventKind> = [], eventCount: Int64 = 0
  ) {
    if !keys.areMost, unknownNames.isEmpty { return nil }
    self.keys = keys
    hint = ReadingHint(keys, unknownNames: unknownNames, recognized: recognized, options, eventCount: eventCount)
    typos = Self.typos(unknownNames, without: hint)
    words = invocation.words
    unknownCount = unknownNames.values.reduce(0, +)
    self.eventCount = eventCount
    let proposal = Proposal(hint, typos.values.sorted { $0.text < $1.text }, keys, options)
    let isOfNoLife = !proposal.words.isEmpty && proposal.trial?.isOfLifecycle == false
    failed = isOfNoLife ? proposal.trial : nil
    let asked = Self.unitlessText(hint, words, keys, options)
    if hint.wayOut != nil || isOfNoLife && asked.isEmpty {
      command = ""
    } else {
      command = asked.isEmpty ? proposal.command(words, keepsAll: options.keepsAll, hint) : asked
    }
  }

  /// Proposed options, and what they give on the kept records.
  private struct Proposal {
    var words: [String] = []
    var trial: ReadingTrial?
    let isOfSome: Bool

    /// The best choice of a hint: each key that may hold the ids of launches is tried.
    init(_ hint: ReadingHint, _ typos: [Renaming], _ keys: SeenKeys, _ given: IngestOptions) {
      isOfSome = keys.areSome
      let renamings = hint.allRenamings + typos
      // What the given options read is to be read better.
      if renamings.isEmpty, hint.choices.contains([]) { trial = ReadingTrial(keys, given) }
      var choices = hint.choices.filter { !$0.isEmpty || !renamings.isEmpty }[...]
      while let mappings = choices.popFirst() {
        guard let options = Self.options(given, mappings, renamings, hint) else { continue }
        let trial = ReadingTrial(keys, options)
        let isBetter = self.trial.map { trial?.isBetter(than: $0) ?? false } ?? words.isEmpty
        guard isBetter else { continue }
        self.trial = trial
        // What separates mixed launches is tried too.
        if let map = trial?.mixed.first?.mixing.map, !mappings.contains(map) { choices.append(mappings + [map]) }
        words =
          mappings.flatMap { ["--map", $0] } + renamings.flatMap { ["--rename", $0.text] }
          + (hint.records.isEmpty ? [] : ["--records", hint.records.joined(separator: ",")])
      }
    }

    /// Options with these mappings and renamings; nil if a mapping cannot be given.
    static func options(
      _ given: IngestOptions, _ mappings: [String], _ renamings: [Renaming], _ hint: ReadingHint
    ) -> IngestOptions? {
      var options = given
      for renaming in renamings { options.add(renaming) }
      if !hint.records.isEmpty { options.records = hint.records }
      return (try? mappings.forEach { try options.map($0) }).map { options }
    }

    /// The command with these options, and its effect.
    func command(_ given: [String], keepsAll: Bool, _ hint: ReadingHint) -> Sentence {
      let keeping = keepsAll && given.first == CheckCommand.name ? Self.keeping(trial, hint) : []
      let options = words + keeping
      let given = Self.without(fieldsOf: words, given)
      // What was given already has not helped.
      if options.allSatisfy(given.contains) { return "" }
      let line = ["tracetool"] + given.prefix(1) + options + given.dropFirst()
      let isKept = words.isEmpty || given.contains(ReadingAdvice.keepingOptionName)
      let keep: Sentence =
        "\nadd \(name: ReadingAdvice.keepingOptionName) to keep these options in \(name: ConfigurationFile.name)"
      return "\ntry: \(command: line)\(outcome)\(isKept ? "" : keep)"
    }

    /// The words that were given, without the keys of fields for which others are proposed.
    private static func without(fieldsOf proposed: [String], _ given: [String]) -> [String] {
      let field = { (word: String) in word.prefix { $0 != "=" } }
      let fields = Set(zip(proposed, proposed.dropFirst()).filter { $0.0 == "--map" }.map { field($0.1) })
        .subtracting(["launchDuration"])
      let isReplaced = given.indices.map { index in
        index > 0 && given[index - 1] == "--map" && fields.contains(field(given[index]))
          && !proposed.contains(given[index])
      }
      return given.indices.filter { !isReplaced[$0] && !($0 + 1 < given.count && isReplaced[$0 + 1]) }.map { given[$0] }
    }

    /// For a check, the option that skips the app's own events, if unknown names would leave it undecided and other
    /// events are about the life of the app.
    static func keeping(_ trial: ReadingTrial?, _ hint: ReadingHint) -> [String] {
      let unknown = trial?.unknownNames.values.reduce(0, +) ?? hint.otherCount
      let all = trial?.events ?? hint.nameCount
      // A launch or an end that was dropped would be missed.
      if trial?.unknownNames.keys.contains(where: RenameHint.mayBeLaunchOrEnd) ?? hint.mayLoseLaunches { return [] }
      let isTooMany = unknown < all && !Verdict.Limits().unknownNames.allows(unknown, of: all)
      return isTooMany && trial?.isOfLifecycle != false ? ["--keep", KeptEvents.lifecycle.rawValue] : []
    }

    /// What the options give, as a line.
    private var outcome: Sentence {
      guard let trial, !words.isEmpty else { return "" }
      let first: Sentence = isOfSome ? "the first " : ""
      let unknown = trial.unknownNames.count
      let names: Sentence = unknown == 0 ? "" : "; \(count: unknown, "name") \(unknown == 1 ? "stays" : "stay") unknown"
      let doubt: Sentence =
        trial.isDoubtful
        ? "\nin doubt: \(count: trial.disordered) of them break the order of UIKit; check what names and ids mean"
        : trial.mixed.isEmpty ? "" : "\nin doubt: \(Coverage.Mixed.text(trial.mixed))"
      return "\nof \(first)\(count: trial.records, "record") it reads \(count: trial.events): "
        + "\(count: trial.launches, "launch"), \(count: trial.timed) with a time\(names)\(doubt)"
    }
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

  /// What is missing for a command that reads a launch.
  private var missingText: Sentence {
    if let (what, command) = hint.wayOut { return "\n\(name: what): \(name: command)" }
    guard let event = hint.eventKey else {
      return
        "\nno key holds names of events that are known; say which does: --map event=KEY --map time=KEY, or, if all "
        + "records tell of one event, add its name: \(name: hint.naming)"
    }
    if hint.timeKey == nil { return "\nsay which key holds the time: --map time=KEY" }
    let names = failed?.unknownNames.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key) ?? hint.otherNames
    if names.isEmpty {
      return
        "\nno launch can be read: no name under '\(name: event)' means a start, a state or an end of the app"
    }
    let shown = names.prefix(5).map { Self.shown($0) }.joined(separator: ", ")
    let more: Sentence = names.count > 5 ? " and \(count: names.count - 5) more" : ""
    let maps = hint.mappings.flatMap { ["--map", $0] } + ["--rename", "NAME=process.start"]
    return
      "\nno launch can be read: no name under '\(name: event)' is known for its start, a state of the "
      + "app or its length: \(name: shown)\(more)\nsay what names mean, as in: "
      + "\(command: maps)"
  }

  /// The keys of a log whose records lack a name or a time, and what to try; nil if its keys are recognized.
  var keysText: Sentence? {
    guard keys.areMost else { return nil }
    var lacks: [Sentence] = []
    if keys.namelessCount > 0 { lacks.append("\(count: keys.namelessCount, "record") without an 'event'") }
    if keys.timelessCount > 0 {
      lacks.append("\(count: keys.timelessCount, "record") without a 'time' that can be read")
    }
    let counts = hint.keys
    let seen = counts.prefix(Self.keyLimit).map { key, count, example -> Sentence in
      "\n  \(count: count) × \(name: key): \(name: Self.shown(example))"
    }
    let more: Sentence = counts.count > seen.count ? "\n  and \(count: counts.count - seen.count) more" : ""
    let some: Sentence =
      keys.recordCount < keys.namelessCount + keys.timelessCount ? " in the first \(count: keys.recordCount)" : ""
    let unreadable = hint.unreadableTimes.prefix(3).map { key, value -> Sentence in
      "\nno time that can be read under '\(name: key)': \(name: Self.shown(value))"
    }
    let isAsked = hint.undecidedDay != nil && hint.timeKey != nil
    let advice: Sentence = otherWordsText + (!command.isEmpty ? command : isAsked ? "" : missingText)
    let fields: Sentence = "\n'tracetool explain --schema event' describes all fields"
    return "\(lacks.joined(separator: ", ")); the keys\(some), each with a value:\(seen.joined())\(more)"
      + "\(unreadable.joined())\(undecidedDayText)\(otherNamesText)\(advice)\(fields)"
  }

  /// A date whose order is to be said; empty if there is none.
  private var undecidedDayText: Sentence {
    guard let (key, value) = hint.undecidedDay else { return "" }
    let time = "\(Field.time.name)="
    let others = hint.mappings.filter { !$0.hasPrefix(time) }
    let commands = [KeyForm.dayFirst, KeyForm.monthFirst].map { order in
      let maps = (others + ["\(time)\(key):\(order)"]).flatMap { ["--map", $0] }
      let options = maps + hint.allRenamings.flatMap { ["--rename", $0.text] }
      return Suggestion.command(["tracetool"] + words.prefix(1) + options + words.dropFirst())
    }
    return "\nthe dates under '\(name: key)' may have the day or the month first: \(name: Self.shown(value)); "
      + "say which: \(name: commands.joined(separator: " or "))"
  }

  /// A number with an unclear unit or unclear commas, and the command that says what it is; empty if there is none.
  private static func unitlessText(
    _ hint: ReadingHint, _ words: [String], _ keys: SeenKeys, _ given: IngestOptions
  ) -> Sentence {
    guard let asked = hint.unitless else { return "" }
    let key = asked.key
    let unit = asked.unit
    let what: Sentence = asked.base.map { "the time since '\(name: $0)'" } ?? "the length of a launch"
    func command(_ form: String) -> String {
      let asked =
        (asked.base.map { ["time=\($0)", "offset=\(key)\(form)"] } ?? ["launchDuration=\(key)\(form)"])
        + (asked.startTypeKey.map { ["startType=\($0)"] } ?? [])
      let mappings = hint.mappings + asked
      var options = mappings.flatMap { ["--map", $0] } + hint.allRenamings.flatMap { ["--rename", $0.text] }
      if given.keepsAll, words.first == CheckCommand.name {
        let tried = Proposal.options(given, mappings, hint.allRenamings, hint).flatMap { ReadingTrial(keys, $0) }
        options += Proposal.keeping(tried, hint)
      }
      return Suggestion.command(["tracetool"] + words.prefix(1) + options + words.dropFirst())
    }
    // Without a time the command would read no record.
    let isTimeless = hint.timeKey == nil && asked.base == nil
    let timeless: Sentence = isTimeless ? "\nsay which key holds the time: --map time=KEY" : ""
    let said: Sentence = "\n'\(name: key)' may hold \(what): \(name: Self.shown(asked.value)), "
    if asked.isUnclear {
      return said + "whose comma may be a decimal mark or part thousands; say which is the decimal mark, and the unit: "
        + "\(name: command(":,\(unit)")) or \(name: command(":.\(unit)"))\(timeless)"
    }
    let scale: Sentence =
      switch unit {
      case "s": "seconds"
      case "us": "microseconds"
      case "ns": "nanoseconds"
      default: "milliseconds"
      }
    return said + "without its unit; if it is \(scale): \(name: command(":\(unit)"))\(timeless)"
  }

  /// The share of unknown names, and what to try; nil if all are recognized.
  var namesText: Sentence? {
    guard let share = Units.share(unknownCount, of: eventCount), unknownCount > 0 else { return nil }
    let isOne = unknownCount == 1
    return "\(name: share) unknown names: \(isOne ? "that" : "those") of \(count: unknownCount) of "
      + "\(count: eventCount, "event")\(command)"
  }

  /// Unknown names, if the key of names is only proposed.
  private var otherNamesText: Sentence {
    let names = hint.otherNames
    if names.isEmpty { return "" }
    let shown = names.prefix(5).map { Self.shown($0) }.joined(separator: ", ")
    let more: Sentence = names.count > 5 ? " and \(count: names.count - 5) more" : ""
    return "\nnames that tracetool does not know: \(name: shown)\(more)"
  }

  /// Words of unclear meaning in fields with fixed words, such as reasons.
  var otherWordsText: Sentence {
    Dictionary(grouping: hint.otherWords, by: \.field).sorted { $0.key < $1.key }.map { field, words -> Sentence in
      let shown = words.prefix(5).map { Self.shown($0.word) }.joined(separator: ", ")
      let more: Sentence = words.count > 5 ? " and \(count: words.count - 5) more" : ""
      let option = Suggestion.command(["--rename", "\(field):\(words[0].word)=NAME"])
      return
        "\nwords of '\(name: field)' that tracetool does not know: \(name: shown)\(more); say what each means with \(name: option)"
    }.joined()
  }

  /// The options that may give a name its meaning, as a shell reads them; nil if there are none.
  func options(for name: String) -> String? {
    let found = hint.renamings[name] ?? typos[name].map { [$0] }
    return found.map { renamings in Suggestion.command(renamings.flatMap { ["--rename", $0.text] }) }
  }

  private static func shown(_ value: String) -> String { DisplayText.cut(OutsideText.escaped(value), to: valueColumns) }
}
