import TraceModel

extension StreamKey {
  /// What the lines before a batch say: it is known when the batch is settled.
  static let inherited = {
    var key = StreamKey()
    key.device = TextID(rawValue: -1)
    key.app = TextID(rawValue: -1)
    key.boot = TextID(rawValue: -1)
    key.pid = Event.absent + 1
    return key
  }()

  /// A stream that nothing but its source names.
  init(source: TextID) {
    self.init()
    self.source = source
  }

  /// The stream that the other parts name.
  fileprivate var withoutSource: StreamKey {
    var key = self
    key.source = .none
    return key
  }
}

/// What the numbers of a batch's own symbols are among those of all batches.
struct Renumbering {
  private var texts = [TextID.none]
  private var signatures: [SignatureID] = []
  private var contexts: [ContextID] = []
  private var streams: [StreamID] = []
  private var earlier = StreamKey()

  /// Adds a batch's own symbols to `symbols`; what its lines lack is that of the lines before.
  init(of own: Symbols, after position: Checkpoint, _ sourceName: String, _ symbols: inout Symbols) {
    texts.reserveCapacity(own.texts.count + 1)
    for id in 0..<own.texts.count {
      texts.append(symbols.texts.intern(own.texts.slice(TextID(rawValue: Int32(id + 1))).span))
    }
    for var signature in own.signatures.values {
      renumber(&signature.unknownName)
      signature.changeTexts { renumber(&$0) }
      signatures.append(SignatureID(rawValue: symbols.signatures.intern(signature)))
    }
    for var context in own.contexts.values {
      context.changeTexts { renumber(&$0) }
      contexts.append(ContextID(rawValue: symbols.contexts.intern(context)))
    }
    earlier.device = symbols.texts.intern(position.device)
    earlier.app = symbols.texts.intern(position.app)
    earlier.boot = symbols.texts.intern(position.boot)
    earlier.pid = position.pid
    for key in own.streams.values {
      // A record that is a launch of its own belongs to the process that lines before it name, if they do.
      let isOwn = key.pid == StreamKey.inherited.pid && !key.source.isNone
      var key = renumbered(key)
      if isOwn { key = key.pid == Event.absent ? StreamKey(source: key.source) : key.withoutSource }
      if key == StreamKey() { key.source = symbols.texts.intern(sourceName) }
      streams.append(StreamID(rawValue: symbols.streams.intern(key)))
    }
  }

  /// In place, as to read and write through a key path takes six times as long.
  private func renumber(_ id: inout TextID, _ earlier: TextID = .none) {
    id = id.rawValue < 0 ? earlier : texts[Int(id.rawValue)]
  }

  func stream(_ id: StreamID) -> StreamID { streams[Int(id.rawValue)] }

  private func renumbered(_ key: StreamKey) -> StreamKey {
    var key = key
    renumber(&key.launch)
    renumber(&key.source)
    renumber(&key.device, earlier.device)
    renumber(&key.app, earlier.app)
    renumber(&key.boot, earlier.boot)
    if key.pid == StreamKey.inherited.pid { key.pid = earlier.pid }
    return key
  }

  @inline(__always) func apply(to event: inout Event) {
    event.stream = stream(event.stream)
    event.signature = signatures[Int(event.signature.rawValue)]
    event.context = contexts[Int(event.context.rawValue)]
    event.scene = texts[Int(event.scene.rawValue)]
    event.sceneInstance = texts[Int(event.sceneInstance.rawValue)]
    event.viewInstance = texts[Int(event.viewInstance.rawValue)]
    event.task = texts[Int(event.task.rawValue)]
    event.attributes = texts[Int(event.attributes.rawValue)]
  }

  /// Notes what the next line goes on with.
  func write(_ carry: StreamKey, to position: inout Checkpoint, _ symbols: Symbols) {
    let key = renumbered(carry)
    position.device = symbols.texts.string(key.device)
    position.app = symbols.texts.string(key.app)
    position.boot = symbols.texts.string(key.boot)
    position.pid = key.pid
  }
}
