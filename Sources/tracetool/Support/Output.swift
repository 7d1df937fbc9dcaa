import TraceIngest
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

extension Invocation {
  /// The path of the store, if it may be opened.
  ///
  /// - Throws: A `Failure` if the store was not named, and another user put it into the working directory, as anyone
  ///   may in a folder such as `/tmp`.
  func trustedStore() throws -> String {
    if isStoreNamed { return store }
    guard let refusal = System.refusal(ofOwner: store, RepositoryFile.owners) else { return store }
    throw Failure(
      code: .inputOutput,
      sentence:
        "cannot open the store '\(name: store)': \(name: refusal); '--store \(name: store)' opens it all the same")
  }

  func openStore(_ mode: StoreMode, schema: SchemaDemand = .own) throws -> EventStore {
    let opened = try EventStore(path: trustedStore(), mode: mode, busyTimeout: busyTimeoutMilliseconds, schema: schema)
    opened.endsWaiting = { System.isAskedToEnd }
    return opened
  }

  /// The launches of the store; a terminal shows how far outdated summaries are renewed.
  func launchesOfStore(_ scope: SummaryScope) throws -> Launches {
    try withProgress { progress in
      try StoredLaunches.launches(
        ofStore: trustedStore(), scope, busyTimeout: busyTimeoutMilliseconds, report: progress)
    }
  }

  /// The store, to read; its launches are up to date.
  func openStoreUpToDate() throws -> EventStore {
    try withProgress { progress in
      try StoredLaunches.openUpToDate(trustedStore(), busyTimeout: busyTimeoutMilliseconds, report: progress)
    }
  }

  /// Writes a message beside the result, unless `--quiet` is given.
  func remark(_ text: Sentence) { if !isQuiet { complain(text) } }

  /// Writes a message about an error.
  func complain(_ text: Sentence) { if let joint { joint.hold(text) } else { ErrorOutput.write(text) } }

  /// Runs `work` with a progress line if standard error is a terminal.
  func withProgress<T>(_ work: (@escaping (RunProgress) -> Void) throws -> T) rethrows -> T {
    if let joint { return try work(joint.update) }
    var progress = progressLine
    defer { progress.clear() }
    return try work { progress.update($0) }
  }

