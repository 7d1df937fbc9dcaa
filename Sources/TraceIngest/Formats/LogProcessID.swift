/// What names a process in a log: its number or, where the log tells no numbers, a name.
enum LogProcessID: Hashable, Sendable {
  case number(Int64)
  case name(String)
}
