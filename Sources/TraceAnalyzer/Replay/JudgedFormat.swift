import TraceModel

/// The input formats whose logs are replayed in another way than others: the field `format` of a record's context.
///
/// `LogFormat` of TraceIngest lists all formats.
enum JudgedFormat: String, Vocabulary {
  /// The project's own record, in which names of events are the log's.
  case canonical
  /// Aggregates of many launches.
  case metricKit = "metrickit"
  /// What SDKs send: they tell some kinds of events now and then, as an activation in the span of a start alone.
  case otlp
  /// The system's log, copied as text by people: lines get lost.
  case copiedText = "unified-log-text"
  /// What apps print without times: only the order of lines is known.
  case untimedText = "untimed-text"
}
