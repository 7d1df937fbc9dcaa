/// Lines of a file as they stand there.
package enum RawLines {
  /// The lines with these numbers, from 1; none of what is no file.
  ///
  /// - Throws: `IngestError` if the file cannot be read or decompressed.
  package static func read(_ path: String, _ numbers: Set<Int>) throws(IngestError) -> [Int: String]
  {
    let (source, options) = (SourcePath(path), IngestOptions())
    // A pipe would wait for somebody who writes.
    guard FileStatus(source)?.isFile == true, let last = numbers.max() else { return [:] }
    var input = try ByteInput(source, options)
    var lines = LineReader(options)
    var (number, found) = (0, [Int: String]())
    while number < last, !lines.isFinished {
      if let line = try lines.next(from: &input, until: .now) {
        number += 1
        guard numbers.contains(number) else { continue }
        found[number] = String(decoding: lines.buffer[line.range], as: UTF8.self)
      } else {
        var room: [UInt8] = []
        lines.finishBatch(&room)
      }
    }
    return found
  }
}
