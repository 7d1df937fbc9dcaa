import TraceModel

/// Writes JSON values in canonical form: keys sorted, no white space, as few escapes as possible, numbers as written;
/// reused from line to line, so that no line allocates memory.
struct CanonicalJSON {
  private(set) var output: [UInt8] = []
  /// How many keys came twice in an object; the last one counts.
  private(set) var duplicates: Int64 = 0
  /// The members of the objects being written, those of the innermost last.
  private var members: [(key: Range<Int>, value: Token)] = []
  private var keys: [UInt8] = []

  private var leftOut: [Int] = []

  var isEmpty: Bool { members.isEmpty }

  /// Starts a new text, without the members that begin at one of `offsets` and the objects that hold only such members.
  mutating func clear(leavingOut offsets: [Int] = []) {
    leftOut = offsets
    output.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    duplicates = 0
  }

  /// Adds a scanned member to the next object; of several with one key the last counts.
  mutating func add(_ line: Span<UInt8>, _ value: Token) {
    if !leftOut.isEmpty, isLeftOut(line, value) { return }
    let start = keys.count
    JSONText.decode(line, value.member, to: &keys)
    members.append((start..<keys.count, value))
    // The byte gives each key an offset of its own, even an empty one: the key with the higher offset came last.
    keys.append(0)
  }

  private func isLeftOut(_ line: Span<UInt8>, _ value: Token) -> Bool {
    if leftOut.contains(value.member) { return true }
    guard value.kind == .object, leftOut.contains(where: value.range.contains) else { return false }
    var isAll = true
    // The line was scanned before: there is no error.
    _ = try? JSONScanner.items(line, value.start, depth: 0) { member throws(Reject.Reason) in
      isAll = isAll && isLeftOut(line, member)
    }
    return isAll
  }

  mutating func writeObject(_ line: Span<UInt8>, from first: Int = 0) throws(Reject.Reason) {
    let end = members.count
    let keysEnd = members.dropFirst(first).first?.key.lowerBound ?? keys.count
    // Sorting a slice would copy it.
    unsafe members.withUnsafeMutableBufferPointer { [keys] members in
      unsafe members[first...].sort { one, two in
        keys[one.key] == keys[two.key]
          ? one.key.lowerBound < two.key.lowerBound : keys[one.key].lexicographicallyPrecedes(keys[two.key])
      }
    }
    output.append(UInt8(ascii: "{"))
    for index in first..<end {
      let (key, value) = members[index]
      if index + 1 < end, keys[members[index + 1].key] == keys[key] {
        duplicates += 1
        continue
      }
      if output.last != UInt8(ascii: "{") { output.append(UInt8(ascii: ",")) }
      JSONText.encode(keys[key], to: &output)
      output.append(UInt8(ascii: ":"))
      try write(line, value)
    }
    output.append(UInt8(ascii: "}"))
    members.removeSubrange(first...)
    keys.removeSubrange(keysEnd...)
  }

  private mutating func write(_ line: Span<UInt8>, _ token: Token) throws(Reject.Reason) {
    switch token.kind {
    case .escapedString:
      var text: [UInt8] = []
      JSONText.decode(line, token.start, to: &text)
      JSONText.encode(text[...], to: &output)
    case .object:
      let first = members.count
      try JSONScanner.items(line, token.start, depth: 0) { add(line, $0) }
      try writeObject(line, from: first)
    case .array:
      output.append(UInt8(ascii: "["))
      try JSONScanner.items(line, token.start, depth: 0) { item throws(Reject.Reason) in
        if output.last != UInt8(ascii: "[") { output.append(UInt8(ascii: ",")) }
        try write(line, item)
      }
      output.append(UInt8(ascii: "]"))
    case .string, .number, .isTrue, .isFalse, .null: line.extracting(token.range).append(to: &output)
    }
  }
}
