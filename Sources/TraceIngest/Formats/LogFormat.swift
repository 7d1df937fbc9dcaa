import TraceModel

/// The formats that tracetool reads.
package enum LogFormat {
  /// The name of the project's own format: `Schemas/event.schema.json`.
  package static let canonical = InputFormat.canonical.name

  /// The first that recognizes a source reads it: put a format before less strict ones.
  static let readers: [any LogFormatReader.Type] = [
    UnifiedLogReader.self,
    UnifiedLogTextReader.self,
    XCTraceReader.self,
    MeasureReader.self,
    IPSReader.self,
    OTLPReader.self,
    MetricKitReader.self,
    ExportReader<DatadogExport>.self,
    ExportReader<FirebaseExport>.self,
    ExportReader<CrashlyticsExport>.self, ExportReader<CoralogixExport>.self,
    ExportReader<CountlyExport>.self,
    ExportReader<DynatraceExport>.self,
    XCResultReader.self,
    SentryReader.self,
    UntimedTextReader.self,
  ]

  /// The names of all formats, as `--from` accepts them.
  package static let names = [canonical] + readers.map { $0.name }

  /// All formats with their summaries: what a format is and who writes it.
  package static let summaries =
    [(name: canonical, summary: "JSON lines of tracetool's own keys; of other keys with --map")]
    + readers.map { (name: $0.name, summary: $0.summary) }
}
