import TraceIngest
import TraceModel

/// Reads the members of objects of a file of summaries.
///
/// Members may stand in any order, as another program may have sorted them; those that it does not know are passed over.
struct SummaryReader: SummaryMembers {
  let isReading = true
  /// The tables that the numbers in the summaries refer to.
  var symbols = Symbols()
  /// The first source that the current object names; none without a place.
  private(set) var firstSource = SourceID(rawValue: 0)
  /// The key of the first member that has a value of a wrong type.
  private(set) var wrongKey: String?
  private var members: [(key: String, value: JSONValue)] = []
  /// The member that is expected next: they stand in the order in which they are asked for, mostly.
  private var next = 0
  private var sources: [String: SourceID] = [:]

  /// A reader that has read nothing.
  init() {
    symbols.sourceNames = [""]  // As in a store, where no source is 0.
  }

  /// Turns to an object.
  mutating func begin(_ object: JSONValue) {
    members = object.members
    next = 0
    wrongKey = nil
    firstSource = SourceID(rawValue: 0)
  }

  /// Finds a member; nil if there is none, or its value is `null`.
  private mutating func member(_ key: String) -> JSONValue? {
    let found = members[next...].firstIndex { $0.key == key } ?? members[..<next].firstIndex { $0.key == key }
    guard let found else { return nil }
    next = found + 1
    return members[found].value.isNull ? nil : members[found].value
  }

  /// Notes that the member of this key has a value of a wrong type.
  private mutating func refuse(_ key: String) { wrongKey = wrongKey ?? key }

  mutating func number(_ key: String, _ value: inout Int64) {
    value = Event.absent
    guard let member = member(key) else { return }
    if let number = member.wholeNumber { value = number } else { refuse(key) }
  }

  mutating func truth(_ key: String, _ value: inout Bool?) {
    value = nil
    guard let member = member(key) else { return }
    value = member.truth
    if value == nil { refuse(key) }
  }

  mutating func text(_ key: String, _ id: inout TextID) {
    id = .none
    guard let member = member(key) else { return }
    if let bytes = member.bytes { id = symbols.texts.intern(Array(bytes).span) } else { refuse(key) }
  }

  mutating func word(_ key: String, _ value: inout String) {
    value = ""
    guard let member = member(key) else { return }
    if let text = member.string { value = text } else { refuse(key) }
  }

  mutating func words(_ key: String, _ values: inout [String]) {
    values = []
    guard let member = member(key) else { return }
    values = member.items.compactMap(\.string)
    if !member.isArray || values.count != member.items.count { refuse(key) }
  }

  mutating func object<Value>(_ key: String, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    guard let member = member(key) else { return }
    if member.isObject { read(member, &value, pass) } else { refuse(key) }
  }

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, _ pass: (inout Value, inout Self) -> Void
  ) {
    values = []
    guard let member = member(key) else { return }
    if !member.isArray { refuse(key) }
    for item in member.items {
      if !item.isObject { refuse(key) }
      var value = empty
      read(item, &value, pass)
      values.append(value)
    }
  }

  /// Reads a value from the members of an object in the current one.
  private mutating func read<Value>(
    _ object: JSONValue, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void
  ) {
    let outer = members
    let place = next
    members = object.members
    next = 0
    pass(&value, &self)
    members = outer
    next = place
  }

  mutating func stream(_ key: String, _ id: inout StreamID) {
    var stream = StreamKey()
    object(key, &stream) { SummaryShape.pass(&$0, &$1) }
    id = StreamID(rawValue: symbols.streams.intern(stream))
  }

  mutating func context(_ key: String, _ id: inout ContextID) {
    var context = Context()
    object(key, &context) { SummaryShape.pass(&$0, &$1) }
    id = ContextID(rawValue: symbols.contexts.intern(context))
  }

  mutating func place(_ source: inout SourceID, line: inout Int32) {
    var file = ""
    word("file", &file)
    count("line", &line)
    source = SourceID(rawValue: 0)
    if file.isEmpty { return }
    source = sources[file] ?? SourceID(rawValue: Int32(symbols.sourceNames.count))
    if sources.updateValue(source, forKey: file) == nil { symbols.sourceNames.append(file) }
    if firstSource.rawValue == 0 { firstSource = source }
  }
}
