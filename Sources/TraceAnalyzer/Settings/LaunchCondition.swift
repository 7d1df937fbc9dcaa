import TraceModel

/// What is asked of launches: those that a reader selects, or that a budget holds for; without terms, all.
///
/// For `--where os=17..18 --where kind=cold --where kind=prewarmed` the terms are `os` with one alternative and `kind`
/// with two: a launch must fit all terms, and one alternative of each.
package struct LaunchCondition: Sendable, Equatable {
  /// A value of a launch that a condition asks for.
  package enum Field: String, Sendable, CaseIterable {
    case app, appVersion, appBuild, os, device, deviceModel, deviceClass, kind, platform, launch

    /// The fields that `when` in a configuration may ask for: no budget is of one build, device or launch.
    package static let ofBudgets: [Field] = [.app, .appVersion, .os, .deviceModel, .deviceClass, .kind, .platform]

    /// True if the values are versions, of which there are ranges.
    package var isVersion: Bool { self == .os || self == .appVersion }
  }

  /// A value that a field may have: a name with wildcards, or versions.
  package enum Alternative: Sendable, Equatable {
    case name(NamePattern)
    case version(VersionRange)

    /// As it is written.
    package var text: String {
      switch self {
      case .name(let pattern): pattern.text
      case .version(let range): range.text
      }
    }

    fileprivate func fits(_ value: String) -> Bool {
      switch self {
      case .name(let pattern): pattern.fits(value)
      case .version(let range): range.contains(value)
      }
    }
  }

  /// A field, and what its value may be: any of these.
  package struct Term: Sendable, Equatable {
    package let field: Field
    package let alternatives: [Alternative]

    /// A term about a field.
    package init(_ field: Field, _ alternatives: [Alternative]) {
      self.field = field
      self.alternatives = alternatives
    }

    /// True if the value fits one alternative; an absent value is empty, and never fits.
    func fits(_ value: String) -> Bool { !value.isEmpty && alternatives.contains { $0.fits(value) } }
  }

  /// The platforms that the field `platform` may name.
  package static let platforms = Platform.allCases.map(\.name)

  /// All terms must fit; they stand in the order in which they are written.
  package private(set) var terms: [Term]

  /// A condition of terms; by default without any.
  package init(_ terms: [Term] = []) { self.terms = terms }

  /// Adds an alternative to the field's term, or a new term.
  package mutating func add(_ alternative: Alternative, of field: Field) {
    if let index = terms.firstIndex(where: { $0.field == field }) {
      terms[index] = Term(field, terms[index].alternatives + [alternative])
    } else {
      terms.append(Term(field, [alternative]))
    }
  }

  /// The alternatives of a field; empty without a term.
  package func alternatives(of field: Field) -> [Alternative] { terms.first { $0.field == field }?.alternatives ?? [] }

  /// True if it holds for a launch of which a budget is asked.
  package func fits(_ subject: BudgetSubject) -> Bool { terms.allSatisfy { $0.fits(subject.value(of: $0.field)) } }

  /// In words, as in `deviceClass old, os >=18`; empty without terms.
  package var text: String {
    terms.map { "\($0.field.rawValue) \($0.alternatives.map(\.text).joined(separator: " or "))" }.joined(
      separator: ", ")
  }
}

/// A name in which `*` stands for any characters, or none; case does not matter.
///
/// ```swift
/// NamePattern("iPhone10,*").fits("iPhone10,3")  // true
/// ```
package struct NamePattern: Sendable, Hashable {
  /// The pattern as it is written.
  package let text: String
  /// What stands between the stars, in lower case.
  private let parts: [[UInt8]]

  /// A pattern; one without `*` fits one name alone.
  package init(_ text: String) {
    self.text = text
    parts = text.lowercased().utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// True if a name has the form of the pattern.
  package func fits(_ name: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    guard let first = parts.first, let last = parts.last else { return false }
    if parts.count == 1 { return name == first }
    guard name.count >= first.count + last.count, name.starts(with: first), name.suffix(last.count).elementsEqual(last)
    else { return false }
    // Each piece at the earliest match, which leaves the most text for those behind it.
    var rest = name[first.count..<name.count - last.count]
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      let starts = rest.indices.prefix(max(rest.count - part.count + 1, 0))
      guard let start = starts.first(where: { rest[$0...].starts(with: part) }) else { return false }
      rest = rest[(start + part.count)...]
    }
    return true
  }
}

/// Versions that a configuration names: `18`, `>=18.2`, `<4.9.0` or `17..18`.
///
/// Versions stand in the order of `Version`, so that 4.10 comes after 4.9, and 4.9.0-beta before 4.9.0. `18` holds 18
/// and every 18.x; `17..18` ends with the last 18.x.
package struct VersionRange: Sendable, Hashable {
  /// The range as it is written.
  package let text: String
  private let first: Version?
  /// The range ends with versions that begin like this one or like `first`; nil without such an end.
  private let last: Version?
  /// The least version above the range; nil without one.
  private let end: Version?

  /// The range of a text; nil for another form.
  package init?(_ text: String) {
    self.text = text
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    let isAtLeast = text.hasPrefix(">=")
    let isBelow = text.hasPrefix("<")
    let versions = (isAtLeast ? [String(text.dropFirst(2))] : isBelow ? [String(text.dropFirst())] : ends)
      .map(Self.bound)
    guard versions.count <= 2, let low = versions[0], let high = versions[versions.count - 1] else { return nil }
    first = isBelow ? nil : low
    last = isAtLeast || isBelow ? nil : high
    end = isBelow ? high : nil
  }

  /// True if it ends before it begins, as `18..17` does: no version lies in it.
  package var isReversed: Bool {
    guard let first, let last else { return false }
    return first.beginning(like: last) > last
  }

  /// True if a version lies in the range.
  package func contains(_ version: String) -> Bool {
    let version = Version(version)
    if let end { return version < end }
    guard let first else { return true }
    guard let last else { return version >= first }
    return version.beginning(like: first) >= first && version.beginning(like: last) <= last
  }

  /// The version that begins or ends a range; nil for another form.
  private static func bound(_ text: String) -> Version? {
    let isPlain = text.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return 0x30...0x39 ~= byte || 0x61...0x7A ~= letter || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard isPlain, !parts.contains(where: \.isEmpty), parts[0].allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Version(text)
  }
}
