import TraceReport

/// How logs that grow are followed.
struct FollowOptions {
  /// The formats that are written line by line.
  private static let formats = ["table", "ndjson"]

  /// True if logs are followed.
  private(set) var isOn = false
  /// How long they are followed, in nanoseconds; nil until the user or a pipe ends it.
  private(set) var duration: Int64?
  /// True if following ends with the first launch that is seen to begin.
  private(set) var endsWithLaunch = false
  /// True if the lines that are there at the beginning are skipped.
  private(set) var isFromEnd = false

  /// The options; they are left out of a command line that shows a finding of the same logs.
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

  /// Checks that no option of these is given without `--follow`.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - names: Further options of the command that work only with `--follow`.
  /// - Throws: A usage `Failure`.
  func checkGiven(_ invocation: Invocation, and names: [String] = []) throws {
    if isOn { return }
    let names = Self.options.map(\.name).dropFirst() + names
    if let name = invocation.givenOptions.first(where: names.contains) {
      throw Failure.usage("\(name) works only with --follow")
    }
  }

  /// Checks that the options and outputs of a check can be combined with `--follow`, if that is given.
  ///
  /// - Throws: A usage `Failure`.
  func check(_ invocation: Invocation) throws {
    guard isOn else { return try checkGiven(invocation) }
    guard Self.formats.contains(invocation.format.name) else {
      let names = Self.formats.map { "'\($0)'" }.joined(separator: " and ")
      throw Failure.usage(
        "--format: --follow writes \(names), not '\(invocation.format.name)'; --also writes it at the end")
    }
    if let output = invocation.output, output != "-" {
      throw Failure.usage("--output: --follow writes to standard output; add > '\(output)' instead")
    }
  }
}
