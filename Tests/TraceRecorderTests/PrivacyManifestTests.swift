import Foundation
import Testing

/// The privacy manifest says what the sources use.
@Suite(.tags(.medium)) struct PrivacyManifestTests {
  /// The categories of Apple's list and the APIs that are in each, with what stands for the same in C and Objective-C.
  ///
  /// Source: Apple, "Describing use of required reason API". The last names of the boot time are not on it: the clock that
  /// counts since the device started and the id of the boot session tell the same, so they are declared like those.
  private static let listed: [String: [String]] = [
    "FileTimestamp": [
      "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey", "creationDateKey",
      "contentModificationDate", "NSFileCreationDate", "NSFileModificationDate", "getattrlist", "getattrlistbulk",
      "fgetattrlist", "stat", "fstat", "fstatat", "lstat", "getattrlistat",
    ],
    "SystemBootTime": [
      "systemUptime", "mach_absolute_time", "mach_continuous_time", "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW",
      "CLOCK_UPTIME_RAW", "CLOCK_BOOTTIME", "kern.boottime", "kern.bootsessionuuid",
    ],
    "DiskSpace": [
      "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
      "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey", "systemFreeSize", "systemSize",
      "NSFileSystemFreeSize", "NSFileSystemSize", "statfs", "statvfs", "fstatfs", "fstatvfs",
    ],
    "ActiveKeyboards": ["activeInputModes"],
    "UserDefaults": ["UserDefaults", "NSUserDefaults", "AppStorage", "CFPreferencesCopyAppValue"],
  ]

  /// Reasons of the list that fit what the recorder does: the times between events within the app.
  private static let reasons = ["SystemBootTime": ["35F9.1"]]

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources")

  /// The words of the code that apps link, without comments; `kern.boottime` is one.
  private static func words() throws -> Set<String> {
    var words: Set<String> = []
    for module in ["TraceRecorder", "TraceVocabulary"] {
      let folder = sources.appendingPathComponent(module)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        for line in text.split(separator: "\n") {
          let code = line.components(separatedBy: "//")[0]
          let parts = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
          words.formUnion(parts.flatMap { [String($0)] + $0.split(separator: ".").map(String.init) })
        }
      }
    }
    return words
  }

  /// The runtime of iOS 15 to 17 ends a process ("illegal task-local value binding") that binds a task-local value in the
  /// body of `withTaskGroup`, from which an app may record.
  ///
  /// Source: swiftlang/swift, pull request 73978, which Swift 6.0 is the first to have.
  @Test func `nothing binds a task-local value`() throws {
    let words = try Self.words()
    #expect(words.isDisjoint(with: ["TaskLocal", "@TaskLocal"]) && words.contains("threadDictionary"))
  }

  @Test func `the categories that are declared are those that are used`() throws {
    let file = Self.sources.appendingPathComponent("TraceRecorder/PrivacyInfo.xcprivacy")
    let read = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let manifest = try #require(read as? [String: Any])
    #expect(
      manifest.keys.sorted() == [
        "NSPrivacyAccessedAPITypes", "NSPrivacyCollectedDataTypes", "NSPrivacyTracking", "NSPrivacyTrackingDomains",
      ])
    // Nothing leaves the device by it.
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    var declared: [String: [String]] = [:]
    for type in try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]]) {
      let category = try #require(type["NSPrivacyAccessedAPIType"] as? String)
      let name = category.replacingOccurrences(of: "NSPrivacyAccessedAPICategory", with: "")
      declared[name] = type["NSPrivacyAccessedAPITypeReasons"] as? [String]
    }
    let words = try Self.words()
    #expect(words.contains("clock_gettime_nsec_np") && words.contains("kern.bootsessionuuid"))
    let used = Self.listed.filter { !words.isDisjoint(with: $0.value) }.keys
    #expect(declared == Self.reasons && Set(used) == Set(declared.keys))
  }
}
