/// Finds the records of a JSON document: objects one after another, on one line or many, in an array or in none.
///
/// With an envelope, the records are the items of the lists that it finds in the document. It sees an object as a whole
/// if that ends before the limit of a line: members after a list may identify its records as well.
///
/// Positions are indices of a buffer, whose `start` is the end of the record before. `begin` counts from there, as the
/// buffer moves. After a damaged element, reading continues where the next one seems to begin: at a `{` that begins a
/// line and is indented no deeper, or that follows a `}` and a comma. All before is returned as one element, to be
/// rejected.
struct JSONElements: Sendable {
  private enum Stage { case top, plan, envelope, between, element, damage }
  private static let noKey: [UInt8] = [0xFF]

  /// Finds the lists in an object; nil if the records are alone or in an array.
  private let envelope: Envelope?
  private var plan = Envelope.Plan()
  /// The depth at `followed`, the end from `start` of what was read of the object to plan.
  private var depth = JSONDepth()
  private var followed = 0
  /// The objects around the last element, the nearest last.
  private(set) var outer: [JSONValue] = []
  private var stage: Stage
  private var grammar = JSONGrammar()
  /// For each open object around the elements, the key of its last member.
  private var keys: [[UInt8]] = []
  private var openArrays = 0
  /// The number of objects and arrays around the element.
  private var base = 0
  /// The offset of the element from `start`.
  private(set) var begin = 0
  /// Of the line that the element begins; `Int.max` for an element that begins within a line.
  private var indentation = Int.max
  /// True from a damaged element to the next whole one: brackets of the former may be left over.
  private var isAfterDamage = false
  /// In damage: the indentation of the line so far, while it has only spaces; else nil.
  private var column: Int?
  /// True if the damage is no object: then any comma may end it.
  private var isLoose = false
  private var hasClosed = false
  private var hasComma = false
  private var hasLineBreak = false

  init(_ envelope: Envelope?) {
    self.envelope = envelope
    stage = envelope == nil ? .between : .top
  }

  var isInElement: Bool { stage == .element || stage == .damage }

  mutating func unread(isFirst: Bool) {
    if isFirst { self = JSONElements(envelope) } else { expectElement() }
  }

  /// The buffer no longer holds what precedes the record.
  mutating func forgetLead() { begin = 0 }

  /// The next element, if its end is in `text`; advances `searched`; with `isAll` no more of an object will come.
  mutating func next(_ text: Span<UInt8>, from start: Int, searched: inout Int, isAll: Bool) -> Range<Int>? {
    while searched < text.count {
      switch stage {
      case .top: readTop(text, start, &searched)
      case .plan: if !makePlan(text, start, isAll: isAll) { return nil }
      case .envelope: readEnvelope(text, start, &searched)
      case .between: readBetween(text, start, &searched)
      case .element: if let found = readElement(text, start, &searched) { return found }
      case .damage: if let found = readDamage(text, start, &searched) { return found }
      }
    }
    return nil
  }

  /// The rest at the end of the text, and whether more may belong to it; nil if no record has begun.
  mutating func rest(_ text: Span<UInt8>, from start: Int, searched: inout Int) -> (range: Range<Int>, isOpen: Bool)? {
    guard isInElement else { return nil }
    if let damaged = split(text, from: start, searched: &searched) { return (damaged, false) }
    let isOpen = stage == .element || !hasLineBreak
    let end = isOpen ? text.count : trimmed(text.count, text, start)
    expectElement()
    searched = text.count
    return (start + begin..<end, isOpen)
  }

  /// The bytes of an element that does not end, if another one seems to begin within it.
  mutating func split(_ text: Span<UInt8>, from start: Int, searched: inout Int) -> Range<Int>? {
    guard stage == .element, indentation < .max, let end = lineBefore(text.count, text, start) else { return nil }
    return damaged(until: end, text, start, &searched)
  }

  private mutating func readTop(_ text: Span<UInt8>, _ start: Int, _ searched: inout Int) {
    let byte = text[searched]
    switch byte {
    case UInt8(ascii: "{"):
      begin = searched - start
      depth = JSONDepth()
      followed = begin
      stage = .plan
      return
    case UInt8(ascii: "["):
      grammar.startValue(at: 0)
      _ = grammar.accept(byte)
      outer = []
      base = 1
      expectElement()
    case UInt8(ascii: ","): break
    case UInt8(ascii: "}") where isAfterDamage: break
    case _ where JSONScanner.isSpace(byte): break
    default: return beginDamage(at: searched, start)
    }
    searched += 1
  }

  /// Finds the lists of records in the object that begins; false if the buffer must first hold more of it.
  private mutating func makePlan(_ text: Span<UInt8>, _ start: Int, isAll: Bool) -> Bool {
    let end = depth.end(text, start + followed..<text.count)
    followed = text.count - start
    guard end != nil || isAll else { return false }
    var object: [UInt8] = []
    text.extracting(start + begin..<(end ?? text.count)).append(to: &object)
    plan = envelope?.plan(object[...]) ?? Envelope.Plan()
    grammar.startValue(at: 0)
    keys = []
    if plan.lists.isEmpty {
      outer = []
      base = 0
      indentation = Self.indentation(text, start + begin)
      stage = .element
    } else {
      stage = .envelope
    }
    return true
  }

