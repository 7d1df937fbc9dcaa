import Foundation
import Testing

@testable import TraceIngest

/// Where followed paths lead is seen at each look.
@Suite(.tags(.medium)) struct FollowedPathsTests {
  private let scratch: Scratch
  private let folder: SourcePath

  init() throws {
    scratch = try Scratch()
    folder = SourcePath(scratch.folder)
  }

  /// The names of the files that `paths` lead to now.
  private func look(_ paths: inout FollowedPaths) -> [String] {
    paths.look { _ in false }
    return paths.files.map { ($0.path.name as NSString).lastPathComponent }
  }

  @Test func `a directory is listed whole, whatever names are in it`() throws {
    let names = (1...255).map { String(repeating: "n", count: $0) } + ["ä", " ", "-", "new\nline"]
    for name in names { try scratch.write("x", to: name) }
    let prefix = folder.bytes.count + 1
    let found = try folder.members().map { Array($0.bytes.dropFirst(prefix)) }
    #expect(found == names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `files of all devices differ, whatever numbers the system gives these`() {
    let devices = [0, 1, Int64(Int32.max), 1 << 31, 1 << 32, .max, .min, -1]
    // On macOS a number has 32 bits and a sign.
    let narrow: [Int32] = [2, .min, -436_207_616, -1]
    let identities = devices.map { FileID(device: $0, inode: UInt64.max) } + narrow.map { FileID(device: $0, inode: 7) }
    #expect(Set(identities).count == devices.count + narrow.count)
    #expect(FileID(device: Int32.min, inode: 7) == FileID(device: Int32.min, inode: 7))
  }

  @Test func `a file that comes, goes or is renamed is seen at once, and a hidden one never`() throws {
    var paths = FollowedPaths([folder])
    try scratch.write("x", to: "b.log")
    try scratch.write("x", to: ".hidden")
    #expect(look(&paths) == ["b.log"])
    try scratch.write("x", to: "a.log")
    #expect(look(&paths) == ["a.log", "b.log"])
    try FileManager.default.moveItem(atPath: scratch.path("a.log"), toPath: scratch.path("c.log"))
    #expect(look(&paths) == ["b.log", "c.log"])
    try FileManager.default.removeItem(atPath: scratch.path("b.log"))
    #expect(look(&paths) == ["c.log"])
  }

  @Test func `a path that leads nowhere is looked for again`() throws {
    let path = SourcePath(scratch.path("later.log"))
    var paths = FollowedPaths([path])
    #expect(look(&paths) == [] && paths.missing == [path])
    try scratch.write("x", to: "later.log")
    #expect(look(&paths) == ["later.log"] && paths.missing == [])
  }
}
