package import TraceModel

extension [VersionContents] {
  private static let mostApps = 3
  private static let mostVersions = 5

  /// Apps with versions, and days, as in `com.example.shop 4.8.0, 4.9.0; 9 to 10 Oct 2025`; nil if unknown.
  package var text: Sentence? {
    let texts = appsText + [days].compactMap(\.self).map { "\(name: $0)" }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  var launches: Int64 { reduce(0) { $0 + $1.launches } }

  /// From the day of the first event to that of the last one; nil if no event has a time of day.
  package var days: String? {
    guard let first = compactMap(\.first).min(), let last = compactMap(\.last).max() else { return nil }
    return Days.text(from: first, to: last)
  }

  private var appsText: [Sentence] {
    var apps: [(name: String, versions: [String])] = []
    for version in self {
      if apps.last?.name != version.app { apps.append((version.app, [])) }
      if !version.appVersion.isEmpty { apps[apps.count - 1].versions.append(version.appVersion) }
    }
    let named = apps.filter { !$0.name.isEmpty || !$0.versions.isEmpty }
    let texts = named.prefix(Self.mostApps).map { app -> Sentence in
      let count = app.versions.count
      let isLong = count > Self.mostVersions
      let range: Sentence = "\(name: app.versions.first ?? "") to \(name: app.versions.last ?? "") (\(count) versions)"
      let versions: Sentence = isLong ? range : "\(name: app.versions.joined(separator: ", "))"
      return ["\(name: app.name)", versions].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let more = named.count - Self.mostApps
    return texts + (more > 0 ? ["\(count: more, "more app")"] : [])
  }

  /// A row each: app, version, the numbers of launches and devices, and the days.
  var table: Table {
    let rows = map { version -> [Cell] in
      [
        .name(version.app), .name(version.appVersion), .count(Int(version.launches)), .count(Int(version.devices)),
        .name([version].days ?? ""),
      ]
    }
    return Table("", ["app", "version", "launches", "devices", "days"], rows)
  }
}
