import TraceAnalyzer
import TraceModel

extension CheckSubject {
  /// The greatest numbers of apps, and of versions of each app, that are named.
  private static let mostApps = 3
  private static let mostVersions = 5

  /// As in `com.example.shop 4.8.0, 4.9.0: 2,000 launches on 8 devices, 9 to 10 Oct 2025`.
  var text: String {
    let devices = devices > 0 ? " on \(Units.count(devices, "device"))" : ""
    let days = instants.map { ", \(Days.text(from: $0.lowerBound, to: $0.upperBound))" } ?? ""
    let prefix = Self.text(apps).map { "\($0): " } ?? ""
    return "\(prefix)\(Units.count(launches, "launch"))\(devices)\(days)"
  }

  /// Apps with their versions; nil where no log says them.
  static func text(_ apps: [App]) -> String? {
    let named = apps.filter { !$0.name.isEmpty || !$0.versions.isEmpty }
    let more = named.count - mostApps
    let texts = named.prefix(mostApps).map(text) + (more > 0 ? [Units.count(more, "more app")] : [])
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  private static func text(_ app: App) -> String {
    let count = app.versions.count
    let range = "\(app.versions.first ?? "") to \(app.versions.last ?? "") (\(Units.count(count, "version")))"
    let versions = count > mostVersions ? range : app.versions.joined(separator: ", ")
    return [app.name, versions].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
