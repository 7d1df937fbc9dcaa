/// What is asked of launches: those that a reader selects, or that a budget holds for; without terms, all.
///
/// For `--where os=17..18 --where kind=cold --where kind=prewarmed` the terms are `os` with one alternative and `kind` with
/// two: a launch must fit all terms, and one alternative of each.
package struct LaunchCondition: Sendable, Equatable {
  /// A value of a launch that a condition asks for.
  package enum Field: String, Sendable, CaseIterable {
    case app, appVersion, appBuild, os, device, deviceModel, deviceClass, kind, platform, launch

    /// Those that `when` in a configuration may ask for: no budget is of one build, device or launch.
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

    /// True if a value is one of them; one that is missing, and so empty, never is.
    func fits(_ value: String) -> Bool { !value.isEmpty && alternatives.contains { $0.fits(value) } }
  }

  /// The platforms that the field `platform` may name.
  package static let platforms = Platform.allCases.map(\.name)

  /// All of them must fit, in the order in which they are written.
  package private(set) var terms: [Term]

  /// A condition of terms; none unless given.
  package init(_ terms: [Term] = []) { self.terms = terms }

  /// The condition, which a value of a field may fit as well, if the field has a term already.
  package mutating func add(_ alternative: Alternative, of field: Field) {
    if let index = terms.firstIndex(where: { $0.field == field }) {
      terms[index] = Term(field, terms[index].alternatives + [alternative])
    } else {
      terms.append(Term(field, [alternative]))
    }
  }

  /// What is asked of a field; empty if nothing is.
  package func alternatives(of field: Field) -> [Alternative] { terms.first { $0.field == field }?.alternatives ?? [] }

  /// True if it holds for a launch of which a budget is asked.
  package func fits(_ subject: BudgetSubject) -> Bool { terms.allSatisfy { $0.fits(subject.value(of: $0.field)) } }

  /// In words, as in `deviceClass old, os >=18`; empty without terms.
  package var text: String {
    terms.map { "\($0.field.rawValue) \($0.alternatives.map(\.text).joined(separator: " or "))" }.joined(
      separator: ", ")
  }
}
