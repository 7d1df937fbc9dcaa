/// Processes of the system, which are no apps, by their paths, their names and RunningBoard's keys.
enum SystemProcess {
  /// Where the system's own programs are, on devices and Macs.
  private static let folders = [
    "/System/", "/usr/", "/sbin/", "/bin/", "/Library/", "/Developer/", "/private/preboot/Cryptexes/",
    "/private/var/containers/Bundle/Frameworks/",
  ]
  /// What is in these folders and is an app.
  private static let apps = ["/Applications/", "/Containers/Bundle/Application/", "/containers/Bundle/Application/"]
  /// Before the root of a Simulator's system.
  private static let root = "/RuntimeRoot/"
  /// Programs whose crashes and ends are in the logs and reports of many devices, and that log nothing of apps.
  private static let names: Set = [
    "SpringBoard", "accessoryd", "accountsd", "aggregated", "akd", "apsd", "appstored", "assetsd", "backboardd",
    "analyticsd", "backupd", "biomed", "bird", "bluetoothd", "bulletindistributord", "cfprefsd", "chronod", "cloudd",
    "cloudphotod", "CommCenter", "configd", "containermanagerd", "contextstored", "coreaudiod", "debugserver",
    "DTServiceHub", "fileproviderd", "gamed", "gamepolicyd", "installcoordinationd", "intelligenceplatformd",
    "itunescloudd", "linkd", "lockdownd", "logd", "mobileactivationd", "mobiletimerd", "navd", "pkd", "remindd",
    "remoted", "rtcreportingd", "storekitd", "swcd", "testmanagerd", "transparencyd", "useractivityd",
    "usermanagerd", "usernotificationsd", "WirelessRadioManagerd",
    "coreduetd", "dataaccessd", "diagnosticd", "duetexpertd", "findmydeviced", "geod", "healthd", "homed",
    "identityservicesd", "imagent", "installd", "itunesstored", "jetsam", "knowledge-agent", "launchd", "lsd",
    "mDNSResponder", "mediaanalysisd", "mediaremoted", "mediaplaybackd", "misd", "mobileassetd", "nearbyd",
    "nehelper", "nesessionmanager", "networkd", "notifyd", "nsurlsessiond", "parsecd", "passd", "photoanalysisd",
    "powerd", "profiled", "proactived", "quicklookd", "rapportd", "routined", "searchd", "securityd", "sharingd",
    "siriknowledged", "softwareupdated", "spotlightknowledged", "suggestd", "syslogd", "thermalmonitord", "timed",
    "trustd", "UserEventAgent", "watchdogd", "wirelessproxd",
  ]

  /// True if a program at this path is the system's own, and no app.
  static func isPath(_ path: String) -> Bool {
    let inner = path.firstRange(of: root).map { path[path.index(before: $0.upperBound)...] } ?? path[...]
    return folders.contains(where: inner.hasPrefix) && !apps.contains(where: inner.contains)
  }

  /// True if a program of this name is the system's own.
  static func isName(_ name: String) -> Bool {
    names.contains(name) || name.hasPrefix("com.apple.") || MessageTable.standard.isDaemon(name)
  }

  /// What sort of process one is, by RunningBoard's key.
  enum Sort { case app, `extension`, system }

  private static let keys: [(mark: [UInt8], sort: Sort)] = [
    ("app<", .app), ("application<", .app), ("xpcservice<", .extension), ("osservice<", .system), ("daemon<", .system),
    ("anon<", .system),
  ].map { (Array($0.utf8), $1) }

  /// The sort of the process that ended, by the first key in what the system says of the end.
  ///
  ///     explanation:[xpcservice<com.example.shop.share([app<com.example.shop>:500])>:501] was suspended
  static func sort(in bytes: ArraySlice<UInt8>) -> Sort? {
    let found = keys.compactMap { mark, sort in bytes.firstIndex(of: mark).map { ($0, sort) } }
    if let first = found.min(by: { $0.0 < $1.0 }) { return first.1 }
    // Its host is SpringBoard, which is not written, or the app that shows the extension.
    guard let start = bytes.firstIndex(of: "<BKNewProcess: ".utf8),
      let host = bytes[start...].firstIndex(of: "hostpid: ".utf8)
    else { return nil }
    return bytes[host...].dropFirst(9).first?.isDigit == true ? .extension : .app
  }
}
