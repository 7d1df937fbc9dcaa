import Synchronization
import TraceIngest
import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Output to descriptors and files; `save` writes all files of the program but stores.
extension System {
  /// Writes all of `text` to `descriptor`, which errors call `name`; `option` names another file.
  ///
  /// - Throws: A `Failure` if the reader has gone, or the text cannot be written.
  static func put(
    _ text: String, to descriptor: Int32, name: String = "standard output", option: String = "--output"
  ) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = whileWriting(to: descriptor) {
        unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      }
      if count < 0, errno == EAGAIN {
        // Another program has set O_NONBLOCK on it.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = whileWriting(to: descriptor) { unsafe poll(&request, 1, -1) }
      } else if count < 0, errno != EINTR {
        throw cannotWrite(name, option)
      }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Writes the text that `body` puts, piece by piece, to the file `path`, which is unchanged if that fails.
  ///
  /// Once all is written, a file with the old one's mode and owner replaces it, or the target of a link; a device or a
  /// pipe is written to directly. `option` named the file; `check` throws if an existing file may not be replaced.
  ///
  /// - Throws: A `Failure` if the reader has gone, or the file cannot be written or replaced; errors of `check` and
  ///   `body`.
  static func save(
    as path: String, option: String, check: (FileID) throws -> Void = { _ in },
    _ body: ((String) throws -> Void) throws -> Void
  ) throws {
    guard let target = try SaveTarget(path, option) else { return try fill(path, option, check, body) }
    let folder = unsafe open(target.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder < 0 { throw cannotWrite(path, option) }
    defer { close(folder) }
    let old = try target.old(in: folder, check)
    let file = try makeTemporaryFile(in: folder, mode: old == nil ? 0o666 : 0o600, path, option)
    defer { close(file) }
    do {
      if let old { try keepOwner(of: old, on: file, path, option) }
      try fill(file, path, option, from: body)
      if fsync(file) != 0 { throw cannotWrite(path, option) }
      // The name may be another file's by now.
      _ = try target.old(in: folder, after: old, check)
      try renameTemporaryFile(as: target.name, in: folder, path, option)
    } catch {
      removeTemporaryFile()
      throw error
    }
    var status = stat()
    if unsafe fstat(file, &status) == 0 { saved.withLock { [status] in _ = $0.insert(identity(status)) } }
  }

  /// Runs `body`, which reads and saves the file, while no other run of the program changes a file of its folder.
  ///
  /// Else what another run saved between reading and saving would be lost. Another run is waited for `wait`
  /// milliseconds, unless the file system has no locks. The file need not exist.
  ///
  /// - Throws: A `Failure` if the folder cannot be opened, or another run takes longer; errors of `body`.
  static func change<Result>(
    _ path: String, option: String, wait: Int32, _ body: () throws -> Result
  ) throws -> Result {
    guard let target = try SaveTarget(path, option) else { return try body() }
    let folder = unsafe open(target.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder < 0 { throw cannotWrite(path, option) }
    // Closing releases the lock.
    defer { close(folder) }
    let end = ContinuousClock.now + .milliseconds(Int(wait))
    while flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      try stopIfAsked("nothing was written to '\(path)'")
      if ContinuousClock.now >= end {
        throw Failure(
          code: .inputOutput,
          sentence:
            "cannot write '\(name: path)': another run is writing in its folder; run the command again when that "
            + "has ended")
      }
      usleep(10_000)
    }
    return try body()
  }

  /// Saved files, which no other output may replace.
  private static let saved = Mutex<Set<FileID>>([])

  /// Where a new or replaced file is saved: links are followed.
  private struct SaveTarget {
    /// As it was named, for errors.
    let path: String
    let option: String
    /// The folder, and the name in it.
    private(set) var folder = "."
    private(set) var name = ""

    /// Nil for a device, a pipe, a folder and an open descriptor, which are not replaced.
    ///
    /// - Throws: A `Failure` for a path that cannot be followed.
    init?(_ path: String, _ option: String) throws {
      self.path = path
      self.option = option
      var current = path
      // As many links as Linux follows: `path_resolution(7)`.
      for _ in 0..<40 {
        var status = stat()
        let isThere = unsafe lstat(current, &status) == 0
        if !isThere, errno != ENOENT { throw cannotWrite(path, option) }
        let end = current.lastIndex(of: "/").map { current.index(after: $0) } ?? current.startIndex
        folder = end == current.startIndex ? "." : String(current[..<end])
        name = String(current[end...])
        guard isThere, status.st_mode & S_IFMT == S_IFLNK else {
          if isThere, status.st_mode & S_IFMT != S_IFREG { return nil }
          return
        }
        if Self.isOfDescriptor(current) {
          if Self.isOwnDescriptor(name) { throw cannotWrite(path, option) }
          return nil
        }
        if let owner = System.stranger(ofLink: status, in: folder) {
          throw System.cannotWrite(path, option, "it is a link of another user (uid \(owner))")
        }
        let target = System.target(ofLink: current)
        current = target.hasPrefix("/") ? target : folder + "/" + target
      }
      errno = ELOOP
      throw cannotWrite(path, option)
    }

    /// True for the name of an open descriptor, which leads to no name that could be replaced.
    private static func isOfDescriptor(_ path: String) -> Bool {
      ["/proc/", "/dev/fd/", "/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(where: path.hasPrefix)
    }

    /// True for the number of a descriptor that the program was not given.
    private static func isOwnDescriptor(_ name: String) -> Bool {
      guard let number = Int32(name) else { return false }
      // Descriptors that a program is given are not closed on exec; those that it opens itself are.
      let flags = fcntl(number, F_GETFD)
      if flags >= 0 { errno = EBADF }
      return flags < 0 || flags & FD_CLOEXEC != 0
    }

    /// The status of the file to be replaced in an open folder; nil if there is none.
    ///
    /// `checked` is its status at an earlier check; `check` throws if it may not be replaced.
    ///
    /// - Throws: Errors of `check`, and a `Failure` if it is no file any more, was written just now, or is read-only.
    func old(in directory: Int32, after checked: stat? = nil, _ check: (FileID) throws -> Void) throws -> stat? {
      var status = stat()
      guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { return nil }
        throw cannotWrite(path, option)
      }
      if status.st_mode & S_IFMT != S_IFREG { throw System.cannotWrite(path, option, "something else is there by now") }
      let file = identity(status)
      if let checked, identity(checked) == file { return status }
      if saved.withLock({ $0.contains(file) }) {
        throw Failure.usage("\(name: option): '\(name: path)' was just written as another output; name another file")
      }
      try check(file)
      if unsafe faccessat(directory, name, W_OK, AT_EACCESS) != 0 { throw cannotWrite(path, option) }
      return status
    }
  }

  /// The owner of a link that is not followed: neither this user, nor root, nor the owner of its folder.
  private static func stranger(ofLink link: stat, in folder: String) -> uid_t? {
    var status = stat()
    let isOfFolder = unsafe stat(folder, &status) == 0 && status.st_uid == link.st_uid
    return [geteuid(), 0].contains(link.st_uid) || isOfFolder ? nil : link.st_uid
  }

  /// Writes to a device or a pipe, or appends to a descriptor.
  private static func fill(
    _ path: String, _ option: String, _ check: (FileID) throws -> Void,
    _ body: ((String) throws -> Void) throws -> Void
  ) throws {
    // Opening a pipe waits for its reader.
    let file = whileWriting(to: -1) { unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC) }
    if file < 0 { throw cannotWrite(path, option) }
    defer { close(file) }
    var status = stat()
    if unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG { try check(identity(status)) }
    try fill(file, path, option, from: body)
  }

