/// A share of launches or of openings on one side, with its interval at 95 %.
struct SceneShare {
  /// What it happened to, and all that it could have happened to, whatever models they are of.
  let row: SceneRow.Share
  /// The share within the models that both sides have, in the proportions of base's.
  let interval: WilsonInterval
}
