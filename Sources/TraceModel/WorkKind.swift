/// What an app's own work is, as far as it matters for its life cycle: the field `kind` of `work.begin` and `work.end`.
///
/// Other kinds are the app's own, and no rule looks for them.
public enum WorkKind: String, Vocabulary {
  case timer, animation, game
  case network, disk, keychain
  /// Done once for all launches of a version, as making the tables of a database.
  case setup
  /// Done once in each process, as opening a database or starting an SDK.
  case startup
  case audio, pictureInPicture, airPlay, location, voip, bluetooth, carPlay

  /// True if iOS lets an app run in the background for as long as such work lasts.
  ///
  /// Source: Apple, *Configuring background execution modes* (`UIBackgroundModes`: `audio`, which AirPlay and Picture
  /// in Picture need as well, `location`, `voip`, `bluetooth-central`, `bluetooth-peripheral`).
  public var keepsAppRunning: Bool {
    switch self {
    case .audio, .pictureInPicture, .airPlay, .location, .voip, .bluetooth, .carPlay: true
    case .timer, .animation, .game, .network, .disk, .keychain, .setup, .startup: false
    }
  }
}
