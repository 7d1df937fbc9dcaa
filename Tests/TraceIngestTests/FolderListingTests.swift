import Foundation
import Testing

@testable import TraceIngest

/// A folder that is looked at again and again is listed when something in it may have changed.
@Suite(.tags(.medium)) struct FolderListingTests {
  private let scratch: Scratch
  private let folder: SourcePath

  init() throws {
    scratch = try Scratch()
    folder = SourcePath(scratch.folder)
  }

  private func update(_ listing: inout FolderListing) throws -> [String] {
    try listing.update(folder, #require(FileStatus(folder)))
    return listing.members.map { ($0.name as NSString).lastPathComponent }
  }

  /// Writes a file behind which the folder seems to be as it was, as on a file system that does not date its folders.
  private func writeUnseen(_ name: String) throws {
    let date = try FileManager.default.attributesOfItem(atPath: scratch.folder)[.modificationDate]
    try scratch.write("x", to: name)
    try FileManager.default.setAttributes([.modificationDate: #require(date)], ofItemAtPath: scratch.folder)
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

  @Test func `a file that comes, goes or is renamed is seen, however old the folder is`() throws {
    var listing = FolderListing()
    listing.clockStep = .zero
    listing.longestTrust = .seconds(1000)
    try scratch.write("x", to: "b.log")
    try scratch.write("x", to: ".hidden")
    #expect(try update(&listing) == ["b.log"])
    #expect(try update(&listing) == ["b.log"])
    for (name, expected) in [("c.log", ["b.log", "c.log"]), ("a.log", ["a.log", "b.log", "c.log"])] {
      // The clock of the file system moves in steps of some milliseconds.
      usleep(20_000)
      try scratch.write("x", to: name)
      #expect(try update(&listing) == expected)
      #expect(try update(&listing) == expected)
    }
    usleep(20_000)
    try FileManager.default.moveItem(atPath: scratch.path("a.log"), toPath: scratch.path("d.log"))
    #expect(try update(&listing) == ["b.log", "c.log", "d.log"])
    usleep(20_000)
    try FileManager.default.removeItem(atPath: scratch.path("c.log"))
    #expect(try update(&listing) == ["b.log", "d.log"])
  }

  @Test func `a change that the folder's date does not show is seen soon after another, or later`() throws {
    var soon = FolderListing()
    soon.longestTrust = .seconds(1000)
    var untrusting = FolderListing()
    untrusting.clockStep = .zero
    untrusting.longestTrust = .zero
    var trusting = FolderListing()
    trusting.clockStep = .zero
    trusting.longestTrust = .seconds(1000)
    // A date of whole seconds can be written again as it was.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: scratch.folder)
    for _ in 1...2 {
      #expect(try update(&soon) == [] && update(&untrusting) == [] && update(&trusting) == [])
    }
    try writeUnseen("a.log")
    #expect(try update(&soon) == ["a.log"])
    #expect(try update(&untrusting) == ["a.log"])
    // So the listing spares what it was made to spare.
    #expect(try update(&trusting) == [])
  }

  @Test func `a folder that could not be listed is tried again`() throws {
    var listing = FolderListing()
    let status = try #require(FileStatus(folder))
    #expect(throws: IngestError.self) { try listing.update(SourcePath(scratch.path("none")), status) }
    try scratch.write("x", to: "a.log")
    #expect(try update(&listing) == ["a.log"])
  }
}
