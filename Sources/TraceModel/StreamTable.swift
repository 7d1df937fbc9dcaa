/// The name of a stream: a launch id; else device, app, boot and process id; else the source.
public struct StreamKey: Hashable, Internable {
  public var launch = TextID.none
  public var device = TextID.none
  public var app = TextID.none
  public var boot = TextID.none
  public var pid = Event.absent
  /// The source's identity, if nothing else is known; beside other parts, the format whose devices or apps they name.
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

  /// True if the records name their launch; the stream is one launch, unless several owners use the id.
  public var isLaunch: Bool { !launch.isNone }
}

/// The keys of streams, each once: maps a key to a small number and back.
///
/// There may be millions of launches, and most keys are a launch id alone, which takes 4 bytes.
public struct StreamTable: Sendable {
  /// By stream, the text of its launch id; for other keys `~index`, below 0, of the key in `others`.
  private var keys: [Int32] = []
  private var others = InternTable<StreamKey>()
  /// By index in `others`, the numbers of streams.
  private var otherNumbers: [Int32] = []
  /// By text, the number of the stream with this launch id and 1; 0 for other texts.
  private var numbers: [Int32] = []
  /// How many of `keys` are in `numbers`; appended ones are entered at the next look-up.
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

  /// Frees the tables by which keys are found; the next look-up makes them again.
  public mutating func endInterning() {
    others.endInterning()
    numbers = []
    enteredCount = 0
  }

  private func isLaunchAlone(_ key: StreamKey) -> Bool { key.isLaunch && key == StreamKey(launch: key.launch) }

  /// Adds a key that is more than a launch id; returns its value in `keys`.
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
