import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport

struct LogOptions {
  var reading: IngestOptions
  var maxRejects: Verdict.Limit
  /// Fields mapped by the configuration, whose mapping an option replaces.
  private var configuredFields: Set<Field>
  /// How the configuration says that logs are read.
  private let configured: IngestOptions
  /// True if these options are written to the configuration.
  private var isKept = false

  init(_ defaults: Defaults) {
    reading = defaults.reading
    maxRejects = defaults.maxRejects.value
    configured = defaults.reading
    configuredFields = Set(defaults.reading.keyMap.map(\.field))
  }

  /// The name of the logs' format; `auto` detects it.
  private var format: String {
    get { reading.format ?? Self.auto }
    set { reading.format = newValue == Self.auto ? nil : newValue }
  }
  static let auto = "auto"

  private var keptEvents: KeptEvents {
    get { reading.keepsAll ? .all : .lifecycle }
    set { reading.keepsAll = newValue == .all }
  }

  static var options: [Option<Self>] {
    let reading: [Option<Self>] = [
      .value(
        "--from", "FORMAT",
        "Input format, detected from the first bytes unless given; 'tracetool explain formats' lists them", \.format,
        as: .name(among: [auto] + LogFormat.names)),
      .value("--keep", "WHAT", "Keep all events, or only those of the app's life cycle", \.keptEvents, as: .choice),
      .value(
        "--date", "YYYY-MM-DD", "Day of the first event, for logs whose times have no date", \.reading.day, as: .day),
      .value(
        "--map", "FIELD=KEY",
        "Read a field from this key, as in event=what, time=meta.ts, duration=took_ms:ms or, with a decimal comma, duration=took:,ms",
        as: .text(beginningWith: Values.mappings.map { "\($0.0)=" })
      ) { options, text in
        let field = try Values.mapping(text).field
        if options.configuredFields.remove(field) != nil {
          options.reading.keyMap.removeAll { $0.field == field }
        }
        try options.reading.map(text)
      },
      .value(
        "--rename", "OLD=NAME",
        "Read events called OLD as the event NAME; with OLD[KEY=VALUE] only those with this value; process.exit:REASON says why it ended; with FIELD:OLD a word of a field, as in reason:speicher=memoryLimit",
        as: .text
      ) { options, text in options.reading.add(try Values.renaming(text)) },
      .value("--zone", "±HH:MM", "Offset from UTC of times that have none", \.reading.zoneOffsetSeconds, as: .zone),
      .value(
        "--records", "KINDS", "Kinds of events that the recorder can write, separated by commas", \.reading.records,
        as: .list(of: .eventName)),
      .flag(
        ReadingAdvice.keepingOptionName,
        "Add these options to the configuration, or to a new \(ConfigurationFile.name), for later commands", \.isKept
      ).forListing,
    ]
    let maxRejects = Option<Self>.value(
      "--max-rejects", "LIMIT", "Accept at most this many rejected records, as a number or a share", \.maxRejects,
      as: .limit)
    return reading.map(\.forLogs) + [maxRejects]
  }
}

extension LogOptions {
  /// Writes how logs are read to the configuration, if asked to, and says so.
  func keep(_ invocation: Invocation) throws {
    if isKept { invocation.remark(try KeptInput(reading).write(after: configured, invocation)) }
  }

  /// - Throws: `Failure` for more rejects than --max-rejects allows.
  func check(_ intake: IngestCounts, firstReject: String? = nil) throws {
    if maxRejects.allows(intake.rejected, of: intake.records) { return }
    throw Failure.data(Self.message(rejected: intake.rejected, of: intake.records, firstReject))
  }

  static func message(rejected count: Int64, of all: Int64, _ first: String?) -> Sentence {
    let advice: Sentence = first.map { "the first is \(name: $0)" } ?? "'tracetool store rejects' shows why"
    return "\(count: count) of \(count: all, "record") \(count == 1 ? "was" : "were") rejected, "
      + "more than --max-rejects allows; \(advice)"
  }
}

extension IngestOptions {
  /// Takes a value of `--map`, as in `duration=took_ms:ms`.
  mutating func map(_ text: String) throws {
    let mapping = try Values.mapping(text)
    map(mapping.name, mapping.field, mapping.key, mapping.form)
  }
}

enum KeptEvents: String, CaseIterable {
  case all
  /// Only events with a meaning in the life of an app.
  case lifecycle
}
