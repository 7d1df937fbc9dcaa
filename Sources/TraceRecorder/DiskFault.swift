/// A file operation that failed.
struct DiskFault: Error {
  /// The operation's `errno`, such as `ENOSPC` when the disk is full.
  var code: Int32
}
