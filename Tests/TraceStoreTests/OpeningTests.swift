import Testing
import TraceModel

@testable import TraceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.tags(.medium)) struct OpeningTests {
  /// What a file is before it is opened as a store, and what the error must say.
  enum Obstacle: String, CaseIterable {
    case otherApplication, otherTables, garbage, directory, pipe, device, trigger

    var message: String {
      switch self {
      case .otherApplication, .otherTables: "another program's database"
      case .garbage: "not a database"
      case .directory: "is a directory"
      case .pipe, .device: "is no regular file"
      case .trigger: "the trigger 'launches_deleted' of 'launches' is missing, or is not as tracetool makes it"
      }
    }

    func make(_ path: String) throws {
      switch self {
      case .garbage:
        try Data(repeating: 0x41, count: 9000).write(to: URL(fileURLWithPath: path))
      case .directory:
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .device: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
      case .otherApplication: try run(path, "PRAGMA application_id = 7; CREATE TABLE t(x)")
      case .otherTables: try run(path, "CREATE TABLE t(x)")
      case .trigger:
        _ = try EventStore(path: path, mode: .write)
        try run(
          path,
          "DROP TRIGGER launches_deleted; CREATE TRIGGER launches_deleted AFTER INSERT ON events BEGIN DELETE FROM events; END"
        )
        try run(path, "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }

    private func run(_ path: String, _ sql: String) throws {
      let connection = try Connection(path, path: path, flags: 6)
      try connection.execute(sql)
    }
  }

  @Test(arguments: Obstacle.allCases)
  func `a file that is no store of ours is refused and left alone`(_ obstacle: Obstacle) throws {
    let folder = Folder()
    try obstacle.make(folder.store)
    // Who reads a pipe waits for somebody who writes to it.
    let content: () -> Data? = { obstacle == .pipe ? nil : try? Data(contentsOf: URL(fileURLWithPath: folder.store)) }
    let before = content()
    for mode in [StoreMode.write, .writeExisting, .read] {
      let error = #expect(throws: StoreError.self) {
        _ = try EventStore(path: folder.store, mode: mode)
      }
      let text = error?.description ?? ""
      #expect(text.contains(obstacle.message), "\(text)")
      #expect(text.contains("'\(folder.store)'") && text.contains("; "), "\(text)")
    }
    #expect(before == content())
  }

  /// What makes a store one of another format.
  private static let otherFormats = [
    "PRAGMA user_version = 13", "PRAGMA user_version = 99", "PRAGMA user_version = 0",
    "UPDATE made_by SET format = 'f0f0f0f0f0f0f0f0'", "DELETE FROM made_by", "DROP TABLE made_by",
    "DROP TABLE made_by; CREATE TABLE made_by (format, more)", "DROP TABLE made_by; CREATE VIEW made_by AS SELECT 1",
  ]

  /// Each with everything in its file, and with a part in the log that a killed process has left.
  @Test(arguments: otherFormats, [false, true])
  func `a store of another format is refused, and its files stay as they are`(sql: String, hasLog: Bool) throws {
    let folder = Folder()
    _ = try EventStore(path: folder.store, mode: .write)
    try connection(to: folder.store).execute(sql)
    if hasLog {
      let other = try connection(to: folder.store)
      try other.execute("CREATE TABLE mine (a)")
      // The bytes of a store that is still open are those that a killed process leaves.
      for suffix in ["", "-wal", "-shm"] {
        try FileManager.default.copyItem(atPath: folder.store + suffix, toPath: folder.path + "/killed.db" + suffix)
      }
    }
    let path = hasLog ? folder.path + "/killed.db" : folder.store
    let before = try Self.files(folder)
    for mode in [StoreMode.read, .writeExisting, .write] {
      let error = #expect(throws: StoreError.self) { _ = try EventStore(path: path, mode: mode, schema: .any) }
      #expect(error?.message == "it was made by another version of tracetool: ingest its logs again")
      #expect(error?.description.contains("'\(path)'") == true && error?.hint.plain.contains("--store") == true)
      #expect(try Self.files(folder) == before, "\(mode)")
    }
  }

  private func connection(to path: String) throws -> Connection { try Connection(path, path: path, flags: 6) }

  /// The bytes of all files of a folder, by their names; of the index of a log, which readers write, only that it is there.
  private static func files(_ folder: Folder) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      files[name] = name.hasSuffix("-shm") ? Data() : bytes
    }
    return files
  }

  @Test(arguments: [StoreMode.writeExisting, .read])
  func `a store that is not there is not made by reading it`(_ mode: StoreMode) {
    let folder = Folder()
    let error = #expect(throws: StoreError.self) {
      _ = try EventStore(path: folder.store, mode: mode)
    }
    #expect(error?.description.contains("tracetool ingest") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.store))
  }

  @Test func `a new store bears its marks and is opened again`() throws {
    let folder = Folder()
    for _ in 0..<2 {
      let store = try EventStore(path: folder.store, mode: .write)
      #expect(try store.integer("PRAGMA application_id") == 0x7472_6365)
      #expect(try store.integer("PRAGMA user_version") == StoreFile.version)
      #expect(try store.integer("PRAGMA page_size") == 8192)
      #expect(try store.integer("PRAGMA synchronous") == 2)
    }
    let reader = try EventStore(path: folder.store, mode: .read)
    #expect(throws: StoreError.self) { _ = try reader.addSource("a") }
    try reader.rollback()
    #expect(try reader.count("events") == 0)
  }

  @Test(arguments: ["a b.db", "100%.db", "what?.db", "no#1.db", "日本.db"])
  func `odd file names are names of files`(_ name: String) throws {
    let folder = Folder()
    let path = folder.path + "/" + name
    _ = try EventStore(path: path, mode: .write)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try EventStore(path: path, mode: .read).count("sources") == 0)
  }

  // Root may write everywhere.
  @Test(.enabled(if: geteuid() != 0))
  func `a store in a folder that may not be written is read and left alone`() throws {
    let folder = Folder()
    do {
      let store = try EventStore(path: folder.store, mode: .write)
      _ = try store.addSource("a")
    }
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    #expect(try EventStore(path: folder.store, mode: .read).count("sources") == 1)
    let store = try EventStore(path: folder.store, mode: .read)
    #expect(try store.query("SELECT file FROM source", as: { $0 as? String }).rows == [["a"]])
    #expect(try manager.contentsOfDirectory(atPath: folder.path) == ["store.db"])
  }

  @Test func `a store that is said not to change is read as it is`() throws {
    let folder = Folder()
    do {
      let store = try EventStore(path: folder.store, mode: .write)
      _ = try store.addSource("a")
    }
    let address = StoreFile.address(folder.store, isFixed: true)
    let connection = try Connection(address, path: folder.store, flags: 1)
    #expect(try connection.query("SELECT count(*) FROM sources").first() == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.db"])
  }

  @Test(arguments: [5, 8, 10, 11, 13, 14, 26, 1])
  func `a hint names only what there is`(code: Int32) {
    let hint = StoreError("use", file: "f", code: code, message: "m").hint.description
    let words = hint.split { !($0.isLetter || $0 == "-") }
    #expect(words.allSatisfy { !$0.hasPrefix("--") || $0 == "--store" }, "\(hint)")
    #expect(!hint.contains("tracetool ") || hint.contains("tracetool ingest"), "\(hint)")
  }

  @Test func `a second writer learns that another is at work`() throws {
    let folder = Folder()
    let first = try EventStore(path: folder.store, mode: .write)
    let second = try EventStore(path: folder.store, mode: .write, busyTimeout: 0)
    try first.begin()
    let error = #expect(throws: StoreError.self) { try second.begin() }
    #expect(error?.description.contains("another process") == true)
    try first.rollback()
    try second.begin()
    try second.rollback()
  }
}
