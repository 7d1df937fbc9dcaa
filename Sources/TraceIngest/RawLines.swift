/// Lines of a file as they stand there; of a format with records of several lines, those.
package enum RawLines {
  /// The lines with these numbers, from 1; none of what is no file.
  ///
  /// - Throws: `IngestError` if the file cannot be read or decompressed.
  package static func read(_ path: String, _ numbers: Set<Int>, _ options: IngestOptions = IngestOptions())
    throws(IngestError) -> [Int: String]
  {
    // A pipe would wait for somebody who writes.
    guard FileStatus(SourcePath(path))?.isFile == true else { return [:] }
    var reader = try SourceReader(SourcePath(path), options: options)
    var (batch, found) = (EventBatch(), [Int: String]())
    while try reader.cut(into: &batch, limit: 10_000) || !batch.lines.isEmpty {
      for line in batch.lines where numbers.contains(Int(line.number)) {
        found[Int(line.number)] = String(decoding: batch.raw(line), as: UTF8.self)
      }
    }
    return found
  }
}
