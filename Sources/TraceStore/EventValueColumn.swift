/// The columns of the view `event_values`: an event with its subject and its details.
enum EventValueColumn: Int32, Column {
  case stream, position, time, uptime, seq, signature, context, pid, scene, sceneInstance, viewInstance, task
  case duration, memory, source, line, lost, attributes

  static let list = makeList()
}
