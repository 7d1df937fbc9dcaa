/// Texts in logs and reports of an app that has not adopted scenes.
package enum MissingScenesText {
  /// The system refuses to start the process.
  package static let refusals = [
    "UIScene life cycle is required for apps built with this SDK", "NoSceneLifecycleAdoption",
  ]
  /// UIKit warns, and the app runs.
  package static let warnings = ["does not adopt UIScene lifecycle", "UIScene lifecycle will soon be required"]
  /// The word that all of them hold: a text without it need not be searched for each.
  package static let word = Array("Scene".utf8)
}
