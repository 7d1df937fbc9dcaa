import TraceModel

/// The processes of a checkpoint as bytes, the column `processes` of `sources`.
enum CheckpointBytes {
  static func pack(_ processes: [Checkpoint.Process]) -> [UInt8] {
    if processes.isEmpty { return [] }
    var processes = processes
    var members = MemberWriter()
    pass(&processes, &members)
    return members.bytes
  }

  /// The processes that were packed; none if another program has changed the bytes.
  static func unpack(_ bytes: [UInt8]) -> [Checkpoint.Process] {
    var processes: [Checkpoint.Process] = []
    var members = MemberReader(bytes)
    pass(&processes, &members)
    return members.isWhole ? processes : []
  }

  private static func pass(_ processes: inout [Checkpoint.Process], _ members: inout some PackedMembers) {
    members.list(&processes, of: Checkpoint.Process()) { process, members in
      members.word(&process.device)
      members.word(&process.app)
      members.word(&process.boot)
      members.number(&process.pid)
    }
  }
}
