import Synchronization
import TraceIngest
import TraceModel
import TraceStore

/// A temporary file for details of launches that memory has no room for, with a cache of recent reads.
final class DetailsFile: Sendable {
  private static let launchesAtOnce = 1_000
  /// Cached launches, by the remainder of their offset: a power of two, and more than there are threads that judge.
  private static let recentCount = 64

  private let bytes: MovedWords
  private let recent = Mutex<[(location: MovedDetails.Location, launch: LaunchSummary)?]>(
    Array(repeating: nil, count: recentCount))

  init() throws(IngestError) { bytes = try MovedWords() }

  /// Why a read failed; a run must end with it, as what was judged without details is wrong.
  var failure: IngestError? { bytes.failure }

  /// Moves the details of launches from the index `first` on to the file; without room the rest stays.
  func move(_ launches: inout [LaunchSummary], from first: Int) throws(IngestError) {
    let moved = MovedDetails { self.launch(at: $0) }
    var start = first
    while start < launches.endIndex {
      let end = min(start + Self.launchesAtOnce, launches.endIndex)
      let indices = (start..<end).filter { launches[$0].hasDetailsInMemory }
      let records = indices.map { PackedDetails.record(of: launches[$0]) }
      var offset = try bytes.add(records.flatMap(\.self)).offset
      for (index, record) in zip(indices, records) {
        launches[index].moveDetails(to: moved, at: MovedDetails.Location(offset: offset, count: Int32(record.count)))
        offset += Int64(record.count)
      }
      start = end
    }
  }

  /// A launch with the details at a location; without any if they cannot be read, as `failure` then says.
  private func launch(at location: MovedDetails.Location) -> LaunchSummary {
    let number = Int(truncatingIfNeeded: location.offset / 64) & (Self.recentCount - 1)
    let last = recent.withLock { $0[number] }
    if let last, last.location == location { return last.launch }
    let piece = MovedWords.Piece(offset: location.offset, count: Int(location.count))
    guard let record: [UInt8] = bytes.values(of: piece) else { return LaunchSummary() }
    guard let launch = PackedDetails.launch(record) else {
      bytes.noteDamage()
      return LaunchSummary()
    }
    recent.withLock { $0[number] = (location, launch) }
    return launch
  }
}
