/// JSON strings to bytes and back, and values in canonical form.
///
/// A lone surrogate, which has no UTF-8, stands as its three bytes of "generalized UTF-8" in decoded
/// strings and is written as its escape again.
enum JSONText {
  /// The UTF-16 unit of the `\uXXXX` at `at`, or nothing if there is none.
  static func unit(_ line: Span<UInt8>, _ at: Int) -> UInt32? {
    guard at + 6 <= line.count, line[at] == UInt8(ascii: "\\"), line[at + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for index in at + 2..<at + 6 {
      let byte = line[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - 0x57)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - 0x37)
      default: return nil
      }
    }
    return value
  }

  /// Appends the string whose opening quote is at `start`; tells whether it is text.
  ///
  /// The string must have been scanned.
  @discardableResult
  static func decode(_ line: Span<UInt8>, _ start: Int, to text: inout [UInt8]) -> Bool {
    var isText = true
    var at = start + 1
    while line[at] != UInt8(ascii: "\"") {
      guard line[at] == UInt8(ascii: "\\") else {
        text.append(line[at])
        at += 1
        continue
      }
      if var scalar = unit(line, at) {
        at += 6
        if scalar >> 10 == 0x36, let low = unit(line, at), low >> 10 == 0x37 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
          at += 6
        }
        if scalar >> 11 == 0x1B { isText = false }
        append(scalar, to: &text)
      } else {
        text.append(meaning(ofEscape: line[at + 1]))
        at += 2
      }
    }
    return isText
  }

  private static func meaning(ofEscape byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: byte
    }
  }

  private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    let tail = { (shift: UInt32) in UInt8(0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: text.append(UInt8(scalar))
    case ..<0x800: text += [UInt8(0xC0 | scalar >> 6), tail(0)]
    case ..<0x10000: text += [UInt8(0xE0 | scalar >> 12), tail(6), tail(0)]
    default: text += [UInt8(0xF0 | scalar >> 18), tail(12), tail(6), tail(0)]
    }
  }

  /// Appends decoded bytes as a JSON string with as few escapes as there can be.
  static func encode(_ text: Span<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var at = 0
    while at < text.count {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x08: output += [UInt8(ascii: "\\"), UInt8(ascii: "b")]
      case 0x0C: output += [UInt8(ascii: "\\"), UInt8(ascii: "f")]
      case 0x0A: output += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x0D: output += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case 0x09: output += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case ..<0x20: escape(UInt32(byte), to: &output)
      case 0xED where text[at + 1] >= 0xA0:
        escape(0xD000 | UInt32(text[at + 1] & 0x3F) << 6 | UInt32(text[at + 2] & 0x3F), to: &output)
        at += 2
      default: output.append(byte)
      }
      at += 1
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func escape(_ unit: UInt32, to output: inout [UInt8]) {
    output += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift in [UInt32(12), 8, 4, 0] {
      let digit = UInt8(unit >> shift & 0xF)
      output.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }

  /// Appends a scanned value: keys sorted, no white space, numbers as they were written.
  ///
  /// - Returns: How many keys stood twice in an object; the last one counts.
  static func canonical(
    _ line: Span<UInt8>, _ token: Token, to output: inout [UInt8]
  ) throws(Rejection) -> Int64 {
    var duplicates: Int64 = 0
    switch token.kind {
    case .escapedString:
      var text: [UInt8] = []
      decode(line, Int(token.start), to: &text)
      encode(text.span, to: &output)
    case .object:
      var members = Members()
      _ = try JSONScanner.members(line, Int(token.start), depth: 0) { (_, value) in
        members.add(line, value)
      }
      duplicates = try members.write(line, to: &output)
    case .array:
      output.append(UInt8(ascii: "["))
      var isFirst = true
      _ = try JSONScanner.elements(line, Int(token.start), depth: 0) { value throws(Rejection) in
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        duplicates += try canonical(line, value, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .string, .number, .isTrue, .isFalse, .null:
      line.append(token.range, to: &output)
    }
    return duplicates
  }
}

/// Members of one object on their way to canonical form.
struct Members {
  private var members: [(key: Range<Int>, value: Token)] = []
  private var keys: [UInt8] = []

  var isEmpty: Bool { members.isEmpty }

  /// Adds a scanned member; of members with the same key the last counts.
  mutating func add(_ line: Span<UInt8>, _ value: Token) {
    let start = keys.count
    JSONText.decode(line, Int(value.member), to: &keys)
    members.append((start..<keys.count, value))
  }

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
  }

  /// Appends the object; returns how many keys stood twice in it or in a nested object.
  mutating func write(
    _ line: Span<UInt8>, to output: inout [UInt8]
  ) throws(Rejection) -> Int64 {
    sort()
    var duplicates: Int64 = 0
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for (index, member) in members.enumerated() {
      if index + 1 < members.count, keys[member.key] == keys[members[index + 1].key] {
        duplicates += 1
        continue
      }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.encode(keys.span.extracting(member.key), to: &output)
      output.append(UInt8(ascii: ":"))
      duplicates += try JSONText.canonical(line, member.value, to: &output)
    }
    output.append(UInt8(ascii: "}"))
    return duplicates
  }

  /// By key; members with the same key keep their order.
  private mutating func sort() {
    let keys = keys
    let order = members.indices.sorted { one, other in
      let (first, second) = (keys[members[one].key], keys[members[other].key])
      if first.elementsEqual(second) { return one < other }
      return first.lexicographicallyPrecedes(second)
    }
    members = order.map { members[$0] }
  }
}
