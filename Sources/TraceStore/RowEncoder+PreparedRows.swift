import TraceModel

extension RowEncoder {
  /// Adds the rows of a launch of the stream that was begun to those of each table of `EventStore.streamProjections`, and
  /// counts it in `held`; returns what `launch_times` is to hold of it.
  mutating func add(_ launch: PackedSummary, to summaries: inout [Rows], _ held: inout HeldKindRows)
    throws(StoreError) -> LaunchTimes.Entry
  {
    for (index, table) in launch.rows.tables.enumerated() where table.rowCount > 0 {
      try add(table, of: launch.rows, to: &summaries[index].numbers)
    }
    let stream = states[stream].row
    let parts = launch.details.bytes { row(ofSource: $0) }
    let names = try row(ofNames: launch.details.texts)
    let details = summaries.count - 1
    let blob = summaries[details].bytes?.append(parts[...], isText: false) ?? .min
    summaries[details].numbers += [stream, Int64(launch.ordinal), names, blob]
    let context = try row(of: launch.context)
    func added(_ table: Int) -> ArraySlice<Int64> {
      summaries[table].numbers.suffix(launch.rows.tables[table].numbers.count)
    }
    let own = symbols.context(launch.context)
    let ownRows = SIMD4(
      try row(of: own.app), try row(of: own.appVersion), try row(of: own.format), try row(of: own.processKind))
    held.add(added(0), added(3), of: ownRows)
    return LaunchTimes.Entry(stream: stream, ordinal: launch.ordinal, context: context, record: launch.times[...])
  }

  /// Adds the rows that a launch of the stream that was begun has in one table to others of that table, with the numbers
  /// that were open.
  private mutating func add(_ table: PreparedRows.Table, of rows: borrowing PreparedRows, to numbers: inout [Int64])
    throws(StoreError)
  {
    let start = numbers.count
    numbers += rows.numbers[table.numbers]
    let width = table.numbers.count / table.rowCount
    let row = states[stream].row
    for index in stride(from: start, to: numbers.count, by: width) { numbers[index] = row }
    try fill(table.references, of: rows, in: &numbers, from: start - table.numbers.lowerBound)
  }

  /// Sets the numbers that were open: those of some references, of rows whose numbers begin at an index of `numbers`.
  mutating func fill(
    _ references: Range<Int>, of rows: borrowing PreparedRows, in numbers: inout [Int64], from start: Int = 0
  ) throws(StoreError) {
    for index in references {
      let reference = rows.references[index]
      let slot = Int(reference.index) + start
      if reference.target == .context {
        let context = try self.writtenContext(of: ContextID(rawValue: reference.id))
        numbers[slot] = context.row
        numbers[slot + 1] = context.pid
      } else {
        numbers[slot] = try number(of: reference, in: rows)
      }
    }
  }

  /// The number of what a reference names that is no context.
  private mutating func number(of reference: PreparedRows.Reference, in rows: borrowing PreparedRows)
    throws(StoreError) -> Int64
  {
    switch reference.target {
    case .text: try row(of: TextID(rawValue: reference.id))
    case .ownText: try number(of: TextID(rawValue: reference.id))
    case .word: try row(of: rows.words[Int(reference.id)])
    case .kind: try row(of: (EventKind(rawValue: UInt8(truncatingIfNeeded: reference.id)) ?? .unknown).name)
    case .kinds: try row(of: rows.kindSets[Int(reference.id)])
    case .source: row(ofSource: SourceID(rawValue: reference.id))
    case .context: Event.absent
    }
  }
}
