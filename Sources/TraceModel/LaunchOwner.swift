/// The owner of a launch id: a device, an app on it, and a version of that app.
///
/// Recorders count their launches, so that two devices, or two apps of one device, may each have a launch `1`; and the
/// count may begin again with an update. A launch id therefore names a launch only together with these. A record may say
/// some of them, or none where they stand on the launch's first line alone.
public struct LaunchOwner: Hashable, Comparable, Sendable {
  /// The device's id without case; empty where the record names none, or in words of its own format.
  public private(set) var device = ""
  /// The app's id without case; empty where the record names none.
  public private(set) var app = ""
  /// Versions without their build; empty where the record has none.
  private var appVersion = ""
  private var appBuild = ""

  /// An owner without a field.
  public init() {}

  /// The owner that a record of `format` names, in the record's own texts.
  public init(device: String, app: String, appVersion: String, appBuild: String, format: String) {
    // Every other format names devices in its own way.
    self.device = InputFormat.isOwn(format) ? Normalised.id(device) : ""
    self.app = Normalised.id(app)
    self.appVersion = Normalised.version(appVersion)
    self.appBuild = Normalised.version(appBuild)
  }

  /// The owner that `context` names.
  public init(_ context: Context, _ texts: TextTable) {
    self.init(
      device: texts.string(context.device), app: texts.string(context.app),
      appVersion: texts.string(context.appVersion), appBuild: texts.string(context.appBuild),
      format: texts.string(context.format))
  }

  /// How many of its fields are recorded, from 0 to 4.
  public var knownCount: Int { fields.count { !$0.isEmpty } }

  /// Its fields in a fixed order.
  var fields: [String] { [device, app, appVersion, appBuild] }

  /// A fixed order, so that each run derives the same from owners.
  public static func < (a: Self, b: Self) -> Bool { a.fields.lexicographicallyPrecedes(b.fields) }

  /// True if both name some field, such as the device, and not the same: then they are two owners.
  public func conflicts(with other: LaunchOwner) -> Bool {
    conflictsInApp(with: other) || conflictsInVersion(with: other)
  }

  /// This owner, with what `other` knows beside it.
  public func filled(from other: LaunchOwner) -> LaunchOwner {
    var whole = self
    if device.isEmpty { whole.device = other.device }
    if app.isEmpty { whole.app = other.app }
    if appVersion.isEmpty { whole.appVersion = other.appVersion }
    if appBuild.isEmpty { whole.appBuild = other.appBuild }
    return whole
  }

  /// This owner, named on a line of a launch id, with what it has from the lines of that id before it.
  ///
  /// The line of another app or device begins anew, and so does that of another version, on the same device.
  public func following(_ earlier: LaunchOwner) -> LaunchOwner {
    if conflictsInApp(with: earlier) { return self }
    if !conflictsInVersion(with: earlier) { return filled(from: earlier) }
    var unversioned = earlier
    unversioned.appVersion = ""
    unversioned.appBuild = ""
    return filled(from: unversioned)
  }

  private func conflictsInApp(with other: LaunchOwner) -> Bool {
    Self.differ(device, other.device) || Self.differ(app, other.app)
  }

  private func conflictsInVersion(with other: LaunchOwner) -> Bool {
    Self.differ(appVersion, other.appVersion) || Self.differ(appBuild, other.appBuild)
  }

  private static func differ(_ one: String, _ other: String) -> Bool {
    one != other && !one.isEmpty && !other.isEmpty
  }
}

extension Context {
  /// The fields that name a launch's owner.
  private static let ownerTexts = [\Context.device, \.app, \.appVersion, \.appBuild]

  /// True if it names any field of a launch's owner.
  public var namesOwner: Bool { !(device.isNone && app.isNone && appVersion.isNone && appBuild.isNone) }

  /// Copies from `other` each field of the owner that is still empty.
  public mutating func fillOwner(from other: Context) {
    for path in Self.ownerTexts where self[keyPath: path].isNone { self[keyPath: path] = other[keyPath: path] }
  }

