import Foundation
import Testing

/// Texts in the repository that record what the code writes: a screen, an output, a schema's list.
///
/// A test fails where the code writes another text than the one that is kept. `UPDATE=1 swift test --filter SUITE` keeps
/// the new one: read the difference, as it records whatever the code does. Test targets that use it have a link to this
/// file.
enum KeptText {
  /// True if what the code writes is to be kept.
  static let isUpdated = ProcessInfo.processInfo.environment["UPDATE"] == "1"

  /// Fails unless the file at a path from the project's root, as `Tests/Screens/show-scenes.txt`, holds a text.
  static func expect(_ text: String, in path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = URL(fileURLWithPath: "\(project)/\(path)")
    if isUpdated {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let kept = try? String(contentsOf: file, encoding: .utf8)
    #expect(text == kept, "UPDATE=1 keeps the new \(path)", sourceLocation: sourceLocation)
  }

  /// The project's root, above the folder of the tests.
  private static let project: Substring = {
    let path = #filePath
    let tests = path.range(of: "/Tests/", options: .backwards)
    return path[..<(tests?.lowerBound ?? path.endIndex)]
  }()
}
