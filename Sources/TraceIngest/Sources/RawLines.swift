/// Reads lines of a file as they are written; in a format with records of several lines, those records.
package enum RawLines {
  /// The lines with these numbers, from 1; empty if the path is no file.
  package static func read(_ path: String, _ numbers: Set<Int>, _ options: IngestOptions = IngestOptions())
    throws(IngestError) -> [Int: String]
  {
    guard let source = try source(path) else { return [:] }
    var reader = try SourceReader(source, options: options)
    var batch = EventBatch()
    var found = [Int: String]()
    while try reader.cut(into: &batch, limit: 10_000) || !batch.lines.isEmpty {
      for line in batch.lines where numbers.contains(Int(line.number)) {
        found[Int(line.number)] = text(batch.raw(line), isElement: reader.isOfElements)
      }
    }
    return found
  }

  /// A line as text; a JSON record of several lines is joined, as only white space is at their ends.
  private static func text(_ bytes: ArraySlice<UInt8>, isElement: Bool) -> String {
    if !isElement { return String(decoding: bytes, as: UTF8.self) }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { $0.drop(while: JSONScanner.isSpace) }
    return String(decoding: Array(lines.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
  }

  /// The file with this name, on disk or in an archive; nil for a pipe, which would wait for its writer.
  private static func source(_ path: String) throws(IngestError) -> SourcePath? {
    let whole = SourcePath(path)
    if FileStatus(whole) != nil { return FileStatus(whole)?.isFile == true ? whole : nil }
    for slash in path.utf8.indices.filter({ path.utf8[$0] == UInt8(ascii: "/") }) {
      let archive = SourcePath(String(path[..<slash]))
      guard FileStatus(archive)?.isFile == true else { continue }
      return try Archive.sources(of: archive)?.first { $0.name == path }
    }
    return nil
  }
}
