import TraceIngest
import TraceModel
import TraceReport

/// How logs were read, as the section `input` of a configuration: what `--write-config` keeps for later commands.
struct KeptInput {
  /// The members of the section, as they stand in the file.
  private let members: [(key: String, text: String)]

  /// The options to keep; `--keep` and `--date` are of one log alone.
  ///
  /// - Throws: A usage `Failure` if a configuration cannot hold them.
  init(_ reading: IngestOptions) throws {
    var members: [(String, String)] = []
    if let format = reading.format { members.append(("from", try Self.json(format))) }
    let rows = reading.rows.map(\.row)
    if let odd = rows.first(where: { OwnRow($0.text) != $0 }) {
      throw Failure.usage(
        "\(name: ReadingAdvice.keepingOptionName): no row of a configuration can say '\(name: odd.text)'")
    }
    if !rows.isEmpty {
      let lines = try rows.map { "      \(try Self.json($0.text))" }
      members.append(("rows", "[\n\(lines.joined(separator: ",\n"))\n    ]"))
    }
    if reading.zoneOffsetSeconds != 0 {
      members.append(("zone", try Self.json(Values.text(zone: reading.zoneOffsetSeconds))))
    }
    if reading.timebase != IngestOptions(isStopped: { false }).timebase {
      let ratio = "\(reading.timebase.numerator)/\(reading.timebase.denominator)"
      members.append(("timebase", try Self.json(ratio)))
    }
    if let records = reading.records { members.append(("records", try Self.json(records))) }
    self.members = members
  }

  /// As in `"input": {…}`.
  private var section: String {
    "\"input\": {\n" + members.map { "    \"\($0.key)\": \($0.text)" }.joined(separator: ",\n") + "\n  }"
  }

  /// Writes the section to the configuration in force, else to a new one in this folder; returns a sentence on that.
  ///
  /// The rest of the file stays byte for byte, and so does a section that is there and differs. `configured` is how the
  /// configuration says that logs are read.
  ///
  /// - Throws: A usage `Failure` if no option is to be kept, or another section is there; a `Failure` if the file
  ///   cannot be read or written.
  func write(after configured: IngestOptions, _ invocation: Invocation) throws -> Sentence {
    let option = ReadingAdvice.keepingOptionName
    if members.isEmpty {
      throw Failure.usage("\(name: option): no option to keep; give --map, --rename, --from, --zone or --records")
    }
    let named = invocation.configuration == ConfigurationFile.none ? nil : invocation.configuration
    let isNew = named.map { !System.isThere($0) } ?? false
    let path = try isNew ? named : ConfigurationFile.inForce(named: named, origin: .option(option))?.path
    guard let path, !isNew else {
      let path = path ?? ConfigurationFile.name
      if System.isNamed(path) {
        throw Failure.usage("\(name: option): '\(name: path)' is there, and is no configuration that counts")
      }
      try Self.save("{\n  \(section)\n}\n", as: path)
      return "wrote to '\(name: path)' how these logs are read"
    }
    if try KeptInput(configured).section == section { return "'\(name: path)' says already how these logs are read" }
    let old = try System.contents(of: path, atMost: 1 << 20) { cause in
      Failure(code: .inputOutput, sentence: "cannot read the configuration '\(name: path)': \(name: cause)")
    }
    guard let new = adding(to: old), (try? ConfigurationFile(bytes: new, path: path)) != nil else {
      throw Failure.usage(
        "\(name: option): '\(name: path)' has an 'input' of its own, which is left as it is; put there by hand:\n  "
          + section.split(separator: "\n").map { "\(name: String($0))" }.joined(separator: "\n"))
    }
    try Self.save(String(decoding: new, as: UTF8.self), as: path)
    return "added to '\(name: path)' how these logs are read"
  }

  private static func save(_ text: String, as path: String) throws {
    try System.save(as: path, option: ReadingAdvice.keepingOptionName) { put in try put(text) }
  }

  /// The file with the section behind its first brace; a second one is refused when the file is read.
  private func adding(to old: [UInt8]) -> [UInt8]? {
    guard String(validating: old, as: UTF8.self) != nil, let brace = old.firstIndex(of: UInt8(ascii: "{")) else {
      return nil
    }
    let rest = old[(brace + 1)...]
    let isEmpty = rest.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "}")
    return Array(old[...brace]) + Array("\n  \(section)\(isEmpty ? "\n" : ",")".utf8) + rest
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(try JSONDocument.line(value).dropLast())
  }
}
