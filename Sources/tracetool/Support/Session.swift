import TraceReport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run of a command: what was asked for, and where its words go.
struct Session {
  var settings: Settings
  var environment: [String: String]

  var storePath: String { settings.storePath(environment) }

  /// Says something beside the result, unless nobody wants to hear it.
  func remark(_ text: String) {
    if !settings.isQuiet { complain(text) }
  }

  /// Says what went wrong.
  func complain(_ text: String) {
    let lines = text.split(separator: "\n").map { DisplayText.escaped(String($0)) + "\n" }
    // Nobody can be told that telling failed.
    try? System.write("tracetool: \(lines.joined())", to: System.standardError)
  }

  /// The progress line of a run that begins now; nothing where nobody would see it.
  func progress() -> Progress? {
    guard settings.showsProgress, !settings.isQuiet, System.isTerminal(System.standardError) else {
      return nil
    }
    let clock = ContinuousClock()
    let start = clock.now
    return Progress(elapsed: { start.duration(to: clock.now) }) {
      try? System.write($0, to: System.standardError)
    }
  }

  /// Writes a result in the format that was asked for.
  ///
  /// - Parameters:
  ///   - tables: For people, one below the other; as CSV the first alone.
  ///   - json: The document.
  ///   - lines: The same as one value a line.
  /// - Throws: As `write` does.
  func deliver(
    _ tables: [Table], json: () throws -> String, lines: () throws -> String = { "" }
  ) throws {
    switch settings.format {
    case .json: try write(json())
    case .ndjson: try write(lines())
    case .csv:
      if let first = tables.first, tables.count > 1 {
        remark("CSV holds one table alone, '\(first.heading)'; JSON holds all")
      }
      try write(tables.first?.csv ?? "")
    case .table:
      let width = settings.output == nil ? System.terminalWidth : nil
      try write(tables.map { $0.text(width: width, style: style) }.joined(separator: "\n"))
    }
  }

  private var style: Style {
    switch settings.color {
    case .always: return .color
    case .never: return .plain
    case .auto:
      let isWanted = (environment["NO_COLOR"] ?? "").isEmpty && settings.output == nil
      return isWanted && System.isTerminal(System.standardOutput) ? .color : .plain
    }
  }

  /// Writes the whole result, to standard output or to the file that was asked for.
  func write(_ text: String) throws {
    guard let output = settings.output, output != "-" else {
      return try System.write(text, to: System.standardOutput)
    }
    do {
      // Whole or not at all, but a device or a pipe must not be replaced by a file.
      let file = URL(fileURLWithPath: output).resolvingSymlinksInPath()
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
      let isReplaceable = attributes.map { $0[.type] as? FileAttributeType == .typeRegular } ?? true
      try Data(text.utf8).write(to: file, options: isReplaceable ? .atomic : [])
    } catch let error as CocoaError {
      throw OutputError(subject: output, cause: cause(error))
    }
  }

  private func cause(_ error: CocoaError) -> String {
    switch error.code {
    case .fileNoSuchFile: "its folder does not exist"
    case .fileWriteNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "no space left"
    default: "the system refused"
    }
  }
}
