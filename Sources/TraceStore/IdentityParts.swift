import TraceModel

/// The contents of shared rows, by row; each is read once.
struct IdentityParts {
  struct About {
    var ids = SIMD4<Int32>.zero
    /// Absent for that of the stream's first event, as the source.
    var context = StoredContext(row: Event.absent)
    var source = Event.absent

    func context(after base: StreamBase) -> StoredContext { context.row == Event.absent ? base.context : context }

    func source(after base: StreamBase) -> Int32 {
      Int32(truncatingIfNeeded: source == Event.absent ? base.source : source)
    }
  }

  private let connection: Connection
  private var abouts: [About] = []
  private var events: [SIMD4<Int32>] = []
  private var subjectPlaces = NumberMap()
  private var signaturePlaces = NumberMap()
  /// The most rows of `subjects` to keep: 3 MB.
  private static let most = 1 << 16

  init(on connection: Connection) { self.connection = connection }

  mutating func about(_ row: Int64) throws(StoreError) -> About {
    if let known = subjectPlaces[row] { return abouts[Int(known)] }
    if abouts.count == Self.most {
      abouts.removeAll(keepingCapacity: true)
      subjectPlaces = NumberMap()
    }
    let known = try connection.query("SELECT * FROM subjects WHERE id = ?", row).first { subject in
      let context = StoredContext(row: subject.optional(5), pid: subject.optional(6))
      return About(ids: Self.ids(subject, from: 1), context: context, source: subject.optional(7))
    }
    let about = known ?? About()
    subjectPlaces[row] = Int64(abouts.count)
    abouts.append(about)
    return about
  }

  /// The rows of the name, phase and view in a row of `signatures`.
  mutating func event(_ row: Int64) throws(StoreError) -> SIMD4<Int32> {
    if let known = signaturePlaces[row] { return events[Int(known)] }
    let parts = "SELECT event, phase, view, 0 FROM signatures WHERE id = ?"
    let event = try connection.query(parts, row).first { Self.ids($0, from: 0) } ?? .zero
    signaturePlaces[row] = Int64(events.count)
    events.append(event)
    return event
  }

  private static func ids(_ row: Statement, from column: Int32) -> SIMD4<Int32> {
    func id(_ index: Int32) -> Int32 { Int32(truncatingIfNeeded: row.integer(column + index)) }
    return SIMD4(id(0), id(1), id(2), id(3))
  }
}
