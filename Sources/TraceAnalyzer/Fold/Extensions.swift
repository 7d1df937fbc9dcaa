import TraceModel

/// The apps that are extensions of others although no record says so: only all launches together show it.
///
/// An extension's bundle id begins with that of the app that holds it (Apple, *CFBundleIdentifier*), and
/// `UIApplication` is not for extensions (*App Extension Programming Guide*): an extension never has events of an app's
/// or a scene's life. The other app must have such events, else it is unknown whether they are recorded; or the id must
/// end as those of extensions do (`Lexicon.namesExtension`).
struct Extensions {
  /// Posted in extensions as well, though named after the app.
  private static let shared = KindSet([
    .appDidReceiveMemoryWarning, .appSignificantTimeChange, .appProtectedDataWillBecomeUnavailable,
    .appProtectedDataDidBecomeAvailable,
  ])
  /// The kinds of an app's or a scene's life, which never come in an extension; the system's own log has one of them.
  static let life = KindSet(
    EventKind.allCases.filter { ["app", "scene"].contains($0.family) && !shared.contains($0) }
      + [.logSceneForeground])

  /// By the extension's id as it is written, the id of its app.
  private var apps: [TextID: TextID] = [:]

  init(_ launches: [LaunchSummary], _ symbols: Symbols) {
    // One app alone is no extension, whatever its launches hold.
    let apps = symbols.contexts.values.lazy.map(\.app).filter { !$0.isNone }
    guard let first = apps.first, apps.contains(where: { $0 != first }) else {
      self.init(AppKinds(symbols.texts), symbols)
      return
    }
    var kinds = AppKinds(symbols.texts)
    for index in launches.indices {
      let earlier = launches[index].isEarlier ? launches[index].natureReason : nil
      kinds.add(launches[index].kinds, earlier: earlier, in: symbols.context(launches[index].context))
    }
    self.init(kinds, symbols)
  }

  /// The extensions among apps whose launches hold these kinds.
  init(_ apps: AppKinds, _ symbols: Symbols) {
    let declared = apps.declared
    var kinds = apps.kinds
    kinds[.none] = nil
    if kinds.count < 2 { return }
    // An id may be written in several ways.
    let ids = Dictionary(grouping: kinds.keys) { Normalised.id(symbols.texts.string($0)) }
    func lives(_ writings: [TextID]) -> Bool { writings.contains { kinds[$0]?.intersects(Self.life) == true } }
    for (id, writings) in ids where !lives(writings) && declared.isDisjoint(with: writings) {
      let parts = id.split(separator: ".", omittingEmptySubsequences: false)
      let above = parts.indices.dropFirst().reversed().lazy.compactMap { ids[parts[..<$0].joined(separator: ".")] }
      let isNamed = Lexicon.namesExtension(id)
      guard
        let app = above.first(where: { isNamed || lives($0) })?.min(by: {
          symbols.texts.string($0) < symbols.texts.string($1)
        })
      else { continue }
      for writing in writings { self.apps[writing] = app }
    }
  }

  var areAny: Bool { !apps.isEmpty }

  /// The app that an app is an extension of; nil without one.
  func app(of id: TextID) -> TextID? { apps.isEmpty ? nil : apps[id] }
}

extension Extensions {
  /// By app, the kinds that its launches hold.
  struct AppKinds {
    private let ofApp: TextID
    private var known: [TextID: KindSet] = [:]
    /// The apps whose launches name their kind of process.
    private(set) var declared: Set<TextID> = []
    /// Launches of one app often follow each other: it is looked up once.
    private var last = (app: TextID.none, kinds: KindSet())

    /// An empty list for apps whose names are among these texts.
    init(_ texts: TextTable) { ofApp = texts.find(Array(LaunchNature.ofApp.utf8).span) }

    /// Adds the kinds of a launch; for a stand-in `earlier` is the reason of its nature.
    mutating func add(_ kinds: KindSet, earlier: TextID?, in context: Context) {
      if context.app != last.app {
        known[last.app, default: KindSet()] = known[last.app, default: KindSet()].union(last.kinds)
        last = (context.app, KindSet())
      }
      last.kinds = last.kinds.union(kinds)
      if earlier == ofApp, !ofApp.isNone { last.kinds = last.kinds.union(Extensions.life) }
      if !context.processKind.isNone { declared.insert(context.app) }
    }

    /// The kinds of each app; those of launches without an app as well.
    var kinds: [TextID: KindSet] {
      var kinds = known
      kinds[last.app] = kinds[last.app, default: KindSet()].union(last.kinds)
      return kinds
    }
  }
}