  /// Writes what `body` puts to an open file, compressed if its name ends in `.gz`.
  private static func fill(
    _ file: Int32, _ path: String, _ option: String, from body: ((String) throws -> Void) throws -> Void
  ) throws {
    guard path.hasSuffix(".gz") else { return try body { try put($0, to: file, name: path, option: option) } }
    guard let compression = Compression(to: file) else { throw cannotWrite(path, option) }
    var hasRead = true
    do {
      try body { text in
        do { try put(text, to: compression.input, name: path, option: option) } catch {
          hasRead = false
          throw error
        }
      }
    } catch {
      // Its status shows why it has not read.
      if hasRead { throw error }
    }
    if !compression.finish() || !hasRead {
      let cause = "gzip has failed, as where it is not installed or the disk is full"
      throw cannotWrite(path, option, "\(cause); a name without .gz needs none")
    }
  }

  /// Gives a new file the owner and the mode of the replaced one.
  private static func keepOwner(of old: stat, on file: Int32, _ path: String, _ option: String) throws {
    var status = stat()
    _ = unsafe fstat(file, &status)
    let isSame = status.st_uid == old.st_uid && status.st_gid == old.st_gid
    if !isSame, fchown(file, old.st_uid, old.st_gid) != 0 {
      let cause = unsafe String(cString: strerror(errno)).lowercased()
      throw cannotWrite(path, option, "its owner cannot be kept: \(cause)")
    }
    if fchmod(file, old.st_mode & 0o7777) != 0 { throw cannotWrite(path, option) }
  }