  /// Takes each field of the owner that `other` names.
  ///
  /// - Returns: True if a field that both name is written in two ways.
  ///
  /// Mostly an owner is written in one way wherever it stands, and no text has to be looked at.
  public mutating func differsInOwner(from other: Context) -> Bool {
    var differs = false
    for path in Self.ownerTexts where !other[keyPath: path].isNone {
      differs = differs || !self[keyPath: path].isNone && self[keyPath: path] != other[keyPath: path]
      self[keyPath: path] = other[keyPath: path]
    }
    return differs
  }
}

/// The owners that the lines of each source name under one launch id.
///
/// A line that names none is of the owner that its source named last under that id. Whatever order the lines are noted
/// in, the answer is the same.
public struct OwnerHistory: Sendable {
  private struct Entry: Sendable {
    var line: Int64
    /// The owner that the line itself names.
    var named: LaunchOwner
    /// That, with what the lines before it have named.
    var owner = LaunchOwner()
  }

  /// By source; rising by line, and with owners, once they are sorted.
  private var entries: [Int64: [Entry]] = [:]
  private var isSorted = true

  /// A history of no lines.
  public init() {}

  /// Notes that a line of a source names an owner.
  public mutating func note(_ owner: LaunchOwner, source: Int64, line: Int64) {
    entries[source, default: []].append(Entry(line: line, named: owner))
    isSorted = false
  }

  /// The owner that a line of `source` belongs to, as far as it and the lines before it say.
  public mutating func owner(source: Int64, line: Int64) -> LaunchOwner {
    if !isSorted { sort() }
    guard let entries = entries[source] else { return LaunchOwner() }
    let behind = entries.partitioningIndex { $0.line > line }
    return behind > 0 ? entries[behind - 1].owner : LaunchOwner()
  }

  private mutating func sort() {
    for source in entries.keys {
      var sorted = entries[source] ?? []
      sorted.sort { ($0.line, $0.named) < ($1.line, $1.named) }
      var last = LaunchOwner()
      for index in sorted.indices {
        last = sorted[index].named.following(last)
        sorted[index].owner = last
      }
      entries[source] = sorted
    }
    isSorted = true
  }
}

/// Owners of launches, among which those that agree with another one are found without looking at each.
///
/// A count as launch id may name a launch of each of thousands of devices, apps or versions.
public struct OwnerIndex: Sendable {
  /// The owners, in the order in which they were added.
  public private(set) var owners: [LaunchOwner] = []
  /// By field of an owner, as the device, and by what that is: the indices of the owners that name it, and under an empty
  /// text of those that named none when they were added.
  private var indices = [[String: [Int]]](repeating: [:], count: LaunchOwner().fields.count)

  /// An index of no owners.
  public init() {}

  /// Adds an owner behind the others.
  public mutating func append(_ owner: LaunchOwner) {
    for (field, name) in owner.fields.enumerated() { indices[field][name, default: []].append(owners.count) }
    owners.append(owner)
  }

  /// Adds to the owner with this index what another knows beside it.
  public mutating func fill(_ index: Int, from other: LaunchOwner) {
    let before = owners[index].fields
    owners[index] = owners[index].filled(from: other)
    for (field, name) in owners[index].fields.enumerated() where name != before[field] {
      indices[field][name, default: []].append(index)
    }
  }

  /// The indices of the owners that do not conflict with this one, rising.
  public func indices(agreeingWith owner: LaunchOwner) -> [Int] {
    var few: [Int]?
    for (field, name) in owner.fields.enumerated() where !name.isEmpty {
      let possible = [indices[field][name] ?? [], indices[field][""] ?? []]
      let count = possible[0].count + possible[1].count
      if count < few?.count ?? .max { few = possible[0] + possible[1] }
    }
    guard let few else { return Array(owners.indices) }
    return Set(few).filter { !owners[$0].conflicts(with: owner) }.sorted()
  }
}
