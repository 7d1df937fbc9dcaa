import TraceIngest

/// What distinguishes the file of an output from others on this machine, also before it is there.
struct FileIdentity: Hashable {
  let file: FileID
  /// The name of a file that is not there yet: `file` is then its folder.
  let name: String
}
