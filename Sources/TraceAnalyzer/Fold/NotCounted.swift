/// Why a launch has no launch time that counts.
package enum NotCounted: String, Sendable, CaseIterable {
  case `extension`, background, `return`, simulator, debugger, `hosted tests`, interrupted, clock
  case `milestones out of order`
  case `prewarmed, no anchor`, `no start`, `no end`, `over the watchdog and alive`

  /// The words in tables and documents.
  package var name: String { rawValue }
}
