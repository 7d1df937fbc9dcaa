/// The process that a record comes from, and the device that it ran on.
public struct Context: Hashable, Internable {
  public var device = TextID.none
  public var deviceModel = TextID.none
  public var osVersion = TextID.none
  public var platform = TextID.none
  public var processKind = TextID.none
  public var app = TextID.none
  public var appVersion = TextID.none
  public var appBuild = TextID.none
  public var sdkVersion = TextID.none
  public var boot = TextID.none
  /// Names of kinds, joined with commas; `noKinds` of a recorder that declares none.
  public var records = TextID.none
  /// The input format that the record came in, `canonical` for the project's own.
  public var format = TextID.none
  public var pid = Event.absent
  public var simulator: Bool?
  public var debugger: Bool?

  /// The fields that are texts, in the order in which a store holds them.
  public static let texts: [any WritableKeyPath<Self, TextID> & Sendable] = [
    \.device, \.deviceModel, \.osVersion, \.platform, \.processKind, \.app, \.appVersion, \.appBuild, \.sdkVersion,
    \.boot, \.records, \.format,
  ]

  /// What `records` holds for an empty list: nothing is due in such a log, while without a list the events decide.
  public static let noKinds = "none"

  /// A context that says nothing.
  public init() {}

  /// A hash of all fields.
  public var internHash: UInt64 {
    var hash = WordHash()
    hash.add(device, deviceModel)
    hash.add(osVersion, platform)
    hash.add(processKind, app)
    hash.add(appVersion, appBuild)
    hash.add(sdkVersion, boot)
    hash.add(records, format)
    hash.add(UInt64(bitPattern: pid))
    hash.add(UInt64(simulator.flagBits) << 2 | UInt64(debugger.flagBits))
    return hash.value
  }

  /// Calls `change` for each field that is a text, in the order of `texts`.
  ///
  /// In place, as to read and write through a key path takes six times as long.
  public mutating func changeTexts(_ change: (inout TextID) -> Void) {
    change(&device)
    change(&deviceModel)
    change(&osVersion)
    change(&platform)
    change(&processKind)
    change(&app)
    change(&appVersion)
    change(&appBuild)
    change(&sdkVersion)
    change(&boot)
    change(&records)
    change(&format)
  }
}

extension Bool? {
  /// 0 for nothing, 1 for false, 2 for true.
  var flagBits: UInt8 { map { $0 ? 2 : 1 } ?? 0 }
}

/// The name of a stream: a launch id; else device, app, boot and process id; else the source.
public struct StreamKey: Hashable, Internable {
  public var launch = TextID.none
  public var device = TextID.none
  public var app = TextID.none
  public var boot = TextID.none
  public var pid = Event.absent
  /// The source's identity, where nothing else is known; beside other parts, the format of others that they are of.
  public var source = TextID.none

  /// A key that names nothing yet, or a launch id alone.
  public init(launch: TextID = .none) { self.launch = launch }

  /// A hash of all fields.
  public var internHash: UInt64 {
    var hash = WordHash()
    hash.add(launch, device)
    hash.add(app, boot)
    hash.add(UInt64(bitPattern: pid))
    hash.add(source, .none)
    return hash.value
  }

  /// Calls `change` for each field that is a text.
  public mutating func changeTexts(_ change: (inout TextID) -> Void) {
    change(&launch)
    change(&device)
    change(&app)
    change(&boot)
    change(&source)
  }

  /// True if the records name their launch; such a stream is one launch, unless several owners have one of that id.
  public var isLaunch: Bool { !launch.isNone }
}

/// The keys of streams, each once: a key to a small number and back.
///
/// Most are a launch id alone, as there may be millions of launches: of these the text's number is held, in 4 bytes.
public struct StreamTable: Sendable {
  /// By the number of a stream, the launch id that is its key; else, below 0, the index of its key in `others` as `~index`.
  private var keys: [Int32] = []
  private var others = InternTable<StreamKey>()
  /// By their index in `others`, the numbers of streams.
  private var otherNumbers: [Int32] = []
  /// By the text of a launch id, the number of its stream and 1; 0 of other texts.
  private var numbers: [Int32] = []
  /// How many of `keys` are in `numbers`: what was appended gets there when a key is looked for.
  private var enteredCount = 0

  /// A table of no keys.
  public init() {}

  /// How many keys it holds.
  public var count: Int { keys.count }

  /// The key with this number.
  public subscript(number: Int32) -> StreamKey {
    get {
      let text = keys[Int(number)]
      return text < 0 ? others[~text] : StreamKey(launch: TextID(rawValue: text))
    }
    set { keys[Int(number)] = isLaunchAlone(newValue) ? newValue.launch.rawValue : addOther(newValue, number) }
  }

  /// The number of `key`, which is added if it is new; numbers begin at 0.
  public mutating func intern(_ key: StreamKey) -> Int32 {
    guard isLaunchAlone(key) else {
      let index = others.intern(key)
      if Int(index) == otherNumbers.count {
        otherNumbers.append(Int32(count))
        keys.append(~index)
      }
      return otherNumbers[Int(index)]
    }
    while enteredCount < count { enterNext() }
    let text = Int(key.launch.rawValue)
    if text < numbers.count, numbers[text] != 0 { return numbers[text] - 1 }
    keys.append(key.launch.rawValue)
    enterNext()
    return Int32(count - 1)
  }

  /// Adds a key of which it is known that it is new.
  public mutating func append(_ key: StreamKey) {
    keys.append(isLaunchAlone(key) ? key.launch.rawValue : addOther(key, Int32(count)))
  }

  /// Lets go of the memory that keys are found by, as no more come for now; the next one makes it anew.
  public mutating func endInterning() {
    others.endInterning()
    numbers = []
    enteredCount = 0
  }

  private func isLaunchAlone(_ key: StreamKey) -> Bool { key.isLaunch && key == StreamKey(launch: key.launch) }

  /// Adds a key that is no launch id alone, and returns what stands for it in `keys`.
  private mutating func addOther(_ key: StreamKey, _ number: Int32) -> Int32 {
    others.values.append(key)
    otherNumbers.append(number)
    return ~Int32(otherNumbers.count - 1)
  }

  private mutating func enterNext() {
    let text = Int(keys[enteredCount])
    enteredCount += 1
    if text < 0 { return }
    while text >= numbers.count { numbers.append(0) }
    if numbers[text] == 0 { numbers[text] = Int32(enteredCount) }
  }
}
