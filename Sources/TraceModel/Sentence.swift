/// A text of ours in which all that may come from outside (a log, an archive, a store, a path, the command line, the
/// environment) is known as such, until an output writes it as that output must.
///
/// It is made by literals and by what they hold: numbers, amounts, other sentences, and names. A `String` may hold
/// anything, so it is a name and says so; by itself it does not compile into a sentence:
///
/// ```swift
/// let sentence: Sentence = "cannot open '\(name: path)': \(count: 3, "file") are missing"
/// print(sentence)  // names are on the sentence's line, and steer no terminal
/// ```
public struct Sentence: Sendable, Equatable, ExpressibleByStringInterpolation {
  fileprivate enum Span: Sendable {
    /// Stands in the source: it costs no memory of its own.
    case literal(StaticString)
    /// Made by us, of numbers and literals.
    case made(String)
    case name(String)
    case verdict(StaticString)

    var text: String {
      switch self {
      case .literal(let text), .verdict(let text): "\(text)"
      case .made(let text), .name(let text): text
      }
    }

    var isEmpty: Bool {
      switch self {
      case .literal(let text), .verdict(let text): text.utf8CodeUnitCount == 0
      case .made(let text), .name(let text): text.isEmpty
      }
    }
  }

  /// Most sentences are one literal: as such they need no list.
  private enum Content: Sendable {
    case literal(StaticString)
    case spans([Span])
  }

  private var content: Content

  private var spans: [Span] {
    switch content {
    case .literal(let text): [.literal(text)]
    case .spans(let spans): spans
    }
  }

  /// A text that stands in the source.
  public init(stringLiteral text: StaticString) { content = .literal(text) }

  public init(stringInterpolation pieces: StringInterpolation) { content = .spans(pieces.spans) }

  /// The pieces of a sentence as it is made.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var spans: [Span] = []

    public init(literalCapacity: Int, interpolationCount: Int) { spans.reserveCapacity(2 * interpolationCount + 1) }

    public mutating func appendLiteral(_ text: StaticString) { append(.literal(text)) }

    private mutating func append(_ span: Span) { if !span.isEmpty { spans.append(span) } }

    /// A text that may hold anything.
    public mutating func appendInterpolation(name text: some StringProtocol) { append(.name(String(text))) }

    /// The word that says how something ended, which stands out where it can.
    public mutating func appendInterpolation(verdict word: StaticString) { append(.verdict(word)) }

    /// A sentence as a part of another.
    public mutating func appendInterpolation(_ sentence: Sentence) {
      switch sentence.content {
      case .literal(let text): append(.literal(text))
      case .spans(let spans): self.spans += spans
      }
    }

    /// A number as it is, as in a command.
    public mutating func appendInterpolation(_ number: some BinaryInteger) { append(.made("\(number)")) }

    /// A number of things, as in `1 launch` or `1,200 launches`.
    public mutating func appendInterpolation(count: some BinaryInteger, _ thing: StaticString? = nil) {
      append(.made(thing.map { Units.count(count, "\($0)") } ?? Units.count(count)))
    }

    /// A length of time, in nanoseconds, which a clock of whole seconds may have measured.
    public mutating func appendInterpolation(nanos: Int64, isOnWholeSeconds: Bool = false) {
      append(.made(DurationText.of(nanos, isOnWholeSeconds: isOnWholeSeconds)))
    }
  }

  public var isEmpty: Bool { spans.allSatisfy(\.isEmpty) }

  /// Equal are sentences that say the same, whatever of it are names.
  public static func == (a: Sentence, b: Sentence) -> Bool { a.plain == b.plain }

  public static func + (a: Sentence, b: Sentence) -> Sentence { "\(a)\(b)" }

  public static func += (a: inout Sentence, b: Sentence) { a = a + b }

  /// The sentence cut to at most `limit` characters, which end in `…` where there are more.
  ///
  /// These are Unicode scalars: what people see as one character may consist of any number of them.
  public func cut(to limit: Int) -> Sentence {
    let spans = spans
    if spans.reduce(0, { $0 + $1.text.unicodeScalars.count }) <= limit { return self }
    var room = limit - 1
    var shown: [Span] = []
    for span in spans where room > 0 {
      let scalars = span.text.unicodeScalars
      let kept = String(scalars.prefix(room))
      if case .name = span { shown.append(.name(kept)) } else { shown.append(.made(kept)) }
      room -= scalars.count
    }
    var cut = self
    cut.content = .spans(shown + [.literal("…")])
    return cut
  }
}

extension Sentence {
  /// The sentence with a capital at its beginning.
  public var capitalized: Sentence {
    var spans = spans
    guard let first = spans.first else { return self }
    let text = first.text.prefix(1).uppercased() + first.text.dropFirst()
    if case .name = first { spans[0] = .name(text) } else { spans[0] = .made(text) }
    var all = self
    all.content = .spans(spans)
    return all
  }
}

extension Sentence: CustomStringConvertible {
  /// The sentence for people: what it does not say itself is on its line, as `OutsideText` has it.
  public var description: String { OutsideText.withoutCommands(written(name: OutsideText.escaped)) }

  /// The sentence in an output, which writes what may hold anything as `name` does, and the rest as `ours` and `verdict`.
  public func written(
    ours: (String) -> String = { $0 }, name: (String) -> String, verdict mark: (String) -> String = { $0 }
  ) -> String {
    if case .literal(let text) = content { return ours("\(text)") }
    return spans.reduce(into: "") { text, span in
      switch span {
      case .literal(let own): text += ours("\(own)")
      case .made(let own): text += ours(own)
      case .name(let other): text += name(other)
      case .verdict(let word): text += mark("\(word)")
      }
    }
  }

  /// The sentence as a value in JSON, whose names are as they came.
  public var plain: String { written { $0 } }
}

extension Sentence: Encodable {
  /// As `plain`.
  public func encode(to encoder: any Encoder) throws { try plain.encode(to: encoder) }
}

extension Sequence<Sentence> {
  /// All of them, with `separator` between them.
  public func joined(separator: Sentence = "") -> Sentence {
    var all: Sentence = ""
    for (index, sentence) in enumerated() { all += index == 0 ? sentence : separator + sentence }
    return all
  }
}

/// An error that people read.
public protocol StatedError: Error, CustomStringConvertible {
  /// What failed and what to do.
  var sentence: Sentence { get }
}

extension StatedError {
  public var description: String { sentence.description }
}
