import TraceAnalyzer

/// `maxRejects` and `maxUnknown`: how much may be wrong before a check gives no answer, as the options of these names.
struct LimitSection: ConfigurationSection {
  let key: String
  private let path: any WritableKeyPath<Defaults, Setting<Verdict.Limit>> & Sendable

  /// The section of a key that sets the limit at `path`.
  init(key: String, _ path: any WritableKeyPath<Defaults, Setting<Verdict.Limit>> & Sendable) {
    self.key = key
    self.path = path
  }

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    defaults[keyPath: path].set(try value.readNumber(as: .limit), from: value.origin)
  }
}
