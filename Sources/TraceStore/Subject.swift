import TraceModel

/// What an event is about, and where its record came from: a row of `subjects`.
///
/// Its ids are numbers of the event's stream, so few subjects serve the events of all streams: 6 bytes and a tenth of
/// the time to insert an event less.
struct Subject: Internable, Storable {
  static let table = "subjects"

  var scene: Int64 = 0
  var sceneInstance: Int64 = 0
  var viewInstance: Int64 = 0
  var task: Int64 = 0
  /// The row of the context; absent if it is that of the stream's first event, as `pid` and `source`.
  var context = Event.absent
  var pid = Event.absent
  var source = Event.absent

  var internHash: UInt64 {
    var hash = WordHash()
    for number in [scene, sceneInstance, viewInstance, task, context, pid, source] {
      hash.add(UInt64(bitPattern: number))
    }
    return hash.value
  }

  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure) {
    try row.number(&scene)
    try row.number(&sceneInstance)
    try row.number(&viewInstance)
    try row.number(&task)
    try row.number(&context)
    try row.number(&pid)
    try row.number(&source)
  }
}
