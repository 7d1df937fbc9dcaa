import TraceIngest
import TraceModel

/// The last line of a part: what it holds, and what became of the logs behind it.
///
/// A part that was cut off has none.
struct SummaryTrailer {
  static let schema = "tracetool.part/1"
  /// The most files with rejected records to name.
  static let mostFiles = 20

  var launches: Int64 = 0
  /// The sum of the digests of the lines before it, whatever their order.
  var content: UInt64 = 0
  var isComplete = true
  var sources: Int64 = 0
  var unreadSources: Int64 = 0
  var counts = IngestCounts()
  /// Rejected records; a copy in another file is not counted.
  var rejected: Int64 = 0
  var rejects: [FileRejects] = []
  var unknownNames: [(name: String, count: Int64)] = []
  /// The fields that had values of a wrong type, each with the file of the first.
  var misfits: [(field: String, misfit: Misfit, file: String)] = []

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
    line.list("rejects", &rejects, of: FileRejects(file: "")) { Self.pass(&$0, &$1) }
    line.list("unknownNames", &unknownNames, of: ("", 0)) { name, line in
      line.word("name", &name.name)
      line.count("count", &name.count)
    }
    line.list("misfits", &misfits, of: ("", Misfit(count: 0, line: 0, value: ""), "")) { found, line in
      line.word("field", &found.field)
      line.count("count", &found.misfit.count)
      line.word("file", &found.file)
      line.count("line", &found.misfit.line)
      line.word("value", &found.misfit.value)
    }
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

  private static func pass(_ file: inout FileRejects, _ line: inout some SummaryMembers) {
    line.word("file", &file.file)
    line.count("records", &file.records)
    line.count("rejected", &file.rejected)
    var number = file.first?.line ?? 0
    line.count("line", &number)
    var reason = file.first?.reason.rawValue ?? ""
    line.word("reason", &reason)
    file.first = Reject.Reason(rawValue: reason).map { (number, $0) }
  }
}
