/// A transition between two events that only launches of one side of a comparison have.
///
/// Encoded as it stands it is an element of `transitions` of `Schemas/compare.schema.json`.
package struct TransitionChange: Sendable, Encodable {
  /// A side of a comparison.
  package enum Side: String, Sendable, CaseIterable, Encodable { case base, head }

  /// The side whose launches have it.
  package var only: Side
  /// The kind of these launches.
  package var kind: String
  /// `app` for the process and app, `scene`, `view` and `task` for one of them, `launch` for what came first there: an
  /// event or the first frame.
  package var machine: String
  /// The kinds that followed each other; `start` before the first event of a scene, view, task or process.
  package var from, to: String
  /// The launches that have it, and those that could show it.
  package var baseLaunches, baseOf, headLaunches, headOf: Int
  /// The difference of both shares, head less base, with its interval.
  package var shareDifference, lowShare, highShare: Double
  /// The first launch that has it, and one of the other side to compare it with.
  package var baseExample, headExample: String
}
