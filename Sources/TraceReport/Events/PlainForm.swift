/// The forms of texts that name a device, a system or a version, and so no person: a redacted export keeps these alone.
///
/// Each word of such a text is one of the form's own, a number, or a number with up to two letters, as in `iPhone 15
/// Pro`, `16e` and `3rd`.
///
/// ```swift
/// PlainForm.model.fits("iPhone15,2")  // true
/// PlainForm.model.fits("Anna's iPhone 15")  // false: "Anna" is no word of a model
/// PlainForm.version.fits("4.9.0-rc.1+1a2b3c4")  // true
/// ```
enum PlainForm: String, CaseIterable {
  case model, system, version

  /// Nil for a field without a form.
  init?(of field: String) {
    switch field {
    case "deviceModel": self = .model
    case "osVersion", "platform": self = .system
    case "appVersion", "appBuild", "sdkVersion": self = .version
    default: return nil
    }
  }

  /// In lower case: Apple's names of devices, systems and SDKs, and teams' words for builds.
  private static let words: [PlainForm: Set<Substring>] = {
    let model = """
      iphone ipad ipod touch mini air pro max plus se ultra xr xs mac macbook imac studio apple appletv tv watch vision \
      realitydevice virtualmac macbookair macbookpro macmini macpro imacpro series hd generation gen inch wi fi \
      cellular simulator arm arm64 arm64e x86
      """
    let system = """
      ios ipados iphone os tvos watchos visionos xros macos mac x darwin maccatalyst iosonmac iphoneos iphonesimulator \
      appletvos appletvsimulator xrsimulator watchsimulator simulator version build beta seed rc
      """
    let build = """
      alpha dev develop debug release snapshot preview pre prerelease nightly canary adhoc internal testflight prod \
      production staging qa test final hotfix main master
      """
    func set(_ texts: String...) -> Set<Substring> { Set(texts.flatMap { $0.split(separator: " ") }) }
    return [.model: set(model), .system: set(system), .version: set(system, build)]
  }()

  /// True if no part of a text can be a name that its owner has chosen.
  func fits(_ text: String) -> Bool {
    let known = Self.words[self] ?? []
    let pieces = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    // A letter of another script is in no piece, and in no plain text.
    let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F }
    return isPlain && !pieces.isEmpty
      && pieces.allSatisfy { known.contains($0) || Self.isNumbered($0, known) || isBuild($0) }
  }

  /// A number with up to two letters before or after it, or a known word before it, as in `iphone15`.
  private static func isNumbered(_ word: Substring, _ known: Set<Substring>) -> Bool {
    let digits = word.drop { $0.isLetter }.prefix { $0.isNumber }
    let front = word.prefix { $0.isLetter }
    let back = word[digits.endIndex...]
    let isNamed = front.count < 3 || known.contains(front)
    return !digits.isEmpty && isNamed && back.count < 3 && back.allSatisfy(\.isLetter)
  }

  /// A build of Apple's, as in `21A5291j`, or the hash of a commit, which `git describe` puts a `g` before.
  private func isBuild(_ word: Substring) -> Bool {
    if self == .model { return false }
    let hash = word.first == "g" ? word.dropFirst() : word
    let isHash = (4...40).contains(hash.count) && hash.allSatisfy(\.isHexDigit) && hash.contains(where: \.isNumber)
    let afterNumber = word.drop { $0.isNumber }
    let afterLetter = afterNumber.drop { $0.isLetter }
    let last = afterLetter.drop { $0.isNumber }
    let isOfApple = word.first?.isNumber == true && afterNumber.count - afterLetter.count == 1 && last.count < 2
    return isHash || isOfApple && last.allSatisfy(\.isLetter)
  }
}
