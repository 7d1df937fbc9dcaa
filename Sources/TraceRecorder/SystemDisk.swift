import Foundation

/// The device's own file system.
struct SystemDisk: Disk {
  func names(in folder: URL) -> [String]? { try? FileManager.default.contentsOfDirectory(atPath: folder.path) }

  func makeFolders(_ folder: URL) {
    // With attributes, Foundation would set them on every folder that it creates, even on Application Support.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: nil)
  }

  func makeFolder(_ folder: URL) -> Bool {
    (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: nil)) != nil
  }

  func isForWholeApp(_ folder: URL) -> Bool {
    let places: [FileManager.SearchPathDirectory] = [
      .documentDirectory, .libraryDirectory, .applicationSupportDirectory, .cachesDirectory,
    ]
    let known = places.flatMap { FileManager.default.urls(for: $0, in: .userDomainMask) }
    let home = URL(fileURLWithPath: NSHomeDirectory())
    let paths = (known + [home, FileManager.default.temporaryDirectory]).map { $0.resolvingSymlinksInPath().path }
    return paths.contains(folder.resolvingSymlinksInPath().path)
  }

  #if (os(iOS) || os(visionOS)) && !targetEnvironment(macCatalyst)
    func isUnprotected(_ folder: URL) -> Bool {
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
      return attributes?[.protectionKey] as? FileProtectionType == FileProtectionType.none
    }

    func unprotect(_ folder: URL) {
      let attributes: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.none]
      try? FileManager.default.setAttributes(attributes, ofItemAtPath: folder.path)
    }
  #else
    // Other systems have no file protection, or no lock that would need it.
    func isUnprotected(_ folder: URL) -> Bool { true }
    func unprotect(_ folder: URL) {}
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

  func remove(_ file: URL) { try? FileManager.default.removeItem(at: file) }

  func isAlive(_ process: Int32) -> Bool {
    // Signal 0 checks that the process exists and sends nothing.
    if kill(process, 0) == 0 { return true }
    if errno == ESRCH { return false }
    // EPERM: the process exists and belongs to somebody else. A sandbox may answer EPERM for every id, so ask for one
    // that no process has.
    return kill(.max, 0) != 0 && errno == ESRCH
  }
}
