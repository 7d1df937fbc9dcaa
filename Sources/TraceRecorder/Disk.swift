import Foundation

/// What a recorder asks of the file system; a test puts another in its place.
protocol Disk: Sendable {
  /// The names in a folder, or nothing if there is no such folder, or none that can be read.
  func names(in folder: URL) -> [String]?

  /// Makes a folder, and those above it that are missing, as the system makes them when nothing is asked of it.
  func makeFolders(_ folder: URL)

  /// Makes a folder in one that is there; returns whether it is new.
  func makeFolder(_ folder: URL) -> Bool

  /// Whether a folder is for all of an app's files, as `Documents` or `Library/Application Support`.
  func isForWholeApp(_ folder: URL) -> Bool

  /// Whether the files that are made in a folder can be written before the device is unlocked for the first time.
  func isUnprotected(_ folder: URL) -> Bool

  /// Lets the files that are made in a folder from now on be written before the device is unlocked for the first time.
  func unprotect(_ folder: URL)

  /// Makes a file to append to, which must not be there yet; returns its descriptor.
  func makeFile(_ file: URL) throws(DiskFault) -> Int32

  /// Appends bytes to a file; returns how many of them.
  func append(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(DiskFault) -> Int

  /// Cuts a file back to a length in bytes; returns whether it could.
  func cut(_ file: Int32, to length: Int) -> Bool

  /// Closes a file.
  func close(_ file: Int32)

  /// Removes a file, if it is there.
  func remove(_ file: URL)

  /// Whether there is a process of this number; not where the system tells nothing of other processes.
  func isAlive(_ process: Int32) -> Bool
}

/// What the system said when it did not do as asked.
struct DiskFault: Error {
  /// An `errno`.
  var code: Int32
}
