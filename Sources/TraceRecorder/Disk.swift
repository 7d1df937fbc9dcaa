import Foundation

/// The file operations that a recorder needs.
///
/// `SystemDisk` is the device's own. Tests use one that fills up, fails, or restarts.
protocol Disk: Sendable {
  /// The names of the files in a folder; nil if the folder does not exist or cannot be read.
  func names(in folder: URL) -> [String]?

  /// Makes a folder and its missing parents, with the system's default attributes.
  func makeFolders(_ folder: URL)

  /// Makes a folder in an existing one.
  ///
  /// - Returns: True if it did not exist before.
  func makeFolder(_ folder: URL) -> Bool

  /// True for a folder that holds all kinds of an app's files, such as `Documents` or `Library/Application Support`.
  func isForWholeApp(_ folder: URL) -> Bool

  /// True if new files in the folder can be written before the first unlock after a restart.
  func isUnprotected(_ folder: URL) -> Bool

  /// Sets the folder's protection so that new files in it can be written before the first unlock after a restart.
  ///
  /// Source: Apple, "Encrypting Your App's Files" (`FileProtectionType.none`).
  func unprotect(_ folder: URL)

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
  func remove(_ file: URL)

  /// True if a process with this id runs; false where the system does not show other processes.
  func isAlive(_ process: Int32) -> Bool
}
