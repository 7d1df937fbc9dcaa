/// The owner of a launch id: a device, an app on it, and a version of that app.
///
/// Recorders count launches, so two devices or apps may each have a launch `1`, and an update may restart the count. A
/// launch id names a launch only together with its owner, of which a record may name a part or nothing.
public struct LaunchOwner: Hashable, Comparable, Sendable {
  /// The device's id without case; empty if the record names none, or in a format with its own names for devices.
  public private(set) var device = ""
  /// The app's id without case; empty if the record names none.
  public private(set) var app = ""
  /// Versions without their build; empty if the record has none.
  private var appVersion = ""
  private var appBuild = ""

  /// An owner without fields.
  public init() {}

  /// The owner that a record of `format` names, in its texts.
  public init(device: String, app: String, appVersion: String, appBuild: String, format: String) {
    // Other formats name devices in their own ways.
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

  var fields: [String] { [device, app, appVersion, appBuild] }

  /// A fixed order, so that results do not depend on the run.
  public static func < (a: Self, b: Self) -> Bool { a.fields.lexicographicallyPrecedes(b.fields) }

  /// True if both name a field, such as the device, in different ways: then they are two owners.
  public func conflicts(with other: LaunchOwner) -> Bool {
    conflictsInApp(with: other) || conflictsInVersion(with: other)
  }

  /// This owner, with the fields that only `other` knows.
  public func filled(from other: LaunchOwner) -> LaunchOwner {
    var whole = self
    if device.isEmpty { whole.device = other.device }
    if app.isEmpty { whole.app = other.app }
    if appVersion.isEmpty { whole.appVersion = other.appVersion }
    if appBuild.isEmpty { whole.appBuild = other.appBuild }
    return whole
  }

  /// This owner, named on a line of a launch id, with fields from the lines of that id before it.
  ///
  /// A line of another app, device or version begins anew; another version keeps the device.
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
  private static let ownerTexts = [\Context.device, \.app, \.appVersion, \.appBuild]

  /// True if it names any field of a launch's owner.
  public var namesOwner: Bool { !(device.isNone && app.isNone && appVersion.isNone && appBuild.isNone) }

  /// Copies each empty field of the owner from `other`.
  public mutating func fillOwner(from other: Context) {
    for path in Self.ownerTexts where self[keyPath: path].isNone { self[keyPath: path] = other[keyPath: path] }
  }

  /// Takes the owner's fields that `other` names; returns true if a field that both name differs.
  ///
  /// Mostly an owner is written in one way everywhere, and no text is looked at.
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
/// A line without an owner belongs to the last one that its source named under that id, however lines were noted.
public struct OwnerHistory: Sendable {
  private struct Entry: Sendable {
    var line: Int64
    var named: LaunchOwner
    /// `named`, with fields from the lines before it.
    var owner = LaunchOwner()
  }

  /// By source; rising by line, and with owners, once sorted.
  private var entries: [Int64: [Entry]] = [:]
  private var isSorted = true

  /// A history of no lines.
  public init() {}

  /// Notes that a line of a source names an owner.
  public mutating func note(_ owner: LaunchOwner, source: Int64, line: Int64) {
    entries[source, default: []].append(Entry(line: line, named: owner))
    isSorted = false
  }

  /// The owner of a line of `source`, as far as it and the lines before it say.
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

/// Owners of launches, of which those that agree with another are found without a search.
///
/// A count as launch id may name a launch of each of thousands of devices, apps or versions.
public struct OwnerIndex: Sendable {
  /// The owners, in the order in which they were added.
  public private(set) var owners: [LaunchOwner] = []
  /// By field and text, the indices of owners; under the empty text, of those added without that field.
  private var indices = [[String: [Int]]](repeating: [:], count: LaunchOwner().fields.count)

  /// An index of no owners.
  public init() {}

  /// Adds an owner behind the others.
  public mutating func append(_ owner: LaunchOwner) {
    for (field, name) in owner.fields.enumerated() { indices[field][name, default: []].append(owners.count) }
    owners.append(owner)
  }

  /// Adds to the owner with this index the fields that only `other` knows.
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
