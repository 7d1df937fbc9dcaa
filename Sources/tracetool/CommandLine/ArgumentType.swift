import TraceAnalyzer
import TraceModel

/// How values of a type are typed on a command line.
struct ArgumentType<Value> {
  /// The value of a text; throws a usage `Failure` that says what would be right.
  let read: (_ text: String) throws -> Value
  let text: (_ value: Value) -> String?
  /// All texts, if they are a closed set that is short enough for a help page.
  let texts: [String]
  /// Makes `completion` when a shell asks for it, so that lists of names are not made at each start.
  private let makeCompletion: () -> Completion

  /// A type of which a shell offers `texts`, unless `completion` says otherwise.
  init(
    read: @escaping (_ text: String) throws -> Value, text: @escaping (_ value: Value) -> String? = { _ in nil },
    texts: [String] = [], completion: @autoclosure @escaping () -> Completion? = nil
  ) {
    self.read = read
    self.text = text
    self.texts = texts
    makeCompletion = { completion() ?? (texts.isEmpty ? .unknown : .oneOf(texts)) }
  }

  var completion: Completion { makeCompletion() }

  /// A sentence of help, followed by `texts`.
  func listing(_ help: String) -> String {
    texts.isEmpty ? help : "\(help): \(texts.joined(separator: ", "))"
  }
}

extension ArgumentType where Value == String {
  static var text: Self { Self(read: { $0 }, text: { $0 }) }

  static var path: Self { Self(read: { $0 }, text: { $0 }, completion: .path) }

  static func text(beginningWith words: @autoclosure @escaping () -> [String]) -> Self {
    Self(read: { $0 }, text: { $0 }, completion: .beginnings(words()))
  }

  static func name(among names: [String]) -> Self {
    Self(
      read: { try Values.name($0, among: names) }, text: { $0 }, texts: Values.areFew(names) ? names : [],
      completion: .oneOf(names))
  }

  static var eventName: Self {
    Self(read: Values.eventName, completion: .oneOf(EventKind.allCases.map(\.name).filter { !$0.isEmpty }))
  }

  static var rulePattern: Self {
    Self(read: Values.rulePattern, completion: .oneOf(RuleID.allCases.map(\.name)))
  }
}

extension ArgumentType where Value: CaseIterable & RawRepresentable<String> {
  static var choice: Self { choice(among: Array(Value.allCases)) }

  static func choice(among cases: [Value]) -> Self {
    Self(read: { try Values.choice($0, cases) }, text: { $0.rawValue }, texts: cases.map(\.rawValue))
  }
}

extension ArgumentType {
  static func list<Element>(of type: ArgumentType<Element>) -> Self where Value == [Element] {
    Self(read: { try Values.list($0, type.read) }, texts: type.texts, completion: type.completion.list)
  }
}

extension ArgumentType where Value == Int {
  static var count: Self { Self(read: Values.count) }
}

extension ArgumentType where Value == Int64 {
  /// Nanoseconds, as in `400ms`.
  static var duration: Self { Self(read: Values.duration, text: { Unit.text($0, in: Unit.durations) }) }

  /// A percentage, in millionths.
  static var share: Self { Self(read: Values.share, text: Values.text(share:)) }

  /// Bytes, as in `80MB`.
  static var memory: Self { Self(read: Values.memory, text: { Unit.text($0, in: Unit.amountsOfMemory) }) }

  /// Nanoseconds since 1970, as a day or an instant of RFC 3339.
  static var instant: Self { Self(read: Values.instant) }

  /// A day, as its start in UTC, in nanoseconds since 1970.
  static var day: Self { Self(read: Values.day) }

  /// An offset from UTC, in seconds east of it.
  static var zone: Self { Self(read: Values.zone, text: Values.text(zone:)) }
}

extension ArgumentType where Value == Day {
  static var calendarDay: Self { Self(read: { Day(of: try Values.day($0)) }, text: { $0.text }) }
}

extension ArgumentType where Value == AcceptanceTerm {
  /// The last day on which something is accepted, or `forever`.
  static var term: Self { Self(read: Values.term) }
}

extension ArgumentType where Value == Verdict.Limit {
  static var limit: Self { Self(read: Values.limit, text: Values.text(limit:)) }
}

extension ArgumentType where Value == (numerator: Int64, denominator: Int64) {
  static var ratio: Self { Self(read: Values.ratio, text: { "\($0.numerator)/\($0.denominator)" }) }
}
