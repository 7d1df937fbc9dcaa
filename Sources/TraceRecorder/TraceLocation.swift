import Foundation

/// Where a process writes its traces.
///
///     Library/Application Support/traces/                    root: `Installation` is here
///     Library/Application Support/traces/com.example.shop/   folder: the traces of that app or extension
///
/// Each app and each extension has a folder of its own, so that no process removes what another one writes. The
/// recorder owns everything below the root, and never changes anything above it.
struct TraceLocation: Sendable {
  let root: URL
  let folder: URL

  /// The folder of an app or extension, by its bundle identifier.
  init(root: URL, app: String) {
    self.root = root
    folder = root.appendingPathComponent(app.replacingSlashes, isDirectory: true)
  }

  /// The location in the container of an app, or in that of an App Group.
  ///
  /// An app without the entitlement for the group uses its own container.
  ///
  /// Apps for tvOS cannot write to Application Support, and the system may empty their Caches while they do not run
  /// (Apple, "App Programming Guide for tvOS"). On a Mac an app may see the Application Support of all apps.
  static func standard(app: String, group: String?) -> Self {
    #if os(tvOS)
      let directory = FileManager.SearchPathDirectory.cachesDirectory
      let inGroup = "Library/Caches"
    #else
      let directory = FileManager.SearchPathDirectory.applicationSupportDirectory
      let inGroup = "Library/Application Support"
    #endif
    #if targetEnvironment(simulator)
      // A UI test names a folder of the Mac. No process of a device can be told another location.
      if let folder = ProcessInfo.processInfo.environment["TRACETOOL_TRACES"] {
        return Self(root: URL(fileURLWithPath: folder, isDirectory: true), app: app)
      }
    #endif
    #if canImport(Darwin)
      let shared = group.flatMap { FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0) }
    #else
      let shared: URL? = nil
    #endif
    var base: URL
    if let shared {
      base = shared.appendingPathComponent(inGroup, isDirectory: true)
    } else {
      let found = FileManager.default.urls(for: directory, in: .userDomainMask)
      // Every user has both.
      base = found.first ?? FileManager.default.temporaryDirectory
      #if os(macOS) || targetEnvironment(macCatalyst)
        base = base.appendingPathComponent(app.replacingSlashes, isDirectory: true)
      #endif
    }
    return Self(root: base.appendingPathComponent("traces", isDirectory: true), app: app)
  }
}

extension String {
  /// The text as the name of a folder.
  fileprivate var replacingSlashes: String { String(map { $0 == "/" ? "-" : $0 }) }
}
