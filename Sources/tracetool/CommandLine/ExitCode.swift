/// How the program ends, in every output format; `tracetool help exit-codes` lists the cases.
enum ExitCode: Int32, CaseIterable {
  case fine = 0
  case findings = 1
  case usage = 2
  case data = 3
  case inputOutput = 4
  case bug = 70
  /// 128 and the number of SIGINT, as shells report it.
  case interrupted = 130
  /// 128 and the number of SIGPIPE.
  case readerGone = 141
  /// 128 and the number of SIGTERM.
  case terminated = 143

  /// When the program ends with this code, in a line.
  var meaning: String {
    switch self {
    case .fine: "no error, and no finding that fails the command"
    case .findings: "what '--fail-on' names: certain findings ('check'), slower launches ('compare')"
    case .usage: "the command line, the SQL in it or the configuration is wrong"
    case .data:
      """
      the data cannot answer: no event, no known event, no launch selected, too many \
      rejected records or unknown names, a source not read to its end
      """
    case .inputOutput: "an input, the configuration, the output or the store cannot be read or written"
    case .bug: "a bug in tracetool"
    case .interrupted: "interrupted (Ctrl-C)"
    case .readerGone: "the program that reads the output has ended"
    case .terminated: "terminated by a signal"
    }
  }
}
