import Foundation

/// The file operations that a recorder needs.
///
/// `SystemDisk` is the device's own. Tests use one that fills up, fails, or restarts.
protocol Disk: Sendable {
  /// The names of what is in a folder, each with a zero behind it; nil if the folder does not exist.
  ///
  /// There may be thousands: as bytes they take one piece of memory, and not one each.
  ///
  /// - Throws: `DiskFault` if the folder cannot be read.
  func nameBytes(in folder: URL) throws(DiskFault) -> [UInt8]?

  /// Makes a folder and its missing parents, with the system's default attributes.
  func makeFolders(_ folder: URL)

  /// Makes a folder in an existing one.
  ///
  /// - Returns: True if it did not exist before.
  func makeFolder(_ folder: URL) -> Bool

  /// True if a folder has the attributes that `setAttributes` gives it.
  func hasAttributes(_ folder: URL, isProtected: Bool) -> Bool

  /// Excludes a folder from backups, and sets the protection of the files that will be created in it.
  ///
  /// Protected files can be used after the first unlock since the device started, others always.
  ///
  /// Source: Apple, "Encrypting Your App's Files" (`FileProtectionType`) and `URLResourceValues.isExcludedFromBackup`.
  func setAttributes(_ folder: URL, isProtected: Bool)

  /// Creates a file for appending and returns its descriptor.
  ///
  /// - Throws: `DiskFault`, with `EEXIST` if the file exists.
  func makeFile(_ file: URL) throws(DiskFault) -> Int32

  /// Gives a file another name in its folder.
  func rename(_ file: URL, to name: URL) throws(DiskFault)

  /// Appends bytes to a file.
  ///
  /// - Returns: The number of bytes written, which may be fewer than were passed.
  func append(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(DiskFault) -> Int

  /// Truncates a file to a length in bytes.
  ///
  /// - Returns: True on success.
  func cut(_ file: Int32, to length: Int) -> Bool

  /// Closes a file.
  func close(_ file: Int32)

  /// Removes a file if it exists.
  ///
  /// - Returns: True if it does not exist any more.
  @discardableResult func remove(_ file: URL) -> Bool

  /// The size of a file in bytes; nil if it does not exist or cannot be read.
  func size(of file: URL) -> Int?

  /// True if a process with this id runs; nil where the system does not show other processes.
  func isAlive(_ process: Int32) -> Bool?
}

extension Disk {
  /// The names of what is in a folder.
  func names(in folder: URL) throws(DiskFault) -> [ArraySlice<UInt8>]? {
    guard let bytes = try nameBytes(in: folder) else { return nil }
    var names: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0) {
      names.append(rest[..<end])
      rest = rest[(end + 1)...]
    }
    return names
  }
}

extension ArraySlice<UInt8> {
  /// The bytes of a name as a text.
  var text: String { String(decoding: self, as: UTF8.self) }
}

/// A file operation that failed.
struct DiskFault: Error {
  /// The operation's `errno`, such as `ENOSPC` when the disk is full.
  var code: Int32
}
