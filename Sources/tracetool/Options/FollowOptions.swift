import TraceModel
import TraceReport

struct FollowOptions {
  /// Formats that are written line by line.
  private static let formats = ["table", "ndjson"]

  private(set) var isOn = false
  /// In nanoseconds; nil until the user or a pipe ends it.
  private(set) var duration: Int64?
  /// True if following ends with the first launch that is seen to begin.
  private(set) var endsWithLaunch = false
  /// True if lines that are there at the beginning are skipped.
  private(set) var isFromEnd = false

  /// The options; a command that shows a finding of these logs omits them.
  static var options: [Option<Self>] {
    [
      Option.flag("--follow", "Read on as the logs grow, until Ctrl-C; 'tracetool help following' explains it", \.isOn)
        .forLogs.forListing,
      Option.value("--for", "DURATION", "With --follow: end after this time", \.duration, as: .duration).forListing,
      Option.flag("--until-exit", "With --follow: end when the first launch seen to begin ends", \.endsWithLaunch)
        .forListing,
      Option.flag("--from-end", "With --follow: skip the lines that are there already", \.isFromEnd).forListing,
    ]
  }

  /// Throws a usage `Failure` for such an option, or one of `names`, without `--follow`.
  func checkGiven(_ invocation: Invocation, and names: [String] = []) throws {
    if isOn { return }
    let names = Self.options.map(\.name).dropFirst() + names
    if let name = invocation.givenOptions.first(where: names.contains) {
      throw Failure.usage("\(name: name) works only with --follow")
    }
  }

  /// Throws a usage `Failure` if the options and outputs of a check cannot be combined with `--follow`.
  func check(_ invocation: Invocation) throws {
    guard isOn else { return try checkGiven(invocation) }
    guard Self.formats.contains(invocation.format.name) else {
      let names = Self.formats.map { "'\($0)'" }.joined(separator: " and ")
      throw Failure.usage(
        "--format: --follow writes \(name: names), not '\(name: invocation.format.name)'; --also writes it at the end")
    }
    if let output = invocation.output, output != "-" {
      throw Failure.usage("--output: --follow writes to standard output; add > '\(name: output)' instead")
    }
  }
}