  /// Runs `work` on `count` inputs at once, then writes their messages in order; returns the results in order.
  ///
  /// - Throws: The error of the first input with one; the output of later ones is not written.
  func atOnce<T: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (_ number: Int, _ invocation: Invocation) throws -> T
  ) throws -> [T] {
    let output = JointOutput(count: count, line: progressLine)
    let results = concurrently(
      (0..<count).map { number in
        { @Sendable in
          var invocation = self
          invocation.joint = output.channel(number)
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
    let isShown = !isQuiet && canMove
    let start = ContinuousClock().now
    return Progress(elapsed: { start.duration(to: .now) }) { text in
      guard isShown else { return }
      System.noteProgress(isShown: text != Progress.clearing)
      try? System.put(text, to: System.standardError)
    }
  }

  /// - Throws: A usage `Failure` if a timeline is asked for and no viewer could show these launches.
  func checkSize(of traced: TracedLaunches) throws {
    guard format.writes(TracedLaunches.self), let size = traced.excess else { return }
    throw Failure.usage(
      "\(name: size) are too much for one timeline; select fewer with --launch ID, --since TIME, --until TIME or "
        + "--where FIELD=VALUE")
  }

  /// Writes a result in the wanted formats: first to the further files, so that a reader of the main output who goes
  /// away does not prevent them.
  ///
  /// `text` replaces what the main format writes.
  ///
  /// - Throws: `Failure` if an output cannot be written; the others are.
  func deliver(_ answer: any Answer, as text: String? = nil) throws {
    if title != nil, !isForBrowser { throw Failure.usage("'--title' is that of a page: --format html") }
    let unwritten = try additions.compactMap { try write(answer, to: $0) }
    do {
      if let text { try write(text) } else { try write { put in try format.write(answer, drawing, to: put) } }
    } catch {
      for failure in unwritten { complain(failure.sentence) }
      throw error
    }
    if let first = unwritten.first {
      throw Failure(code: first.code, sentence: unwritten.map(\.sentence).joined(separator: "\n"))
    }
  }

  /// Writes a result to a further file; returns the failure if that cannot be written.
  private func write(_ answer: any Answer, to addition: AdditionalOutput) throws -> Failure? {
    let drawing = Drawing(width: nil, isTerminal: false, color: color.isColored, variable: System.variable)
    do {
      try save(as: addition.path, named: addition.text) { put in
        try addition.format.write(answer, drawing) { text in
          try put(Self.shown(text, as: addition.format, hasColor: drawing.hasColor))
        }
      }
    } catch let failure as Failure { return failure }
    return nil
  }

  /// Checks that no two outputs are one file, and that none overwrites what is read or used.
  ///
  /// - Throws: A usage `Failure`.
  func checkOutputs() throws {
    if format.isForBrowser, isForPerson {
      throw Failure.usage("'--format \(name: format.name)' is for a browser; name the file with '--output FILE'")
    }
    let main = (output, output.map { "'--output \($0)'" } ?? "standard output")
    var names: [FileIdentity: String] = [:]
    for (path, words) in [main] + additions.map({ ($0.path, "'\($0.text)'") }) {
      let identity = System.fileIdentity(path)
      let isStandardOutput = path == nil || path == "-"
      // The shell may have opened the answer's file in a folder that is read.
      let isTaken = isStandardOutput ? isStandardOutputNamed(identity) : isUsed(identity)
      if isTaken { throw Self.overwriting(words) }
      if let other = names.updateValue(words, forKey: identity) {
        throw Failure.usage("\(name: words) and \(name: other) are one file; name another file")
      }
    }
  }

  private static func overwriting(_ words: String) -> Failure {
    Failure.usage("\(name: words) would overwrite what is read; name another file")
  }

  /// True if the run reads or uses a file under any of its names, or would under its future name.
  private func isUsed(_ file: FileIdentity) -> Bool {
    let used = usedPaths
    if file.name.isEmpty { return SourceList.leads(used, to: file.file) }
    return used.contains { System.fileIdentity($0) == file }
  }

  /// True if standard output is a file that the run names, as in `check a.jsonl >> a.jsonl`.
  private func isStandardOutputNamed(_ file: FileIdentity) -> Bool {
    guard System.isFile(System.standardOutput) else { return false }
    return usedPaths.contains { $0 != "-" && System.fileIdentity($0) == file }
  }

  /// The paths that the command line names or leaves to be found, with SQLite's files beside stores.
  private var usedPaths: [String] {
    let found = [ConfigurationFile.name, BaselineFile.name].flatMap { RepositoryFile.paths(of: $0) }
    let named = namedPaths + [store] + [configuration].compactMap(\.self)
    // Beside the target of a link.
    let inputs = named.filter { $0 != "-" }.flatMap { path in [path] + [System.realPath(path)].compactMap(\.self) }
    return named + found + inputs.flatMap { path in ["-wal", "-shm", "-journal"].map { path + $0 } }
  }

  /// Writes a file that `words` of the command line name, unless that is standard output, or is read or used.
  private func save(
    as path: String, named words: String, _ body: ((String) throws -> Void) throws -> Void
  ) throws {
    if System.fileIdentity(path) == System.fileIdentity(nil) {
      return try body { try System.put($0, to: System.standardOutput) }
    }
    let option = words.split(separator: " ").first.map(String.init) ?? ""
    let check: (FileID) throws -> Void = { file in
      if isUsed(FileIdentity(file: file, name: "")) { throw Self.overwriting("'\(words)'") }
    }
    try System.save(as: path, option: option, check: check, body)
  }

  /// A piece of a format's output, escaped so that no text from outside steers its reader.
  ///
  /// CSV has no escapes for control characters: they are replaced only on a terminal.
  private static func shown(
    _ text: String, as format: any Reporter.Type, hasColor: Bool, isTerminal: Bool = false
  ) -> String {
    if format.isForPeople { return DisplayText.guarded(text, hasColor: hasColor) }
    return format.isJSON || isTerminal ? DisplayText.escapedLines(text) : text
  }

  private var isForPerson: Bool { output == nil && System.isTerminal(System.standardOutput) }

  /// How screens are drawn, by the options, the terminal and the environment.
  var drawing: Drawing {
    Drawing(
      width: isForPerson ? System.terminalWidth : nil, isTerminal: isForPerson, color: color.isColored,
      variable: System.variable)
  }

  /// Writes the whole result, to standard output or to the wanted file.
  func write(_ text: String) throws { try write { put in try put(text) } }

  /// Writes a result as `body` puts it, piece by piece.
  func write(_ body: ((String) throws -> Void) throws -> Void) throws {
    guard let output, output != "-" else {
      let isTerminal = System.isTerminal(System.standardOutput)
      let hasColor = drawing.hasColor
      return try body { text in
        let shown = Self.shown(text, as: format, hasColor: hasColor, isTerminal: isTerminal)
        try System.put(shown, to: System.standardOutput)
      }
    }
    try save(as: output, named: "--output \(output)") { put in
      let hasColor = drawing.hasColor
      try withoutActuallyEscaping(put) { put in
        try body { text in try put(Self.shown(text, as: format, hasColor: hasColor)) }
      }
    }
  }
}
