/// Whether a locked device gives some data, as far as a log names its protection class or, of a keychain item, its
/// accessibility.
///
/// A file of the default class can be read on a locked device, once that was unlocked after its start, and so can many
/// keychain items: that the device is locked shows by itself no access that fails.
///
/// Source: Apple, *Encrypting Your App's Files*, *Restricting keychain item accessibility*, and Apple Platform Security,
/// *Data Protection classes*.
enum DataProtection {
  /// It is there only while the device is unlocked.
  case whileUnlocked
  /// It is there on a locked device as well, at the latest once that was unlocked after its start.
  case whileLocked

  /// What the attributes of an event say; nil where they name no class, or one that depends on more.
  ///
  /// ```
  /// {"protection":"complete"}                                    whileUnlocked
  /// {"accessible":"kSecAttrAccessibleAfterFirstUnlock"}          whileLocked
  /// {"file":"NSFileProtectionCompleteUntilFirstUserAuthentication"}   whileLocked
  /// {"status":"complete"}                                        nothing
  /// ```
  ///
  /// - Parameter attributes: One JSON object without white space.
  /// - Returns: What they name; nil if they name no class.
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

  /// What a name in lower case says; words that may mean anything count with a prefix, or under a key that says of what
  /// they are.
  private static func named(by name: String, isAboutAccess: Bool) -> Self? {
    let prefix = prefixes.first { name.hasPrefix($0) }
    guard prefix != nil || isAboutAccess else { return nil }
    let word = name.dropFirst(prefix?.utf8.count ?? (name.hasPrefix(".") ? 1 : 0))
    switch word {
    case "complete", "a", "whenunlocked", "whenunlockedthisdeviceonly", "whenpasscodesetthisdeviceonly", "ak", "aku",
      "akpu":
      return .whileUnlocked
    case "completeuntilfirstuserauthentication", "c", "none", "d", "afterfirstunlock",
      "afterfirstunlockthisdeviceonly", "always", "alwaysthisdeviceonly", "ck", "cku", "dk", "dku":
      return .whileLocked
    default: return nil
    }
  }
}
