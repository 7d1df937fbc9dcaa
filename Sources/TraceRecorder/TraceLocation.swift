import Foundation

/// Where a process writes its traces.
///
///     Library/Application Support/tracetool/                    root
///     Library/Application Support/tracetool/.recorder/          settings: `Installation` is here
///     Library/Application Support/tracetool/com.example.shop/   folder: the traces of that app or extension
///
/// Each app and each extension has a folder of its own, so that no process removes what another one writes. The
/// recorder sets attributes of the settings and of the folder alone, and only where nothing but its own files is in
/// them: a root of that name may be the app's.
struct TraceLocation: Sendable {
  let root: URL
  let settings: URL
  let folder: URL
  /// The settings of the same app elsewhere: those of its own container, where its root is in that of an App Group.
  let otherSettings: [URL]

  /// The folder of an app or extension, by its bundle identifier.
  init(root: URL, app: String, otherRoots: [URL] = []) {
    self.root = root
    settings = Self.settings(in: root)
    folder = root.appendingPathComponent(app.replacingSlashes, isDirectory: true)
    otherSettings = otherRoots.map(Self.settings)
  }

  private static func settings(in root: URL) -> URL { root.appendingPathComponent(".recorder", isDirectory: true) }

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
    // Every user has both.
    var base =
      FileManager.default.urls(for: directory, in: .userDomainMask).first ?? FileManager.default.temporaryDirectory
    #if os(macOS) || targetEnvironment(macCatalyst)
      base = base.appendingPathComponent(app.replacingSlashes, isDirectory: true)
    #endif
    let own = root(in: base)
    guard let shared else { return Self(root: own, app: app) }
    return Self(root: root(in: shared.appendingPathComponent(inGroup, isDirectory: true)), app: app, otherRoots: [own])
  }

  private static func root(in folder: URL) -> URL { folder.appendingPathComponent("tracetool", isDirectory: true) }
}

extension String {
  /// The text as the name of a folder.
  fileprivate var replacingSlashes: String { String(map { $0 == "/" ? "-" : $0 }) }
}
