import TraceModel

extension SourceReader {
  /// So many lines are looked at in one go.
  private static let searchedLines = 2_000

  /// Whether an event stands anywhere in a file; also if the search was stopped.
  ///
  /// - Throws: `IngestError` if the file cannot be read to its end.
  static func holdsEvent(_ path: SourcePath, _ options: IngestOptions) throws(IngestError) -> Bool {
    var reader = try SourceReader(path, options: options, isSearched: false)
    var batch = EventBatch()
    var isMore = true
    while isMore {
      isMore = try reader.cut(into: &batch, limit: searchedLines)
      batch.scan(options)
      // Of a record without a time the name was read; of a broken one, its launch and number.
      let isNamed = batch.rejects.contains { $0.reason == .noTime || $0.stream != nil }
      if isNamed || !batch.events.isEmpty || options.isStopped() { return true }
    }
    return false
  }
}
