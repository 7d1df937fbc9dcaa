import Foundation
import Testing
import TraceModel
import TraceStore

/// Launches that other sources have derived are known by the digest of those.
@Suite(.tags(.medium)) struct DerivationDigestTests {
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The files and folders on which it rests how launches are derived and how their rows are written.
  private static let parts =
    [
      "Schemas/derived.sql", "Sources/TraceVocabulary", "Sources/TraceModel", "Sources/TraceAnalyzer/Replay",
      "Sources/TraceAnalyzer/Rules",
    ] + written.map { "Sources/TraceStore/\($0).swift" }
  private static let written = [
    "LaunchTimes", "MemberWriter", "NameList", "PackedDetails", "PackedMembers", "PackedSummary", "RowPreparer",
    "Stored",
  ]

  /// The paths of all these files, in the order of their bytes.
  private static func files() throws -> [String] {
    try parts.flatMap { part in
      let path = project.appending(path: part).path
      if part.contains(".") { return [part] }
      let names = try FileManager.default.subpathsOfDirectory(atPath: path)
      return names.filter { $0.contains(".") && !$0.hasPrefix(".") && !$0.contains("/.") }.map { "\(part)/\($0)" }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  @Test func `the digest is that of the files`() throws {
    let files = try Self.files()
    #expect(Self.parts.allSatisfy { part in files.contains { $0.hasPrefix(part) } })
    #expect(files.count > 80 && files.contains("Sources/TraceAnalyzer/Replay/machines.txt"))
    var hash = Fingerprint()
    for file in files {
      hash.add("\(file)\n".utf8)
      hash.add(try Data(contentsOf: Self.project.appending(path: file)))
    }
    if KeptText.isUpdated {
      let source = Self.project.appending(path: "Sources/TraceStore/DerivationDigest.swift")
      let text = try String(contentsOf: source, encoding: .utf8)
      let written = text.replacing(/value = "[0-9a-f]{16}"/, with: "value = \"\(hash.hex)\"")
      #expect(written.contains(hash.hex))
      try Data(written.utf8).write(to: source)
    } else {
      #expect(DerivationDigest.value == hash.hex, "run: UPDATE=1 swift test --filter DerivationDigestTests")
    }
  }
}
