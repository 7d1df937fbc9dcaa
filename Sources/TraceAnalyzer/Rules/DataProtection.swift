/// Whether a locked device gives data, by its protection class or, for a keychain item, its accessibility.
///
/// A file of the default class, and many keychain items, can be read on a locked device once that was unlocked after
/// its start: an access does not fail merely because the device is locked. Between a restart and the first unlock these
/// items look absent.
///
/// Source: Apple, *Encrypting Your App's Files*, *Restricting keychain item accessibility*, and Apple Platform
/// Security, *Data Protection classes*.
enum DataProtection {
  /// There only while the device is unlocked.
  case whileUnlocked
  /// There on a locked device as well, once that was unlocked for the first time since it was started.
  case afterFirstUnlock
  case always

  /// The class that the attributes of an event, one JSON object without white space, name; nil without a clear one.
  ///
  /// ```
  /// {"protection":"complete"}                                    whileUnlocked
  /// {"accessible":"kSecAttrAccessibleAfterFirstUnlock"}          afterFirstUnlock
  /// {"file":"NSFileProtectionCompleteUntilFirstUserAuthentication"}   afterFirstUnlock
  /// {"protection":"none"}                                        always
  /// {"status":"complete"}                                        nothing
  /// ```
  static func named(in attributes: String) -> Self? {
    // Every other piece is a text, and a colon separates a key from its text.
    let parts = attributes.split(separator: "\"", omittingEmptySubsequences: false)
    for index in parts.indices where index >= 3 && index % 2 == 1 && parts[index - 1] == ":" {
      let key = parts[index - 2].lowercased()
      let isAboutAccess = keys.contains { key.contains($0) }
      if let found = named(by: parts[index].lowercased(), isAboutAccess: isAboutAccess) { return found }
    }
    return nil
  }

  private static let keys = ["protect", "accessib", "pdmn"]
  private static let prefixes = ["nsfileprotection", "fileprotectiontype.", "ksecattraccessible"]

  /// What a name in lower case says; ambiguous words count with a prefix, or under a key that says what they are about.
  private static func named(by name: String, isAboutAccess: Bool) -> Self? {
    let prefix = prefixes.first { name.hasPrefix($0) }
    guard prefix != nil || isAboutAccess else { return nil }
    let word = name.dropFirst(prefix?.utf8.count ?? (name.hasPrefix(".") ? 1 : 0))
    switch word {
    case "complete", "a", "whenunlocked", "whenunlockedthisdeviceonly", "whenpasscodesetthisdeviceonly", "ak", "aku",
      "akpu":
      return .whileUnlocked
    case "completeuntilfirstuserauthentication", "c", "afterfirstunlock", "afterfirstunlockthisdeviceonly", "ck",
      "cku":
      return .afterFirstUnlock
    case "none", "d", "always", "alwaysthisdeviceonly", "dk", "dku": return .always
    default: return nil
    }
  }
}

/// How an access to protected data ended, as far as the log says it.
enum AccessOutcome {
  case found
  /// The device was locked, or the access failed for a cause that the log does not give.
  case refused

  /// What an event says: `success`, or the system's status in its attributes; nil if it says neither, or that the data
  /// is not there, which may be true.
  ///
  /// ```
  /// {"status":-25308}   refused: errSecInteractionNotAllowed
  /// {"errno":1}         refused: EPERM, as open(2) says it of a protected file
  /// {"status":-25300}   nothing: errSecItemNotFound
  /// {"status":0}        found
  /// ```
  ///
  /// Source: Apple, *Security Framework Result Codes*, and `sys/errno.h`.
  init?(success: Bool?, attributes: String) {
    let status = Self.status(in: attributes)
    switch (status, success) {
    case ("-25308", _), ("1", _), ("errSecInteractionNotAllowed", _), ("EPERM", _): self = .refused
    case ("-25300", _), ("errSecItemNotFound", _): return nil
    case ("0", _), (_, true): self = .found
    case (_, false): self = .refused
    default: return nil
    }
  }

  private static func status(in attributes: String) -> Substring? {
    for key in ["\"status\":", "\"errno\":"] {
      guard let begin = attributes.firstRange(of: key)?.upperBound else { continue }
      return attributes[begin...].drop { $0 == "\"" }.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    }
    return nil
  }
}
