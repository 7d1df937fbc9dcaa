import TraceModel

/// A mapped key with points: the keys that lead to a value in objects.
struct KeyPath: Sendable {
  let field: Field
  let parts: [[UInt8]]
  /// The number that stands for the value among the keys of a line.
  let number: Int
  /// The number of the outermost key, if that is a field's.
  var container = 0
}

/// Values that stand in objects of a line, and are mapped by a path.
extension LineScan {
  /// The number of a value that a key with points leads to; 0 for a key without one.
  mutating func addPath(_ field: Field, _ key: String) -> Int {
    let parts = key.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else { return 0 }
    // No key of a line begins so: it would be no UTF-8.
    let text = [0xFF] + Array(key.utf8)
    let number = add(text.span, field)
    paths.append(KeyPath(field: field, parts: parts, number: number))
    return number
  }

  /// Takes the values in objects that are mapped, after a line was scanned; a key that has the points in it, and a
  /// mapping that was given before, win.
  mutating func takeNested(_ line: Span<UInt8>) {
    nested.removeAll(keepingCapacity: true)
    for path in paths {
      let field = path.field
      let isSeen = seen & path.field.bit != 0
      if isSeen, keyOfField[field.index] < path.number, !token(field).isAbsent { continue }
      guard let (container, owner) = container(of: path, line) else { continue }
      let value = path.parts.dropFirst().reduce(container as Token?) { object, key in
        object.flatMap { Self.member(of: $0, key, line) }
      }
      guard let value, !value.isAbsent else { continue }
      if let owner, owner != .attributes {
        extras.append(container)
        seen &= ~owner.bit
      }
      // What the field would be without the mapping is none.
      if seen & field.bit != 0, !token(field).isAbsent { extras.append(token(field)) }
      take(value, path)
    }
  }

  private mutating func take(_ value: Token, _ path: KeyPath) {
    set(path.field, value, key: path.number)
    nested.append((path.field, value.member))
  }

  /// The object that a path begins with, and the field that it was taken for.
  private func container(of path: KeyPath, _ line: Span<UInt8>) -> (Token, Field?)? {
    if let extra = extras.last(where: { Self.isKey(path.parts[0], $0, line) }) {
      return extra.kind == .object ? (extra, nil) : nil
    }
    guard path.container > 0, let owner = field(ofKey: path.container), seen & owner.bit != 0,
      keyOfField[owner.index] == path.container, token(owner).kind == .object
    else { return nil }
    return (token(owner), owner)
  }

  /// The last member of an object with a key.
  private static func member(of object: Token, _ key: [UInt8], _ line: Span<UInt8>) -> Token? {
    guard object.kind == .object else { return nil }
    var found: Token?
    // It was scanned: nothing is thrown.
    _ = try? JSONScanner.items(line, object.start, depth: 0) { member throws(Reject.Reason) in
      if isKey(key, member, line) { found = member }
    }
    return found
  }

  /// Whether a member has this key, written without escapes.
  private static func isKey(_ key: [UInt8], _ member: Token, _ line: Span<UInt8>) -> Bool {
    let start = member.member + 1
    let end = start + key.count
    guard end < line.count, line[end] == UInt8(ascii: "\"") else { return false }
    return key.indices.allSatisfy { line[start + $0] == key[$0] }
  }
}
