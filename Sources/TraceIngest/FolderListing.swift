/// What is in a folder that is looked at again and again.
///
/// It exists for speed: a folder of a thousand logs is listed when it has changed and not at each look, which saves half
/// of what it costs to follow logs that are silent.
struct FolderListing {
  /// What is in it but hidden files, in byte order.
  private(set) var members: [SourcePath] = []
  /// Files of some file systems are dated in steps of two seconds: a change so soon after another may not show.
  var clockStep = Duration.seconds(3)
  /// Not every file system dates its folders: they are listed so often anyway.
  var longestTrust = Duration.seconds(1)
  private var identity: FileID?
  private var modified: Int64 = 0
  /// When the folder's last change was seen, and when it was listed.
  private var changed = ContinuousClock.now
  private var listed = ContinuousClock.now

  /// Lists a folder if what is in it may be something else by now.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - status: What the system says of it now.
  /// - Throws: `IngestError` if it cannot be listed.
  mutating func update(_ path: SourcePath, _ status: FileStatus) throws(IngestError) {
    let now = ContinuousClock.now
    if identity != status.identity || modified != status.modified {
      identity = status.identity
      modified = status.modified
      changed = now
    } else if changed.duration(to: listed) >= clockStep, listed.duration(to: now) < longestTrust {
      return
    }
    do throws(IngestError) { members = try path.members().filter { !$0.isHidden } } catch {
      identity = nil
      throw error
    }
    listed = now
  }
}
