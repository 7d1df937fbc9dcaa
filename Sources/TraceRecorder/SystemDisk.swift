import Foundation

/// The device's own file system.
struct SystemDisk: Disk {
  func nameBytes(in folder: URL) throws(DiskFault) -> [UInt8]? {
    if let names = System.names(in: folder.path) { return names }
    let code = errno
    if code == ENOENT || code == ENOTDIR { return nil }
    throw DiskFault(code: code)
  }

  func makeFolders(_ folder: URL) {
    // With attributes, Foundation would set them on every folder that it creates, even on Application Support.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: nil)
  }

  func makeFolder(_ folder: URL) -> Bool {
    (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: nil)) != nil
  }

  #if canImport(Darwin)
    func hasAttributes(_ folder: URL, isProtected: Bool) -> Bool {
      let values = try? folder.resourceValues(forKeys: [.isExcludedFromBackupKey])
      if values?.isExcludedFromBackup != true { return false }
      #if (os(iOS) || os(visionOS)) && !targetEnvironment(macCatalyst)
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
        return attributes?[.protectionKey] as? FileProtectionType == Self.protection(isProtected)
      #else
        // Other systems have no file protection, or no lock that would need it.
        return true
      #endif
    }

    func setAttributes(_ folder: URL, isProtected: Bool) {
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var excluded = folder
      try? excluded.setResourceValues(values)
      #if (os(iOS) || os(visionOS)) && !targetEnvironment(macCatalyst)
        let attributes: [FileAttributeKey: Any] = [.protectionKey: Self.protection(isProtected)]
        try? FileManager.default.setAttributes(attributes, ofItemAtPath: folder.path)
      #endif
    }

    private static func protection(_ isProtected: Bool) -> FileProtectionType {
      isProtected ? .completeUntilFirstUserAuthentication : .none
    }
  #else
    func hasAttributes(_ folder: URL, isProtected: Bool) -> Bool { true }
    func setAttributes(_ folder: URL, isProtected: Bool) {}
  #endif

  func makeFile(_ file: URL) throws(DiskFault) -> Int32 {
    let descriptor = System.makeLog(file.path)
    if descriptor < 0 { throw DiskFault(code: errno) }
    return descriptor
  }

  func rename(_ file: URL, to name: URL) throws(DiskFault) {
    if !System.renameLog(file.path, to: name.path) { throw DiskFault(code: errno) }
  }

  func append(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(DiskFault) -> Int {
    let count = System.append(bytes, to: file)
    if count < 0 { throw DiskFault(code: errno) }
    return count
  }

  func cut(_ file: Int32, to length: Int) -> Bool { ftruncate(file, off_t(length)) == 0 }

  func close(_ file: Int32) { System.closeLog(file) }

  // It removes no folder, so no mistake can remove more than one file.
  func remove(_ file: URL) -> Bool { System.removeLog(file.path) || errno == ENOENT }

  func size(of file: URL) -> Int? { System.size(of: file.path) }

  func isAlive(_ process: Int32) -> Bool? {
    // A sandbox may give one answer for every id but the own one: so ask for one that no process has, and for that of
    // the first process, which is always there.
    if process != getpid() && (Self.exists(.max) || !Self.exists(1)) { return nil }
    return Self.exists(process)
  }

  /// True if the system says that there is such a process, perhaps another user's (`EPERM`).
  private static func exists(_ process: Int32) -> Bool {
    // Signal 0 checks that the process exists and sends no signal.
    kill(process, 0) == 0 || errno == EPERM
  }
}
