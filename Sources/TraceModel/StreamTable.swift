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

/// The keys of streams, each once: maps a key to a small number and back.
///
/// There may be millions of launches, and most keys are a launch id alone: of these only the number of the text is held, in
/// 4 bytes.
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

  /// Adds a key, which must be new.
  public mutating func append(_ key: StreamKey) {
    keys.append(isLaunchAlone(key) ? key.launch.rawValue : addOther(key, Int32(count)))
  }

  /// Frees the tables by which keys are found, as no more come for now; the next look-up makes them again.
  public mutating func endInterning() {
    others.endInterning()
    numbers = []
    enteredCount = 0
  }

  private func isLaunchAlone(_ key: StreamKey) -> Bool { key.isLaunch && key == StreamKey(launch: key.launch) }

  /// Adds a key that is more than a launch id, and returns its value in `keys`.
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
