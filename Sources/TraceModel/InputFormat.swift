/// The input formats whose logs are judged differently, as in the field `format` of a record's context.
///
/// `LogFormat` of TraceIngest lists all formats, and uses these names.
public enum InputFormat: String, Vocabulary {
  /// The project's own record, in which names of events and devices are the log's.
  case canonical
  /// Aggregates of many launches.
  case metricKit = "metrickit"
  /// Records of SDKs, which send some kinds of events only sometimes, as an activation only in the span of a start.
  case otlp
  /// Apple's reports on the ends of processes, which are joined with the launches of other logs.
  case report = "ips"
  /// Sessions that go on over several processes.
  case measure
  /// The system's log, in which the name of a program stands for its app until a message names the bundle id.
  case systemLog = "unified-log"
  /// The system's log, copied as text by people: lines get lost.
  case copiedText = "unified-log-text"
  /// Lines that apps print without times: only their order is recorded.
  case untimedText = "untimed-text"

  /// The format of a stream that its source names, as in `measure/4441d355` or `otlp`; nil for others.
  public init?(ofStream source: String) { self.init(source.prefix { $0 != "/" }) }

  /// The OTLP instrumentation scope of tracetool's own records, each the body of a log record.
  public static let otlpScope = "tracetool"

  /// True for the name of the project's own format, which may be left out.
  public static func isOwn(_ name: String) -> Bool { name.isEmpty || name == canonical.name }

  /// True if lines may be missing wherever the log was copied.
  public var losesLines: Bool { self == .copiedText || self == .untimedText }

  /// True if lines may be missing, as they were not copied, were filtered out, or dropped by the system.
  public var mayLackLines: Bool { losesLines || self == .systemLog }

  /// The prefix of events without a kind in the vocabulary, as `metrickit.` in `metrickit.payload`.
  public var eventPrefix: String { "\(name)." }
}
