package import TraceModel
import TraceStore
import TraceAnalyzer
import TraceIngest

/// Launch summaries as lines of JSON, followed by the trailer of the part.
///
/// Equal launches give equal lines, in whatever order their logs were read.
package struct SummaryLines {
  static let schema = "tracetool.summary/1"

  private let launches: Launches
  private let summaries: [LaunchSummary]

  /// The lines of all launches, or of some of them.
  package init(_ launches: Launches, of summaries: [LaunchSummary]? = nil) {
    self.launches = launches
    self.summaries = summaries ?? launches.summaries
  }

  /// Hands over each line with its newline, the trailer last; without a trailer if details cannot be read, so that the
  /// lines do not look complete.
  package func forEachLine(_ put: (String) throws -> Void) throws {
    var content: UInt64 = 0
    for index in Self.order(of: summaries, launches.symbols) {
      var summary = summaries[index]
      var writer = SummaryWriter(launches.symbols)
      SummaryShape.pass(&summary, &writer)
      if let failure = launches.failure { throw failure }
      let (line, digest) = writer.finished { Self.start(Self.schema, digest: $0) }
      content &+= digest
      try put(line)
    }
    var trailer = SummaryTrailer(launches, count: summaries.count, content: content)
    var writer = SummaryWriter()
    trailer.pass(&writer)
    try put(writer.finished { Self.start(SummaryTrailer.schema, digest: $0) }.line)
  }

  /// The indices of summaries by their first instants, then by the names of their streams.
  static func order(of summaries: [LaunchSummary], _ symbols: Symbols) -> [Int] {
    let keys = summaries.map { (first: $0.firstInstant, stream: $0.stream, ordinal: $0.ordinal) }
    return summaries.indices.sorted { first, second in
      let a = keys[first]
      let b = keys[second]
      if a.first != b.first { return a.first < b.first }
      if a.stream == b.stream { return a.ordinal < b.ordinal }
      return symbols.streamName(a.stream) < symbols.streamName(b.stream)
    }
  }

  private static func start(_ schema: String, digest: String) -> String {
    #""schema":"\#(schema)","rules":"\#(DerivationDigest.value)","digest":"\#(digest)""#
  }
}

extension SummaryTrailer {
  fileprivate init(_ launches: Launches, count: Int, content: UInt64) {
    self.launches = Int64(count)
    self.content = content
    isComplete = launches.unread.count == 0
    sources = launches.unread.all
    unreadSources = launches.unread.count
    counts = launches.counts
    rejected = launches.rejected
    rejects = Array(launches.diagnostics.rejects.prefix(Self.mostFiles))
    unknownNames = launches.unknownNames.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    misfits = launches.diagnostics.misfits.sorted { $0.key < $1.key }.map { ($0.key, $0.value.misfit, $0.value.file) }
  }
}
