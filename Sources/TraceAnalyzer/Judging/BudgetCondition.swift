/// The launches that a budget holds for; without terms, all.
package struct BudgetCondition: Sendable, Equatable {
  /// A value of a launch that a condition asks for.
  package enum Field: String, Sendable, CaseIterable {
    case app, appVersion, os, deviceModel, deviceClass, kind, platform
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
  }

  /// The platforms that the field `platform` may name.
  package static let platforms = Platform.allCases.map(\.name)

  /// All of them must fit, in the order in which they are written.
  package let terms: [Term]

  /// A condition of terms; none unless given.
  package init(_ terms: [Term] = []) { self.terms = terms }

  /// True if it holds for a launch; a launch that lacks a value fits no term about it.
  package func fits(_ subject: BudgetSubject) -> Bool {
    terms.allSatisfy { term in
      let value = subject.value(of: term.field)
      return !value.isEmpty && term.alternatives.contains { $0.fits(value) }
    }
  }

  /// In words, as in `deviceClass old, os >=18`; empty without terms.
  package var text: String {
    terms.map { "\($0.field.rawValue) \($0.alternatives.map(\.text).joined(separator: " or "))" }.joined(
      separator: ", ")
  }
}
