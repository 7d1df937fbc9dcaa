/// What distinguishes a file that is there from others on this machine, wherever its name leads.
package struct FileID: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// The file with this number on this device.
  ///
  /// Both are taken as bits: `dev_t` has 64 of them on Linux, without a sign, and 32 with one on macOS, where numbers of
  /// `/dev` may be negative.
  package init(device: some BinaryInteger, inode: some BinaryInteger) {
    self.device = UInt64(truncatingIfNeeded: device)
    self.inode = UInt64(truncatingIfNeeded: inode)
  }
}
