/// One event, or what was lost before the next one.
package struct HistoryEntry: Sendable, Equatable, Encodable {
  /// Since the launch's first event; of what was lost, that of the event before it.
  package var offsetNanos: Int64
  /// How many events were lost; nothing for an event.
  package var lost: Int64?
  package var event: String?
  /// `begin` or `end` of a callback of which both are recorded.
  package var phase: String?
  /// How long the callback took that ended here.
  package var tookNanos: Int64?
  package var seq: Int64?
  package var source: SourceLine?
  /// The machines that it brought elsewhere, or that show up, with their states after it.
  package var changes: [MachineStanding]
}
