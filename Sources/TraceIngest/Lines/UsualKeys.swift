import TraceModel

/// The keys under which logs usually write what names a launch, a process, a device, an app.
///
/// One table for all that looks at keys: reading takes an id under a key that says so in so many words, a hint proposes
/// the others, and a record inherits from the objects around it what is under either. A key is looked up in lower case
/// and without marks, so that `launch_id`, `launchID` and `launch.id` are one.
enum UsualKeys {
  /// The keys of one field.
  struct Row: Sendable {
    let field: Field
    /// Keys that say in so many words whose id they hold, the likeliest first.
    var saying: [String] = []
    /// Other keys that are likely to hold the field, the likeliest first: a hint proposes them, and nothing reads them
    /// unasked.
    var likely: [String] = []
    /// Keys that hold the field in an object around records, beside the field's own and those that say it: what stands
    /// there is about all of them.
    var around: [String] = []
    /// True if a record inherits the field from the objects around it.
    var isInherited = true

    /// All keys, the likeliest first.
    var all: [String] { saying + likely }
    /// The keys in an object around records; the field's own is the first.
    var inherited: [String] { isInherited ? [IngestOptions.mappingName(field).lowercased()] + saying + around : [] }
  }

  /// The fields in the order in which a record inherits them and a hint lists them.
  static let rows: [Row] = [
    Row(
      field: .launch, saying: ["launchid", "launchuuid", "launchidentifier", "applaunchid", "processuuid"],
      likely: ["launch", "runid", "run"] + boots, around: ["runid"]),
    Row(
      field: .app,
      likely: [
        "bundleid", "bundleidentifier", "bundle", "appbundleid", "appbundle", "packagename", "package", "appid",
        "appidentifier", "appinfoid",
      ], around: ["appid", "bundle", "bundleid", "bundleidentifier"]),
    Row(
      field: .appVersion,
      likely: [
        "appversion", "applicationversion", "appver", "appversionstring", "appversionname", "version", "versionname",
        "marketingversion", "shortversion", "bundleshortversion", "clientversion", "release", "ver",
      ]),
    Row(
      field: .appBuild,
      likely: [
        "appbuild", "buildnumber", "appbuildnumber", "build", "bundleversion", "versioncode", "appbuildversion",
      ],
      around: ["buildnumber"]),
    Row(
      field: .osVersion,
      likely: ["osversion", "os", "systemversion", "iosversion", "osver", "operatingsystemversion", "clientos"],
      around: ["systemversion"]),
    Row(
      field: .deviceModel,
      likely: [
        "devicemodel", "model", "modelidentifier", "hw", "hardware", "hwmodel", "machine", "devicetype",
        "mobilemodelname", "clientmodel", "devicename", "device",
      ]),
    Row(
      field: .device,
      saying: [
        "deviceid", "deviceuuid", "installationid", "installid", "installationuuid", "installuuid", "idfv", "vendorid",
        "identifierforvendor", "deviceidentifier",
      ],
      likely: [
        "install", "installation", "appinstanceid", "userpseudoid", "anonymousid", "iosidfv", "dev", "udid", "clientid",
        "client",
        "phone", "visitorid",
      ]),
    Row(field: .platform),
    Row(field: .processKind),
    Row(field: .boot),
    Row(field: .pid, saying: ["pid", "processid", "processidentifier"]),
    Row(field: .sdkVersion),
    Row(
      field: .scene, saying: ["sceneid", "sceneidentifier", "scenesessionid", "sceneuuid"],
      likely: ["scene", "scenesession", "scenekey", "window", "windowid", "win"], isInherited: false),
    Row(
      field: .task, saying: ["taskid", "taskidentifier", "taskuuid", "bgtaskid", "backgroundtaskid"],
      likely: ["task", "bgtask", "assertionid", "work"], isInherited: false),
    Row(
      field: .name, likely: ["taskname", "bgtaskname", "backgroundtaskname", "tasklabel", "workname"],
      isInherited: false),
    Row(
      field: .view,
      likely: ["view", "viewcontroller", "screen", "screenname", "viewname", "controller", "viewclass", "screenclass"],
      isInherited: false),
    Row(
      field: .prewarmed, likely: ["prewarmed", "isprewarmed", "wasprewarmed", "activeprewarm", "prewarm"],
      isInherited: false),
    Row(field: .simulator, likely: ["simulator", "issimulator"]),
    Row(field: .debugger),
    // A session may span several launches, and a launch several sessions: it is the origin of records that say no more.
    Row(
      field: .origin, saying: ["sessionid", "sessionuuid", "sessionidentifier", "appsessionid", "gasessionid"],
      likely: ["session", "sid", "sess", "sessid"]),
  ]

  private static let boots = ["bootid", "bootuuid"]

  /// True if a key is that of a boot: of the device, or of the app.
  static func isOfBoot(_ key: String) -> Bool { rank(of: key, in: boots) != nil }

  private static let rowOfField = Dictionary(uniqueKeysWithValues: rows.map { ($0.field, $0) })

  /// The keys of a field; none of one that has no usual keys.
  static func row(_ field: Field) -> Row { rowOfField[field] ?? Row(field: field) }

  /// The rank of a key among some in lower case, 0 for the likeliest; nil if it is none of them.
  ///
  /// The object around a key counts as part of it, where both together are a key: `os.version` is `osversion`.
  static func rank(of key: String, in keys: [String]) -> Int? {
    let components = key.split(separator: ".")
    let around = NameWords.plain(components.suffix(2).joined())
    let last = NameWords.plain(components.last ?? "")
    return [keys.firstIndex(of: around), keys.firstIndex(of: last)].compactMap(\.self).min()
  }
}
