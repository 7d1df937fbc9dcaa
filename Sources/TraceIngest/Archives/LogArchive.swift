import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A `.logarchive`: a folder that holds the unified log of a device, exported alone or in a sysdiagnose.
///
/// Its files are binary. An installed program converts them to lines of JSON: `log` on a Mac, elsewhere
/// `unifiedlog_iterator` of <https://github.com/mandiant/macos-UnifiedLogs>. It is searched for in the absolute folders
/// of `PATH` only and started without a shell, and the archive's path, one of its arguments, is made absolute: so no
/// file name is read as an option or a command.
enum LogArchive {
  #if canImport(Darwin)
    static let program = "log"
    private static let options = ["show", "--style", "ndjson", "--archive"]
    private static let lastOptions: [String] = []
    private static let source = "it is /usr/bin/log: add its folder to PATH"
  #else
    static let program = "unifiedlog_iterator"
    private static let options = ["--mode", "log-archive", "--input"]
    private static let lastOptions = ["--format", "jsonl"]
    private static let source = "get it from https://github.com/mandiant/macos-UnifiedLogs/releases"
  #endif
  private static let suffix = Array(".logarchive".utf8)

  /// True if a name, or the path of a folder, ends in `.logarchive`, with or without slashes after it.
  static func isName(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    let end = bytes.lastIndex { $0 != UInt8(ascii: "/") }
    return end.map { bytes[...$0].suffix(suffix.count).elementsEqual(suffix) } ?? false
  }

  /// True if a path is a folder with such a name.
  static func isOne(_ path: SourcePath) -> Bool {
    path.content == nil && isName(path.bytes) && FileStatus(path)?.isDirectory == true
  }

  /// How a person reads an archive, as an imperative without a full stop.
  static func hint(_ path: SourcePath) -> String {
    let command = "log show --style ndjson --archive \(PathText.shellWord(path.name)) > log.ndjson"
    return "\(source); or on a Mac: \(command), then read log.ndjson"
  }

  // MARK: Reading

  /// Starts the program on an archive; its output is lines of JSON.
  ///
  /// - Throws: `IngestError` if the program is not installed, or cannot be started.
  static func open(_ path: SourcePath) throws(IngestError) -> OpenFile {
    guard let file = installedProgram else {
      throw IngestError(
        operation: "read", subject: path.name,
        cause: "only the program '\(program)' reads a log archive, and it is not installed",
        hint: "\(name: hint(path))",
        isPartial: true)
    }
    guard let absolute = absolute(path.bytes) else { throw IngestError("find", path) }
    let words = [file] + options.map { Array($0.utf8) } + [absolute] + lastOptions.map { Array($0.utf8) }
    return try OpenFile(of: words, path)
  }

  /// The absolute path of the program; nil if it is not installed.
  private static var installedProgram: [UInt8]? {
    guard let list = unsafe getenv("PATH") else { return nil }
    let folders = unsafe bytes(of: list).split(separator: UInt8(ascii: ":"))
    let files = folders.filter { $0.first == UInt8(ascii: "/") }.map { $0 + Array("/\(program)".utf8) }
    return files.map { Array($0) }.first { file in
      guard FileStatus(SourcePath(bytes: file))?.isFile == true else { return false }
      return unsafe access(file.cString, X_OK) == 0
    }
  }

  private static func absolute(_ path: [UInt8]) -> [UInt8]? {
    if path.first == UInt8(ascii: "/") { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(folder) }
    return unsafe bytes(of: folder) + [UInt8(ascii: "/")] + path
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  // MARK: In archives of files

  /// The sources of a tar or zip archive, with one source that fails in place of the files of each log archive in it.
  ///
  /// The program reads only a log archive that is unpacked, and it is not unpacked here: names in an archive are not
  /// trusted.
  static func gathered(_ sources: [SourcePath], in archive: SourcePath) -> [SourcePath] {
    let isZip = archive.name.lowercased().hasSuffix(".zip")
    let command = "\(isZip ? "unzip" : "tar -xf") \(PathText.shellWord(archive.name))"
    var found: Set<[UInt8]> = []
    return sources.compactMap { source in
      guard let folder = folder(above: source.bytes, below: archive.bytes.count + 1) else { return source }
      guard found.insert(folder).inserted else { return nil }
      let error = IngestError(
        operation: "read", subject: PathText.name(of: folder),
        cause: "it is a log archive within an archive",
        hint: "unpack the outer one, then run tracetool on the folder: \(name: command)", isPartial: true)
      return SourcePath(bytes: folder, isFound: true, content: .failure(error))
    }
  }

  /// The path of the log archive that a file is in; nil if it is in none.
  ///
  /// The first `start` bytes of its path are not searched.
  private static func folder(above path: [UInt8], below start: Int) -> [UInt8]? {
    let ends = path.indices.dropFirst(start).filter { path[$0] == UInt8(ascii: "/") }
    return ends.first { isName(path[..<$0]) }.map { Array(path[..<$0]) }
  }
}
