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
  fileprivate enum Role { case ours, name, verdict }

  fileprivate struct Span: Sendable, Equatable {
    var text: String
    var role: Role
  }

  private var spans: [Span] = []

  /// A text that stands in the source.
  public init(stringLiteral text: StaticString) { spans = [Span(text: "\(text)", role: .ours)] }

  public init(stringInterpolation pieces: StringInterpolation) { spans = pieces.spans }

  /// The pieces of a sentence as it is made.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var spans: [Span] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ text: StaticString) { append("\(text)", .ours) }

    private mutating func append(_ text: String, _ role: Role) { spans.append(Span(text: text, role: role)) }

    /// A text that may hold anything.
    public mutating func appendInterpolation(name text: some StringProtocol) { append(String(text), .name) }

    /// The word that says how something ended, which stands out where it can.
    public mutating func appendInterpolation(verdict word: StaticString) { append("\(word)", .verdict) }

    /// A sentence as a part of another.
    public mutating func appendInterpolation(_ sentence: Sentence) { spans += sentence.spans }

    /// A number as it is, as in a command.
    public mutating func appendInterpolation(_ number: some BinaryInteger) { append("\(number)", .ours) }

    /// A number of things, as in `1 launch` or `1,200 launches`.
    public mutating func appendInterpolation(count: some BinaryInteger, _ thing: StaticString? = nil) {
      append(thing.map { Units.count(count, "\($0)") } ?? Units.count(count), .ours)
    }

    /// A length of time, in nanoseconds.
    public mutating func appendInterpolation(nanos: Int64) { append(DurationText.of(nanos), .ours) }
  }

  public var isEmpty: Bool { spans.allSatisfy(\.text.isEmpty) }

  public static func + (a: Sentence, b: Sentence) -> Sentence { "\(a)\(b)" }

  public static func += (a: inout Sentence, b: Sentence) { a.spans += b.spans }
}

extension Sentence: CustomStringConvertible {
  /// The sentence for people: what it does not say itself is on its line, as `OutsideText` has it.
  public var description: String { text { $0 } }

  /// The same, with a verdict as `mark` writes it.
  public func text(verdict mark: (String) -> String) -> String {
    spans.map { span in
      switch span.role {
      case .ours: span.text
      case .name: OutsideText.escaped(span.text)
      case .verdict: mark(span.text)
      }
    }.joined()
  }

  /// The sentence as a value in JSON, whose names are as they came.
  public var plain: String { spans.map(\.text).joined() }
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
