import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// Some lines of a part, which are parsed together on any thread, as if no line came before them.
struct SummaryBlock: Sendable {
  /// What a line is found to be.
  enum Content {
    case summary(LaunchSummary, digest: UInt64, source: SourceID)
    case trailer(SummaryTrailer, digest: String)
    /// Something that rules of another version made.
    case ofOtherRules(String)
    /// It has a value of a wrong type under this key.
    case wrongType(key: String)
    /// It is no whole line.
    case broken
  }

  /// The part that it is of.
  let path: SourcePath
  let isFirst: Bool
  /// True if nothing of the part comes after it.
  private(set) var isLast = false
  /// Why the part could not be read on.
  private(set) var failure: IngestError?
  /// How many bytes of the part were read, decompressed, and how many lines there were, with those of this block.
  private(set) var bytesRead: Int64 = 0
  private(set) var lineCount: Int64
  /// The lines that were cut, but blank ones, with their numbers in the part.
  private var texts: [(number: Int64, bytes: [UInt8])] = []
  /// What they are, once they are parsed.
  private(set) var lines: [(number: Int64, content: Content)] = []
  /// What the numbers in it mean.
  private(set) var symbols = Symbols()

  /// The block of a part that cannot be opened.
  init(_ path: SourcePath, failure: IngestError) {
    self.init(path)
    self.failure = failure
    isLast = true
  }

  /// The first block of a part, or the one after `previous`, without lines yet.
  init(_ path: SourcePath, after previous: SummaryBlock? = nil) {
    self.path = path
    isFirst = previous == nil
    lineCount = previous?.lineCount ?? 0
  }

  /// Cuts lines from the part until they have so many bytes, or until its end.
  mutating func cut(_ source: inout SummarySource, bytes: Int) {
    var size = 0
    do throws(IngestError) {
      while size < bytes, let line = try source.next() {
        lineCount += 1
        size += line.count + 1
        if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { texts.append((lineCount, line)) }
      }
    } catch { failure = error }
    isLast = size < bytes
    bytesRead = source.bytesRead
  }

  /// Finds out what its lines are.
  mutating func parse(_ wanted: SummaryParts) {
    var reader = SummaryReader(wanted)
    var kinds: [TextID: Bool] = [:]
    var reducer = wanted.judged.map { DetailReducer($0) }
    lines.reserveCapacity(texts.count)
    for text in texts {
      var content = Self.content(of: text.bytes, &reader, wanted)
      if reducer != nil, case .summary(var summary, let digest, let source) = content {
        reducer?.reduce(&summary) { kind in
          let isKnown = kinds[kind] ?? (TaskKind(reader.symbols.texts.string(kind)) != nil)
          kinds[kind] = isKnown
          return isKnown
        }
        content = .summary(summary, digest: digest, source: source)
      }
      lines.append((text.number, content))
    }
    texts = []
    symbols = reader.symbols
  }

  /// The summary in a line as this version of tracetool writes it; nil for any other line.
  private static func ordered(_ line: [UInt8], _ reader: inout SummaryReader, _ wanted: SummaryParts) -> Content? {
    reader.beginOrdered(line)
    var schema = ""
    var rules = ""
    var digest = ""
    reader.word("schema", &schema)
    reader.word("rules", &rules)
    reader.word("digest", &digest)
    guard schema == SummaryLines.schema, rules == ReplayVersion.digest else { return nil }
    var summary = LaunchSummary()
    SummaryShape.pass(&summary, &reader, wanted)
    // Of such a launch the candidates are needed as well.
    if !wanted.holdsDetails, !summary.holdsKnownEvents { return nil }
    guard reader.endOrdered(&summary), let hash = UInt64(digest, radix: 16) else { return nil }
    return .summary(summary, digest: hash, source: reader.firstSource)
  }

  private static func content(of line: [UInt8], _ reader: inout SummaryReader, _ wanted: SummaryParts) -> Content {
    if let summary = ordered(line, &reader, wanted) { return summary }
    guard reader.begin(line) else { return .broken }
    var schema = ""
    var rules = ""
    var digest = ""
    reader.word("schema", &schema)
    reader.word("rules", &rules)
    reader.word("digest", &digest)
    if rules != ReplayVersion.digest { return .ofOtherRules(rules) }
    if schema != SummaryLines.schema, schema != SummaryTrailer.schema { return .ofOtherRules(schema) }
    if schema == SummaryTrailer.schema {
      var trailer = SummaryTrailer()
      trailer.pass(&reader)
      return reader.wrongKey.map { .wrongType(key: $0) } ?? .trailer(trailer, digest: digest)
    }
    var summary = LaunchSummary()
    SummaryShape.pass(&summary, &reader, wanted)
    if !wanted.holdsDetails, !summary.holdsKnownEvents, reader.wrongKey == nil, reader.begin(line, whole: true) {
      SummaryShape.passCandidates(&summary, &reader)
    }
    guard let hash = UInt64(digest, radix: 16), reader.wrongKey == nil else {
      return .wrongType(key: reader.wrongKey ?? "digest")
    }
    return .summary(summary, digest: hash, source: reader.firstSource)
  }
}
