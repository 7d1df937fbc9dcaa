import TracePipeline
import TraceReport
import TraceStore

extension Invocation {
  /// The store, opened for what `mode` allows.
  func openStore(_ mode: StoreMode) throws -> EventStore {
    try EventStore(path: store, mode: mode, busyTimeout: busyTimeoutMilliseconds)
  }

  /// The rows of the store that a statement selects.
  ///
  /// - Throws: `StoreError`, or a `Failure` if the program is stopped.
  func rows(of sql: String) throws -> Table { try rows(of: sql, in: openStore(.read)) }

  /// The rows of an open store that a statement selects.
  ///
  /// - Throws: `StoreError`, or a `Failure` if the program is stopped.
  func rows(of sql: String, in store: EventStore) throws -> Table {
    let answer: (columns: [String], rows: [[Cell]])
    do {
      answer = try store.query(sql, as: { Cell($0) }, until: { System.isStopped })
    } catch {
      try System.stopIfAsked("nothing was written")
      throw error
    }
    try System.stopIfAsked("nothing was written")
    return Table("", answer.columns.map { Table.Column($0) }, answer.rows)
  }

  /// Writes a message beside the result, unless `--quiet` is given.
  func remark(_ text: String) { if !isQuiet { ErrorOutput.write(text) } }

  /// Writes a message about an error.
  func complain(_ text: String) { ErrorOutput.write(text) }

  /// Runs `work` with a progress line; none where nobody would see it.
  func withProgress<T>(_ work: (@escaping (RunProgress) -> Void) throws -> T) rethrows -> T {
    let canMove = System.isTerminal(System.standardError) && !Drawing.isDumb(System.variable)
    let isShown = !isQuiet && !hidesProgress && canMove
    let start = ContinuousClock().now
    var progress = Progress(elapsed: { start.duration(to: .now) }) { text in
      if isShown { try? System.put(text, to: System.standardError) }
    }
    defer { progress.clear() }
    return try work { progress.update(bytes: $0.bytes, of: $0.totalBytes, events: $0.events) }
  }

  /// Writes a result in the format that was asked for.
  ///
  /// - Throws: `Failure` if it cannot be written.
  func deliver(_ answer: any Answer) throws { try write { put in try format.write(answer, drawing, to: put) } }

  private var isForPerson: Bool { output == nil && System.isTerminal(System.standardOutput) }

  /// How screens are drawn, as the options, the terminal and the environment say.
  var drawing: Drawing {
    Drawing(
      width: isForPerson ? System.terminalWidth : nil, isTerminal: isForPerson, color: color.isColored,
      variable: System.variable)
  }

  /// Writes the whole result, to standard output or to the file that was asked for.
  func write(_ text: String) throws { try write { put in try put(text) } }

  /// Writes a result as `body` puts it, part by part.
  func write(_ body: ((String) throws -> Void) throws -> Void) throws {
    guard let output, output != "-" else { return try body { try System.put($0, to: System.standardOutput) } }
    if ([store] + operands).contains(where: { System.isSameFile($0, output) }) {
      throw Failure.usage("'--output \(output)' would overwrite what is read; name another file")
    }
    try System.save(as: output, body)
  }
}
