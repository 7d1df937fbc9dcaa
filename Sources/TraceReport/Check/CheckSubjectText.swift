import TraceAnalyzer
import TraceModel

extension CheckSubject {
  /// The greatest numbers of apps, and of versions of each app, that are named.
  private static let mostApps = 3
  private static let mostVersions = 5

  /// As in `com.example.shop 4.8.0, 4.9.0: 2,000 launches on 8 devices, 9 to 10 Oct 2025`.
  var text: Sentence {
    let devices: Sentence = devices > 0 ? " on \(count: devices, "device")" : ""
    let days: Sentence = instants.map { ", \(name: Days.text(from: $0.lowerBound, to: $0.upperBound))" } ?? ""
    let prefix: Sentence = Self.text(apps).map { "\($0): " } ?? ""
    return "\(prefix)\(count: launches, "launch")\(devices)\(days)"
  }

  /// Apps with their versions; nil where no log says them.
  static func text(_ apps: [App]) -> Sentence? {
    let named = apps.filter { !$0.name.isEmpty || !$0.versions.isEmpty }
    let more = named.count - mostApps
    let rest: [Sentence] = more > 0 ? ["\(count: more, "more app")"] : []
    let texts = named.prefix(mostApps).map(text) + rest
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  private static func text(_ app: App) -> Sentence {
    let count = app.versions.count
    let range: Sentence =
      "\(name: app.versions.first ?? "") to \(name: app.versions.last ?? "") (\(count: count, "version"))"
    let versions: Sentence = count > mostVersions ? range : "\(name: app.versions.joined(separator: ", "))"
    return ["\(name: app.name)", versions].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
