import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// Lines of a part, which any thread parses as if no line came before them.
struct SummaryBlock: Sendable {
  enum Content {
    case summary(LaunchSummary, digest: UInt64, SummaryOrigin)
    case trailer(SummaryTrailer, digest: String)
    /// A line by rules of another version.
    case ofOtherRules(String)
    /// A line with a value of a wrong type under this key.
    case wrongType(key: String)
    case broken
  }

  let path: SourcePath
  let isFirst: Bool
  private(set) var isLast = false
  private(set) var failure: IngestError?
  /// The bytes of the part, decompressed, and the lines, up to the end of this block.
  private(set) var bytesRead: Int64 = 0
  private(set) var lineCount: Int64
  private(set) var byteCount = 0
  private var texts = LineBlock()
  private(set) var lines: [(number: Int64, content: Content)] = []
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

  mutating func cut(_ source: inout SummarySource, bytes: Int) {
    texts = LineBlock(room: min(bytes, 1 << 20) * 9 / 8)
    do throws(IngestError) {
      while texts.byteCount < bytes, try source.next(into: &texts) { lineCount += 1 }
    } catch { failure = error }
    isLast = texts.byteCount < bytes
    byteCount = texts.byteCount
    texts.finish()
    bytesRead = source.bytesRead
  }

  mutating func parse(_ wanted: SummaryScope) {
    var reader = SummaryReader(wanted)
    lines.reserveCapacity(texts.ranges.count)
    let before = lineCount - Int64(texts.ranges.count)
    for index in texts.ranges.indices {
      guard let content = Self.content(of: texts, index, &reader, wanted) else { continue }
      lines.append((before + Int64(index) + 1, content))
    }
    texts = LineBlock()
    symbols = reader.symbols
  }

  /// The summary in a line as this version of tracetool writes it; nil for any other line.
  private static func ordered(
    _ block: LineBlock, _ index: Int, _ reader: inout SummaryReader, _ wanted: SummaryScope
  ) -> Content? {
    guard let digest = reader.beginOrdered(block, index) else { return nil }
    var summary = LaunchSummary()
    if wanted.holdsDetails {
      SummaryShape.pass(&summary, &reader, wanted)
    } else {
      SummaryShape.passFront(&summary, &reader)
      // A launch without recognized events needs its candidates too.
      if !summary.holdsKnownEvents || reader.isOfMetricKit { return nil }
    }
    guard let origin = reader.end(&summary, early: !wanted.holdsDetails) else { return nil }
    return .summary(summary, digest: digest, origin)
  }

  private static func content(
    of block: LineBlock, _ index: Int, _ reader: inout SummaryReader, _ wanted: SummaryScope
  ) -> Content? {
    if let summary = ordered(block, index, &reader, wanted) { return summary }
    let line = Array(block[index])
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return nil }
    guard reader.begin(line) else { return .broken }
    var schema = ""
    var rules = ""
    var digest = ""
    reader.word("schema", &schema)
    reader.word("rules", &rules)
    reader.word("digest", &digest)
    if rules != DerivationDigest.value { return .ofOtherRules(rules) }
    if schema != SummaryLines.schema, schema != SummaryTrailer.schema { return .ofOtherRules(schema) }
    if schema == SummaryTrailer.schema {
      var trailer = SummaryTrailer()
      trailer.pass(&reader)
      return reader.wrongKey.map { .wrongType(key: $0) } ?? .trailer(trailer, digest: digest)
    }
    var summary = LaunchSummary()
    SummaryShape.pass(&summary, &reader, wanted)
    if !wanted.holdsDetails, !summary.holdsKnownEvents {
      SummaryShape.passCandidates(&summary.candidates, &reader)
    }
    guard let hash = UInt64(digest, radix: 16), let origin = reader.end(&summary) else {
      return .wrongType(key: reader.wrongKey ?? "digest")
    }
    return .summary(summary, digest: hash, origin)
  }
}
