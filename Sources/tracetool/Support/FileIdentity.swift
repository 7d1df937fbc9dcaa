/// What distinguishes a file from others on this machine.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
  /// The name of a file that is not there yet: device and inode are then those of its folder.
  let name: String
}
