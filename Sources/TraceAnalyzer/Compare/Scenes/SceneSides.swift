/// Both sides of a comparison, of which base has no scenes and head has.
struct SceneSides {
  let base, head: SceneSide
  let numbers: CompareNumbers
  /// The least difference of times that matters.
  let margin: Margin
}