  // MARK: The temporary file of an output

  /// Held while a temporary file is made or renamed, and for good by the thread that ends the process.
  private static let temporaryFiles = Mutex(())
  /// The open folder of the temporary file; -1 if there is none.
  private static let temporaryFolder = Atomic<Int32>(-1)
  /// Its name there, where a handler of a crash may read it.
  nonisolated(unsafe) private static let temporaryName = UnsafeMutablePointer<CChar>.allocate(
    capacity: temporaryNameSize)
  private static let temporaryNameSize = 64

  /// Makes room for the name of a temporary file, before a signal can end the process.
  static func prepareTemporaryFiles() { unsafe temporaryName.initialize(repeating: 0, count: temporaryNameSize) }

  /// Makes a new file in a folder, under an unused name.
  private static func makeTemporaryFile(in folder: Int32, mode: mode_t, _ path: String, _ option: String) throws
    -> Int32
  {
    // Another program may have used such a name, but not a hundred.
    for _ in 0..<100 {
      let number = String(UInt32.random(in: .min ... .max), radix: 16)
      let name = ".tracetool-\(number).part"
      let file = temporaryFiles.withLock { _ -> Int32 in
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = unsafe openat(folder, name, flags, mode)
        if file < 0 { return file }
        unsafe strncpy(temporaryName, name, temporaryNameSize - 1)
        temporaryFolder.store(folder, ordering: .sequentiallyConsistent)
        return file
      }
      if file >= 0 { return file }
      if errno != EEXIST { break }
    }
    throw cannotWrite(path, option)
  }

  private static func renameTemporaryFile(as name: String, in folder: Int32, _ path: String, _ option: String) throws {
    let isDone = temporaryFiles.withLock { _ in
      guard unsafe renameat(folder, temporaryName, folder, name) == 0 else { return false }
      temporaryFolder.store(-1, ordering: .sequentiallyConsistent)
      return true
    }
    if !isDone { throw cannotWrite(path, option) }
  }

  private static func removeTemporaryFile() { temporaryFiles.withLock { _ in removeTemporaryFileAfterCrash() } }

  /// Removes the temporary file, if any, and ends the process: no other is made meanwhile.
  static func removeTemporaryFileAndEnd(_ end: () -> Never) -> Never {
    temporaryFiles.withLock { _ in
      removeTemporaryFileAfterCrash()
      end()
    }
  }

  /// Removes the temporary file after a crash, with only what a signal handler may call.
  static func removeTemporaryFileAfterCrash() {
    let folder = temporaryFolder.exchange(-1, ordering: .sequentiallyConsistent)
    if folder >= 0 { _ = unsafe unlinkat(folder, temporaryName, 0) }
  }

  static var isReaderGone: Bool {
    var request = pollfd(fd: standardOutput, events: 0, revents: 0)
    // POLLERR on Linux, POLLHUP on macOS.
    return unsafe poll(&request, 1, 0) > 0 && Int32(request.revents) & (POLLERR | POLLHUP) != 0
  }

  static func identity(_ status: stat) -> FileID {
    FileID(device: status.st_dev, inode: status.st_ino)
  }

  /// The target of a link, as it is written; empty if it cannot be read.
  static func target(ofLink path: String) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The failure for `errno`, or for `cause`.
  private static func cannotWrite(_ name: String, _ option: String, _ cause: String? = nil) -> Failure {
    if cause == nil, errno == EPIPE { return Failure(code: .readerGone, sentence: "") }
    let cause = cause ?? (unsafe String(cString: strerror(errno)).lowercased())
    return Failure(
      code: .inputOutput,
      sentence: "cannot write '\(name: name)': \(name: cause); check its folder, or name another with \(name: option)")
  }
}
