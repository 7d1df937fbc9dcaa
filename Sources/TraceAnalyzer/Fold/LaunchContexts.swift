package import TraceModel

/// The contexts of all launches, in which those that differ by their process alone are one.
///
/// For speed it compares numbers where it can, and makes a text when somebody asks for it: most reports ask for few.
package final class LaunchContexts: Sendable {
  /// The parts of a context that the kind of a launch rests on.
  ///
  /// Numbers are equal where the values are; 0 is not known.
  struct Traits {
    var boot, osVersion, appVersion, appBuild: Int32
    /// Equal for launches of one app on one device, from 0.
    var owner: Int32
    var hasDevice: Bool
    /// Xcode has loaded unit tests into the process.
    var hostsTests: Bool
  }

  let texts: TextTable
  let classes: DeviceClasses
  /// One of each of those that are alike.
  let values: [Context]
  /// By their places in `values`.
  private let traits: [Traits]
  /// By `ContextID`, the place in `values`.
  private let places: [Int32]
  /// The number of pairs of a device and an app.
  let ownerCount: Int

  /// The contexts in `symbols`, in which each model of a device has its class.
  package init(_ symbols: Symbols, _ classes: DeviceClasses = DeviceClasses()) {
    var keys = NumberKeys(width: 8)
    var values: [Context] = []
    var traits: [Traits] = []
    var names = NormalisedTexts(symbols.texts)
    let contexts = symbols.contexts.values
    let tests = symbols.texts.find(Array("tests".utf8).span)
    places = contexts.indices.map { index in
      let hostsTests = !tests.isNone && contexts[index].processKind == tests
      let place = keys.place(of: Self.key(contexts[index], hostsTests: hostsTests))
      if place == values.count {
        values.append(contexts[index])
        traits.append(names.traits(contexts[index], hostsTests: hostsTests))
      }
      return Int32(place)
    }
    texts = symbols.texts
    ownerCount = names.ownerCount
    self.classes = classes
    self.values = values
    self.traits = traits
  }

  private static func key(_ context: Context, hostsTests: Bool) -> NumberKeys.Key {
    // Texts have numbers of 31 bits.
    let device = Int64(context.device.rawValue) | (hostsTests ? 1 << 32 : 0)
    let system = Int64(context.platform.rawValue) << 2 | Int64(context.sdkVersion.rawValue) << 33
    let flags = (context.simulator == true ? 1 : 0) | (context.debugger == true ? 2 : 0) | system
    return NumberKeys.Key(
      device, Int64(context.deviceModel.rawValue), Int64(context.osVersion.rawValue),
      Int64(context.app.rawValue), Int64(context.appVersion.rawValue), Int64(context.appBuild.rawValue),
      Int64(context.boot.rawValue), flags)
  }

  /// The context with this number, in words.
  package subscript(id: ContextID) -> LaunchContext { LaunchContext(at: place(of: id), in: self) }

  /// The place of the context with this number in `values`.
  func place(of id: ContextID) -> Int { Int(places[Int(id.rawValue)]) }

  /// The part of the context with this number that decides a launch's kind.
  func traits(of id: ContextID) -> Traits { traits[Int(places[Int(id.rawValue)])] }

  /// One of the contexts that are like the one with this number.
  func value(of id: ContextID) -> Context { values[Int(places[Int(id.rawValue)])] }
}

/// Numbers for texts that may be written in several ways: one for each value.
///
/// Most texts are comparable as they stand: for speed their own number is used, and no `String` is made.
private struct NormalisedTexts {
  private let texts: TextTable
  /// By `TextID`, the numbers of ids and of versions; 0 where they are not known yet.
  private var ids: [Int32]
  private var versions: [Int32]
  private var numbers: [String: Int32] = [:]
  private var owners = NumberKeys(width: 2)

  init(_ texts: TextTable) {
    self.texts = texts
    ids = [Int32](repeating: 0, count: texts.count + 1)
    versions = ids
  }

  var ownerCount: Int { owners.keys.count }

  mutating func traits(_ context: Context, hostsTests: Bool) -> LaunchContexts.Traits {
    var pair = NumberKeys.Key.zero
    pair[0] = Int64(id(context.device))
    pair[1] = Int64(id(context.app))
    let owner = Int32(owners.place(of: pair))
    return LaunchContexts.Traits(
      boot: id(context.boot), osVersion: version(context.osVersion), appVersion: context.appVersion.rawValue,
      appBuild: context.appBuild.rawValue, owner: owner, hasDevice: !context.device.isNone,
      hostsTests: hostsTests)
  }

  private mutating func id(_ text: TextID) -> Int32 {
    let place = Int(text.rawValue)
    if !text.isNone, ids[place] == 0 {
      ids[place] = texts.isLowercaseASCII(text) ? text.rawValue : number(Normalised.id(texts.string(text)))
    }
    return ids[place]
  }

  private mutating func version(_ text: TextID) -> Int32 {
    let place = Int(text.rawValue)
    if !text.isNone, versions[place] == 0 { versions[place] = number(Normalised.version(texts.string(text))) }
    return versions[place]
  }

  /// The number of a comparable text: that in `texts`, if it is among them.
  private mutating func number(_ text: String) -> Int32 {
    let known = texts.find(Array(text.utf8).span)
    if text.isEmpty || !known.isNone, texts.isLowercaseASCII(known) { return known.rawValue }
    let number = numbers[text] ?? Int32(texts.count + numbers.count + 1)
    numbers[text] = number
    return number
  }
}
