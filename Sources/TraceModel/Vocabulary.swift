/// A closed set of words that one field of a log may hold, such as the kinds of background tasks.
///
/// The fields are free text: another word is kept as written, belongs to no case, and matches no rule or budget.
///
/// ```
/// TaskKind("appRefresh")  // .appRefresh
/// TaskKind("memory")      // nil: no kind of task, although a budget has that name
/// ```
public protocol Vocabulary: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

extension Vocabulary {
  /// The word as logs, stores and documents write it, as in `appRefresh`.
  public var name: String { rawValue }

  /// The case with this name, in its case of letters; nil for other texts.
  public init?(_ name: some StringProtocol) { self.init(rawValue: String(name)) }
}

/// An enum whose cases have the same names in tables and documents as in the code.
public protocol Named {}

extension Named {
  /// The case's name in tables and documents.
  public var name: String { "\(self)" }
}