  private mutating func readEnvelope(_ text: Span<UInt8>, _ start: Int, _ searched: inout Int) {
    let byte = text[searched]
    let wasInString = grammar.isInString
    let depth = grammar.depth
    guard grammar.accept(byte) else { return beginDamage(at: searched, start) }
    searched += 1
    if grammar.depth > depth {
      let isArray = byte == UInt8(ascii: "[")
      let list = isArray ? plan.lists.firstIndex { $0.elementsEqual(keys) { Array($0.utf8) == $1 } } : nil
      keys.append(Self.noKey)
      guard let list else { return }
      outer = plan.outer[list]
      base = depth + 1
      return expectElement()
    }
    if grammar.depth < depth {
      keys.removeLast()
      if !keys.isEmpty { return }
      base = 0
      stage = .top
    }
    guard grammar.isInString, grammar.isKey, !keys.isEmpty else { return }
    if wasInString { keys[keys.count - 1].append(byte) } else { keys[keys.count - 1] = [] }
  }

  private mutating func readBetween(_ text: Span<UInt8>, _ start: Int, _ searched: inout Int) {
    let byte = text[searched]
    switch byte {
    case UInt8(ascii: ","): break
    case UInt8(ascii: "[") where envelope == nil: openArrays += 1
    case UInt8(ascii: "]"):
      if envelope != nil {
        _ = grammar.accept(byte)
        if !keys.isEmpty { keys.removeLast() }
        // After an array at the top the next text begins.
        stage = keys.isEmpty ? .top : .envelope
        if keys.isEmpty { base = 0 }
      }
      openArrays = max(openArrays - 1, 0)
    case UInt8(ascii: "}") where isAfterDamage: break
    case _ where byte == UInt8(ascii: "{") || envelope != nil && "[\"".utf8.contains(byte):
      begin = searched - start
      indentation = Self.indentation(text, searched)
      stage = .element
      return
    case _ where JSONScanner.isSpace(byte): break
    default: return beginDamage(at: searched, start)
    }
    searched += 1
  }

  private mutating func readElement(_ text: Span<UInt8>, _ start: Int, _ searched: inout Int) -> Range<Int>? {
    while searched < text.count {
      if grammar.isPlainText {
        searched = text.plainEnd(searched)
        if searched == text.count { return nil }
      }
      let byte = text[searched]
      guard grammar.accept(byte) else {
        if let end = lineBefore(searched, text, start) { return damaged(until: end, text, start, &searched) }
        if byte == UInt8(ascii: "{"), searched > start + begin {
          return damaged(until: searched, text, start, &searched)
        }
        beginDamage(at: start + begin, start)
        return nil
      }
      searched += 1
      if grammar.depth == base, !grammar.isInString {
        expectElement()
        isAfterDamage = false
        return start + begin..<searched
      }
    }
    return nil
  }

  private mutating func readDamage(_ text: Span<UInt8>, _ start: Int, _ searched: inout Int) -> Range<Int>? {
    let byte = text[searched]
    switch byte {
    case UInt8(ascii: "\n"):
      column = 0
      hasLineBreak = true
      hasClosed = false
      hasComma = false
    case UInt8(ascii: ","):
      column = column.map { $0 + 1 }
      hasComma = hasClosed || isLoose
    case UInt8(ascii: "{"):
      let beginsLine = column.map { $0 <= indentation } ?? false
      if beginsLine || hasComma { return damaged(until: searched, text, start, &searched) }
      column = nil
      hasClosed = false
    case UInt8(ascii: "}"):
      column = nil
      hasClosed = true
      hasComma = false
    case _ where JSONScanner.isSpace(byte): column = column.map { $0 + 1 }
    default:
      column = nil
      hasClosed = false
      hasComma = false
    }
    searched += 1
    return nil
  }

  private mutating func expectElement() {
    grammar.startValue(at: base)
    openArrays = 0
    stage = envelope != nil && base == 0 ? .top : .between
  }

  private mutating func beginDamage(at position: Int, _ start: Int) {
    isLoose = stage != .element
    if isLoose {
      begin = position - start
      indentation = .max
    }
    stage = .damage
    column = nil
    hasClosed = false
    hasComma = false
    hasLineBreak = false
  }

  /// Ends a damaged element before `end`, where another begins, and returns it.
  private mutating func damaged(until end: Int, _ text: Span<UInt8>, _ start: Int, _ searched: inout Int)
    -> Range<Int>
  {
    let end = trimmed(end, text, start)
    expectElement()
    isAfterDamage = true
    searched = end
    return start + begin..<end
  }

  /// The end of an element, without white space and commas.
  private func trimmed(_ end: Int, _ text: Span<UInt8>, _ start: Int) -> Int {
    var end = end
    while end > start + begin + 1, Self.isGap(text[end - 1]) { end -= 1 }
    return end
  }

  private static func isGap(_ byte: UInt8) -> Bool { JSONScanner.isSpace(byte) || byte == UInt8(ascii: ",") }

  /// The end of the line after which another element seems to begin, within this one.
  private func lineBefore(_ end: Int, _ text: Span<UInt8>, _ start: Int) -> Int? {
    var position = start + begin
    while let newline = text.firstIndex(of: UInt8(ascii: "\n"), in: position..<end) {
      position = newline + 1
      while position < end, text[position] != UInt8(ascii: "\n"), Self.isGap(text[position]) { position += 1 }
      let begins = position < text.count && text[position] == UInt8(ascii: "{")
      if begins, position - newline - 1 <= indentation { return newline }
    }
    return nil
  }

  /// The indentation of the element at `position`, if it begins its line; else `Int.max`.
  private static func indentation(_ text: Span<UInt8>, _ position: Int) -> Int {
    var at = position
    while at > 0, text[at - 1] != UInt8(ascii: "\n") {
      guard JSONScanner.isSpace(text[at - 1]) || ",[".utf8.contains(text[at - 1]) else { return .max }
      at -= 1
    }
    return position - at
  }
}
