import Foundation

/// Where a process writes its traces.
///
///     Library/Application Support/tracetool/com.example.shop/                          root
///     Library/Application Support/tracetool/com.example.shop/.recorder/                settings: `Installation` is here
///     Library/Application Support/tracetool/com.example.shop/com.example.shop.share/   folder: one process's traces
///
/// The root is that of an app and its extensions: apps that share an App Group touch no traces of each other. In it the app
/// and each extension has a folder of its own. The recorder sets attributes of the settings and of the folder alone, and
/// only where nothing but its own files is in them: a folder of that name may be the app's.
struct TraceLocation: Sendable {
  let root: URL
  /// That in the app's own container, where its root is in that of an App Group.
  let otherRoots: [URL]
  let folder: URL
  /// The folder of the app, which is that of an extension's app as well.
  let folderOfApp: URL

  /// The location of a process in the root of its app; `app` is that of the process, both by their bundle identifiers.
  init(root: URL, app: String, containingApp: String? = nil, otherRoots: [URL] = []) {
    self.root = root
    self.otherRoots = otherRoots
    folder = root.appendingPathComponent(app.replacingSlashes, isDirectory: true)
    folderOfApp = root.appendingPathComponent((containingApp ?? app).replacingSlashes, isDirectory: true)
  }

  /// The location of a process below the containers of an app, of which the first one counts.
  init(containers: [URL], app: String, containingApp: String) {
    let roots = containers.map { container in
      container.appendingPathComponent("tracetool", isDirectory: true)
        .appendingPathComponent(containingApp.replacingSlashes, isDirectory: true)
    }
    self.init(root: roots[0], app: app, containingApp: containingApp, otherRoots: Array(roots.dropFirst()))
  }

  /// True for the app itself, false for an extension.
  var isOfApp: Bool { folder.path == folderOfApp.path }
  var roots: [URL] { [root] + otherRoots }
  var settings: URL { Self.settings(in: root) }
  var otherSettings: [URL] { otherRoots.map(Self.settings) }

  private static func settings(in root: URL) -> URL { root.appendingPathComponent(".recorder", isDirectory: true) }

  /// The location in the container of an App Group, or in the process's own.
  ///
  /// An app without the entitlement for the group uses its own container. To find that of a group, the system asks
  /// another process: that may take long.
  ///
  /// Apps for tvOS cannot write to Application Support, and the system may empty their Caches while they do not run
  /// (Apple, "App Programming Guide for tvOS").
  static func standard(app: String, containingApp: String, group: String?) -> Self {
    #if os(tvOS)
      let directory = FileManager.SearchPathDirectory.cachesDirectory
      let inGroup = "Library/Caches"
    #else
      let directory = FileManager.SearchPathDirectory.applicationSupportDirectory
      let inGroup = "Library/Application Support"
    #endif
    let files = FileManager.default
    #if canImport(Darwin)
      let shared = group.flatMap { files.containerURL(forSecurityApplicationGroupIdentifier: $0) }
    #else
      let shared: URL? = nil
    #endif
    #if targetEnvironment(simulator)
      // A UI test names a folder of the Mac. No process of a device can be told another location.
      let told = System.variable("TRACETOOL_TRACES").map { [URL(fileURLWithPath: $0, isDirectory: true)] }
    #else
      let told: [URL]? = nil
    #endif
    // Every user has one.
    let own = files.urls(for: directory, in: .userDomainMask).first ?? files.temporaryDirectory
    let containers = [shared?.appendingPathComponent(inGroup, isDirectory: true), own].compactMap(\.self)
    return Self(containers: told ?? containers, app: app, containingApp: containingApp)
  }
}

extension String {
  /// The text as the name of a folder.
  fileprivate var replacingSlashes: String { String(map { $0 == "/" ? "-" : $0 }) }
}
