/// What distinguishes a file that is there from others on this machine, wherever its name leads.
package struct FileID: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}
