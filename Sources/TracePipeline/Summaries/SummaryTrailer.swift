import TraceIngest
import TraceModel

/// The last line of a part: what the part holds, and what became of the logs that it was made from.
///
/// It shows that a part is whole: one that was cut off has none.
struct SummaryTrailer {
  /// The `schema` of the line.
  static let schema = "tracetool.part/1"
  /// The number of files with rejected records that are named.
  static let mostFiles = 20

  /// A file with records that were rejected.
  struct RejectingFile {
    var file = ""
    var records: Int64 = 0
    var rejected: Int64 = 0
    /// The line of the first of them, and why.
    var line: Int32 = 0
    var reason = ""
  }

  /// A name that is in no vocabulary.
  struct NameCount {
    var name = ""
    var count: Int64 = 0
  }

  /// A field that had values of a wrong type, and the first of them.
  struct MisfitField {
    var field = ""
    var count: Int64 = 0
    var file = ""
    var line: Int64 = 0
    var value = ""
  }

  var launches: Int64 = 0
  /// The sum of the digests of the lines before it, whatever their order.
  var content: UInt64 = 0
  /// True if all sources were read to their ends.
  var isComplete = true
  var sources: Int64 = 0
  var unreadSources: Int64 = 0
  var counts = IngestCounts()
  /// The number of rejected records; a copy in another file counts no second time.
  var rejected: Int64 = 0
  var rejects: [RejectingFile] = []
  var unknownNames: [NameCount] = []
  var misfits: [MisfitField] = []

  /// The members of the line, behind its schema, rules and digest.
  mutating func pass(_ line: inout some SummaryMembers) {
    line.number("launches", &launches)
    var content = Fingerprint(value: content).hex
    line.word("content", &content)
    self.content = UInt64(content, radix: 16) ?? 0
    var isComplete: Bool? = isComplete
    line.truth("complete", &isComplete)
    self.isComplete = isComplete == true
    line.count("sources", &sources)
    line.count("unreadSources", &unreadSources)
    line.object("counts", &counts) { Self.pass(&$0, &$1) }
    line.count("rejected", &rejected)
    line.list("rejects", &rejects, of: RejectingFile()) { Self.pass(&$0, &$1) }
    line.list("unknownNames", &unknownNames, of: NameCount()) { name, line in
      line.word("name", &name.name)
      line.count("count", &name.count)
    }
    line.list("misfits", &misfits, of: MisfitField()) { Self.pass(&$0, &$1) }
  }

  private static func pass(_ counts: inout IngestCounts, _ line: inout some SummaryMembers) {
    line.count("lines", &counts.lines)
    line.count("records", &counts.records)
    line.count("blank", &counts.blank)
    line.count("envelope", &counts.envelope)
    line.count("unfinished", &counts.unfinished)
    line.count("new", &counts.new)
    line.count("duplicate", &counts.duplicate)
    line.count("passedOver", &counts.passedOver)
    line.count("rejected", &counts.rejected)
    line.count("misfits", &counts.misfits)
    line.count("duplicateKeys", &counts.duplicateKeys)
    line.count("zoneAssumed", &counts.zoneAssumed)
  }

  private static func pass(_ reject: inout RejectingFile, _ line: inout some SummaryMembers) {
    line.word("file", &reject.file)
    line.count("records", &reject.records)
    line.count("rejected", &reject.rejected)
    line.count("line", &reject.line)
    line.word("reason", &reject.reason)
  }

  private static func pass(_ misfit: inout MisfitField, _ line: inout some SummaryMembers) {
    line.word("field", &misfit.field)
    line.count("count", &misfit.count)
    line.word("file", &misfit.file)
    line.count("line", &misfit.line)
    line.word("value", &misfit.value)
  }
}
