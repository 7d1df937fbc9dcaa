import TraceReport

/// A file that the result of a command is written to beside its usual place, in a format of its own.
struct AdditionalOutput {
  let format: any Reporter.Type
  /// The path of the file; `-` is standard output.
  let path: String

  /// The words that ask for it, as in `--also sarif=out.sarif`.
  var text: String { "--also \(format.name)=\(path)" }
}

extension ArgumentType where Value == AdditionalOutput {
  /// One of some formats, and a file, as in `sarif=out.sarif`.
  static func output(in reporters: [any Reporter.Type]) -> Self {
    Self(
      read: { text in
        let (name, path) = try Values.pair(text, "FORMAT=FILE, as in json=check.json")
        return AdditionalOutput(format: try Values.choice(name, reporters.map { ($0.name, $0) }), path: path)
      }, texts: reporters.map { $0.name },
      completion: .beginnings(reporters.map { "\($0.name)=" }))
  }
}
