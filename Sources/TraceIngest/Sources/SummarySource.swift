import TraceModel

/// Reads the lines of a source that holds launch summaries, as `tracetool check --format summaries` writes them.
package struct SummarySource: ~Copyable {
  /// The first bytes of a line of such a source, whatever version of tracetool wrote it.
  static let line = #"{"schema":"tracetool.summary/"#
  /// The first bytes of the last line of a part; a part without launches has no other line.
  static let trailer = #"{"schema":"tracetool.part/"#
  /// The longest line that is read, in bytes: enough for three million tasks of one launch.
  static let longestLine = 1 << 30

  private let path: SourcePath
  private let options: IngestOptions
  private var input: ByteInput
  private var lines: LineReader

  /// Opens a source.
  ///
  /// A file that is empty or ends within its first bytes is a part that was cut off. But an empty file of a folder
  /// whose name begins with `_` is no part: Hadoop and Spark mark a finished folder with one.
  ///
  /// - Throws: `IngestError` if it cannot be read or decompressed, or holds no summaries.
  package init(_ path: SourcePath, options: IngestOptions) throws(IngestError) {
    // The limit of lines is meant for logs; a summary may be longer.
    var options = options
    options.lineLimit = Self.longestLine
    var input = try ByteInput(path, options)
    var lines = LineReader(options)
    try lines.skipMark(from: &input)
    let head = try lines.ahead(Self.line.utf8.count, from: &input)
    let isMark = head.isEmpty && path.isFound && Self.isMark(path)
    guard Self.mayBeSummaries(head) || Self.isCutOff(head) && !isMark else {
      let what = isMark ? "it is empty" : "it holds no launch summaries"
      throw IngestError(
        operation: "read", subject: path.name, cause: what,
        hint: "name files of summaries alone, or logs alone: 'tracetool check --format summaries' makes ones of logs",
        isOfNoLog: true)
    }
    self.path = path
    self.options = options
    self.input = input
    self.lines = lines
  }

  /// The bytes that were read so far, decompressed.
  package var bytesRead: Int64 { input.bytesRead }

  /// Adds the next line to a block, without its newline.
  ///
  /// - Returns: False at the end, or if reading is to be stopped.
  /// - Throws: `IngestError` if the source cannot be read further, or a line is longer than `longestLine`.
  package mutating func next(into block: inout LineBlock) throws(IngestError) -> Bool {
    while !options.isStopped() {
      if let line = try lines.next(from: &input, until: .now + SourceReader.patience) {
        if line.length <= Self.longestLine {
          block.append(lines.buffer[line.range])
          return true
        }
        throw IngestError(
          operation: "read", subject: path.name, cause: "a line is longer than 1 GiB",
          hint: "summaries have no such lines: make them anew")
      }
      if lines.isFinished { return false }
      var done: [UInt8] = []
      lines.finishBatch(&done)
    }
    return false
  }

  /// True if the first file of `paths` that is long enough to see begins as summaries do; the others are then read as
  /// summaries.
  ///
  /// A source that cannot be opened does not count: the run that reads it reports the error.
  package static func isFirst(of paths: [String], options: IngestOptions) -> Bool {
    SourceList.firstAnswer(of: paths) { path, status -> Bool? in
      if path.isStandardInput { return isStandardInput(options) }
      guard status.isFile, status.size > 0 else { return nil }
      guard let head = head(of: path, options) else { return false }
      // An empty file, also a compressed one, or one that ends within its first bytes does not show what the others
      // are.
      return isCutOff(head) ? nil : mayBeSummaries(head)
    } ?? false
  }

  /// The first bytes of a file; nil if it cannot be read.
  private static func head(of path: SourcePath, _ options: IngestOptions) -> [UInt8]? {
    guard var input = try? ByteInput(path, options) else { return nil }
    var lines = LineReader(options)
    guard (try? lines.skipMark(from: &input)) != nil else { return nil }
    return try? lines.ahead(line.utf8.count, from: &input)
  }

  /// True if standard input begins as summaries do; its bytes can be read again.
  private static func isStandardInput(_ options: IngestOptions) -> Bool {
    guard var input = try? ByteInput(SourcePath("-"), options) else { return false }
    var head = [UInt8](repeating: 0, count: line.utf8.count)
    var count = 0
    // Reads as few bytes as are needed: more of a log may come much later.
    while count < head.count, couldBecomeSummaries(head.prefix(count)) {
      let deadline = ContinuousClock.now + SourceReader.patience
      // The run that reads it as a log reports the error.
      let read: Int?
      do { read = try input.read(into: &head, at: count, upTo: head.count - count, until: deadline) } catch { break }
      if read == 0 { break }
      count += read ?? 0
    }
    StandardInput.giveBack(Array(head.prefix(count)))
    return mayBeSummaries(Array(head.prefix(count)))
  }

  /// True if these first bytes are too few to see, and may be a beginning of summaries, or only white space.
  private static func isCutOff(_ head: [UInt8]) -> Bool {
    head.count < line.utf8.count && (couldBecomeSummaries(head[...]) || isBlank(head))
  }

  private static func isBlank(_ head: [UInt8]) -> Bool { head.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D } }

  /// True if the file, by its name, marks a finished folder.
  private static func isMark(_ path: SourcePath) -> Bool {
    let name = path.bytes.split(separator: UInt8(ascii: "/")).last
    return name?.first == UInt8(ascii: "_")
  }

  private static func mayBeSummaries(_ head: [UInt8]) -> Bool {
    head.starts(with: line.utf8) || head.starts(with: trailer.utf8)
  }

  private static func couldBecomeSummaries(_ head: ArraySlice<UInt8>) -> Bool {
    line.utf8.starts(with: head) || trailer.utf8.starts(with: head)
  }
}

extension IngestError {
  /// The error for a part that is not complete.
  package init(incompletePart path: SourcePath, _ cause: String) {
    self.init(
      operation: "read all of", subject: path.name, cause: cause,
      hint: "make it anew, or set input.allowIncomplete in the configuration to take what there is")
  }
}
