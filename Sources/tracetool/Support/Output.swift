import TracePipeline
import TraceReport
import TraceStore

extension Invocation {
  /// The store, opened for what `mode` allows; a terminal shows how far one of an older version is brought up to date.
  func openStore(_ mode: StoreMode, schema: SchemaDemand = .own) throws -> EventStore {
    try withProgress { progress in
      try EventStore(path: store, mode: mode, busyTimeout: busyTimeoutMilliseconds, schema: schema) { bytes, total in
        progress(RunProgress(.migrating(done: bytes, total: total)))
      }
    }
  }

  /// The launches of the store, with so much of each; a terminal shows how far outdated summaries are made anew.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  func launchesOfStore(_ parts: SummaryParts) throws -> Launches {
    try withProgress { progress in
      try Projector.launches(ofStore: store, parts, busyTimeout: busyTimeoutMilliseconds, report: progress)
    }
  }

  /// The rows of the store that a statement of the program selects.
  ///
  /// - Throws: `StoreError`, or a `Failure` if the program is stopped.
  func rows(of sql: String) throws -> Table {
    let answer: (columns: [String], rows: [[Cell]])
    do {
      answer = try openStore(.read).query(sql, as: { Cell($0) }, until: { System.isStopped })
    } catch {
      try System.stopIfAsked("nothing was written")
      throw error
    }
    try System.stopIfAsked("nothing was written")
    return Table("", answer.columns.map { Table.Column($0) }, answer.rows)
  }

  /// Writes a message beside the result, unless `--quiet` is given.
  func remark(_ text: String) { if !isQuiet { complain(text) } }

  /// Writes a message about an error.
  func complain(_ text: String) { if let joint { joint.hold(text) } else { ErrorOutput.write(text) } }

  /// Runs `work` with a progress line; none where nobody would see it.
  func withProgress<T>(_ work: (@escaping (RunProgress) -> Void) throws -> T) rethrows -> T {
    if let joint { return try work(joint.update) }
    var progress = progressLine
    defer { progress.clear() }
    return try work { progress.update($0) }
  }

  /// Runs `work` on this many inputs at once, and then writes the messages about them, in their order.
  ///
  /// - Parameters:
  ///   - count: The number of inputs.
  ///   - work: Works on the input with this number, with this run in place of its own.
  /// - Returns: The results, in the order of the inputs.
  /// - Throws: What `work` threw on the first input on which it did; of those behind it nothing is written.
  func atOnce<T: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (_ number: Int, _ invocation: Invocation) throws -> T
  ) throws -> [T] {
    let output = JointOutput(count: count, line: progressLine)
    let results = concurrently(
      (0..<count).map { number in
        { @Sendable in
          var invocation = self
          invocation.joint = output.part(number)
          return Result { try work(number, invocation) }
        }
      })
    output.clear()
    return try results.enumerated().map { number, result in
      for message in output.messages(of: number) { complain(message) }
      return try result.get()
    }
  }

  private var progressLine: Progress {
    let canMove = System.isTerminal(System.standardError) && !Drawing.isDumb(System.variable)
    let isShown = !isQuiet && !hidesProgress && canMove
    let start = ContinuousClock().now
    return Progress(elapsed: { start.duration(to: .now) }) { text in
      if isShown { try? System.put(text, to: System.standardError) }
    }
  }

  /// Writes a result in the formats that were asked for: first to the files beside, so that a reader of the main output
  /// who goes away does not keep them from being written.
  ///
  /// - Parameters:
  ///   - answer: The result.
  ///   - text: What the main output gets in place of what its format writes.
  /// - Throws: `Failure` if it cannot be written somewhere; it is then still written everywhere else.
  func deliver(_ answer: any Answer, as text: String? = nil) throws {
    try checkOutputs()
    let unwritten = try additions.compactMap { try write(answer, to: $0) }
    do {
      if let text { try write(text) } else { try write { put in try format.write(answer, drawing, to: put) } }
    } catch {
      for failure in unwritten { complain(failure.description) }
      throw error
    }
    if let first = unwritten.first {
      throw Failure(code: first.code, description: unwritten.map(\.description).joined(separator: "\n"))
    }
  }

  /// Writes a result to a file beside the main output.
  ///
  /// - Returns: The failure if it cannot be written.
  private func write(_ answer: any Answer, to addition: AdditionalOutput) throws -> Failure? {
    let drawing = Drawing(width: nil, isTerminal: false, color: color.isColored, variable: System.variable)
    do {
      if System.fileIdentity(addition.path) == System.fileIdentity(nil) {
        try addition.format.write(answer, drawing) { try System.put($0, to: System.standardOutput) }
      } else {
        try System.save(as: addition.path, option: "--also") { put in
          try addition.format.write(answer, drawing, to: put)
        }
      }
    } catch let failure as Failure { return failure }
    return nil
  }

  /// Checks that no two outputs are one file, and that none overwrites what is read.
  ///
  /// - Throws: A usage `Failure`.
  func checkOutputs() throws {
    var names = [System.fileIdentity(output): output.map { "'--output \($0)'" } ?? "standard output"]
    for addition in additions {
      if isRead(addition.path) {
        throw Failure.usage("'\(addition.text)' would overwrite what is read; name another file")
      }
      if let other = names.updateValue("'\(addition.text)'", forKey: System.fileIdentity(addition.path)) {
        throw Failure.usage("'\(addition.text)' and \(other) are one file; name another file")
      }
    }
  }

  /// True if the file is the store, the configuration or one of the logs that are named.
  private func isRead(_ path: String) -> Bool {
    let files = [store, ConfigurationFile.path(named: configuration)].compactMap(\.self) + operands
    return files.contains { System.isSameFile($0, path) }
  }

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
    if isRead(output) {
      throw Failure.usage("'--output \(output)' would overwrite what is read; name another file")
    }
    try System.save(as: output, body)
  }
}
