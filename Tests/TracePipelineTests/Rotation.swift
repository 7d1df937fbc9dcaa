import Foundation
import Testing

/// How a program or the system makes room for new lines of a log.
enum Rotation: String, CaseIterable, Sendable {
  /// The file gets another name, and a new one takes its place.
  case rename
  /// The file gets another name outside of what is followed.
  case renameAway
  /// The file is copied, then emptied.
  case copyAndTruncate
  /// The file is emptied and goes on, shorter or longer than before: known as vector#23619.
  case rewrite
  /// The file gets another name and is compressed.
  case compress

  func turn(_ path: String, number: Int) throws {
    let files = FileManager.default
    switch self {
    case .rename, .compress: try files.moveItem(atPath: path, toPath: "\(path).\(number)")
    // Files that begin with a point are not followed.
    case .renameAway:
      try files.moveItem(atPath: path, toPath: (path as NSString).deletingLastPathComponent + "/.\(number)")
    case .copyAndTruncate: try files.copyItem(atPath: path, toPath: "\(path).\(number)")
    case .rewrite: break
    }
    guard self == .compress else { return }
    let program = Process()
    // It is in another folder on each system.
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = ["gzip", "\(path).\(number)"]
    try program.run()
    program.waitUntilExit()
  }

  func write(_ lines: ArraySlice<String>, to path: String, isNew: Bool) throws {
    if isNew, !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    let file = try #require(FileHandle(forWritingAtPath: path))
    if isNew { try file.truncate(atOffset: 0) } else { try file.seekToEnd() }
    try file.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    try file.close()
  }
}
