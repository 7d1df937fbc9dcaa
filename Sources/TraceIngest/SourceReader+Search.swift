import TraceModel

extension SourceReader {
  /// The number of lines that are searched in one batch.
  private static let searchedLines = 2_000

  /// True if a file is a log, and if the search was stopped.
  ///
  /// A log holds an event anywhere, or its records have keys of their own that say what happened and when: then `--map`
  /// makes events of them.
  ///
  /// - Throws: `IngestError` if the file cannot be read to its end.
  static func isLog(_ path: SourcePath, _ options: IngestOptions) throws(IngestError) -> Bool {
    var reader = try SourceReader(path, options: options, isSearched: false)
    var batch = EventBatch()
    var keys = SeenKeys()
    var isMore = true
    var damage: IngestError?
    while isMore {
      do throws(IngestError) { isMore = try reader.cut(into: &batch, limit: searchedLines) } catch {
        damage = error
        isMore = false
      }
      batch.scan(options)
      // Of a record without a time the name was read; of a broken one, its launch and number.
      let isNamed = batch.rejects.contains { $0.reason == .noTime || $0.stream != nil }
      if isNamed || !batch.events.isEmpty || options.isStopped() { return true }
      keys.add(batch)
    }
    let isOfLog = keys.areOfLog(options)
    if let damage, !isOfLog { throw damage }
    return isOfLog
  }
}
