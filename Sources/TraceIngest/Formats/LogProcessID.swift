/// The name of a process within a log: its process id or, in a log without these, its name.
enum LogProcessID: Hashable, Sendable {
  case number(Int64)
  case name(String)
}
