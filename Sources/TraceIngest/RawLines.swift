/// Lines of a file as they stand there.
package enum RawLines {
  /// The lines with these numbers, from 1; none of what is no file.
  ///
  /// - Throws: `IngestError` if the file cannot be read or decompressed.
  package static func read(_ path: String, _ numbers: Set<Int>) throws(IngestError) -> [Int: String] {
    // A pipe would wait for somebody who writes.
    guard FileStatus(SourcePath(path))?.isFile == true else { return [:] }
    var reader = try SourceReader(SourcePath(path), options: IngestOptions())
    var (batch, found, passed) = (EventBatch(), [Int: String](), 0)
    while try reader.cut(into: &batch, limit: 10_000) || !batch.lines.isEmpty {
      for (index, line) in batch.lines.enumerated() where numbers.contains(passed + index + 1) {
        found[passed + index + 1] = String(decoding: batch.text[line.range], as: UTF8.self)
      }
      passed += batch.lines.count
    }
    return found
  }
}
